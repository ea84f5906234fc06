/**
 * Witness of a ledger: a small file beside it with the count of acknowledged records and the running hash up to the
 * last. SQLite cannot notice rows lost with a damaged log; the witness shows them. It has two places, written in turn, so
 * that a torn write leaves the other.
 */
import { hash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from './durable.ts'

/** The last record of a ledger's log, as the log itself or its witness has it. */
export interface LogEnd {
  readonly ledgerId: string
  readonly records: number
  /** The running hash after that record, in hex. */
  readonly hash: string
}

const placeBytes = 256
const opening = 'parlay-desk-ledger-witness 1'
const line = /^parlay-desk-ledger-witness 1 ([0-9a-f-]{36}) (\d{1,15}) ([0-9a-f]{64}) ([0-9a-f]{16})$/

/** The newer of the two places; undefined when there is no file or neither place is whole. */
export function readWitness(file: string): LogEnd | undefined {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'latin1')
  return [0, 1]
    .flatMap(place => parsePlace(text.slice(place * placeBytes, (place + 1) * placeBytes)) ?? [])
    .toSorted((a, b) => b.records - a.records)[0]
}

function parsePlace(place: string): LogEnd | undefined {
  const [, ledgerId = '', records = '', hex = '', check = ''] = line.exec(place.trimEnd()) ?? []
  const end = { ledgerId, records: Number(records), hash: hex }
  return check !== '' && check === toChecksum(end) ? end : undefined
}

const toText = ({ ledgerId, records, hash: hex }: LogEnd) => `${opening} ${ledgerId} ${records} ${hex}`
const toChecksum = (end: LogEnd) => hash('sha256', toText(end)).slice(0, 16)

export class Witness {
  readonly #handle: number
  #place = 0

  /** Creates the file, or continues it. */
  constructor(file: string) {
    const isNew = !existsSync(file)
    this.#handle = openSync(file, isNew ? 'w+' : 'r+')
    if (!isNew) return
    writeSync(this.#handle, ' '.repeat(2 * placeBytes), 0)
    fsyncSync(this.#handle)
    syncFolder(dirname(file))
  }

  /** Durable when it returns: over the older place at the second call, so that the newest before it stays. */
  write(end: LogEnd): void {
    const text = `${toText(end)} ${toChecksum(end)}\n`.padEnd(placeBytes)
    writeSync(this.#handle, text, this.#place * placeBytes)
    fdatasyncSync(this.#handle)
    this.#place = 1 - this.#place
  }

  close(): void {
    closeSync(this.#handle)
  }
}

/** Makes a witness file of its own for a copy of a ledger. */
export function writeWitness(file: string, end: LogEnd): void {
  rmSync(file, { force: true })
  const witness = new Witness(file)
  try {
    witness.write(end)
  } finally {
    witness.close()
  }
}
