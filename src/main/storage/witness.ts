/**
 * What a ledger's file is held against: a small file beside it that says how many records were acknowledged and the
 * running hash up to the last. SQLite cannot see rows that a damaged log swallowed; the witness can. It has two places,
 * written in turn, so that a torn write leaves the other.
 */
import { hash } from 'node:crypto'
import { closeSync, existsSync, fdatasyncSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from './durable.ts'

export interface Testimony {
  readonly ledgerId: string
  readonly records: number
  /** The running hash after that record, in hex. */
  readonly hash: string
}

const placeBytes = 256
const opening = 'parlay-desk-ledger-witness 1'
const line = /^parlay-desk-ledger-witness 1 ([0-9a-f-]{36}) (\d{1,15}) ([0-9a-f]{64}) ([0-9a-f]{16})$/

/** The newest testimony of a witness file; undefined when there is no file or none of its places is whole. */
export function readTestimony(file: string): Testimony | undefined {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'latin1')
  return [0, 1]
    .flatMap(place => testimonyIn(text.slice(place * placeBytes, (place + 1) * placeBytes)) ?? [])
    .toSorted((a, b) => b.records - a.records)[0]
}

function testimonyIn(place: string): Testimony | undefined {
  const [, ledgerId = '', records = '', hex = '', check = ''] = line.exec(place.trimEnd()) ?? []
  const testimony = { ledgerId, records: Number(records), hash: hex }
  return check !== '' && check === checkOf(testimony) ? testimony : undefined
}

const textOf = ({ ledgerId, records, hash: hex }: Testimony) => `${opening} ${ledgerId} ${records} ${hex}`
const checkOf = (testimony: Testimony) => hash('sha256', textOf(testimony)).slice(0, 16)

export class Witness {
  readonly #handle: number
  #place = 0

  /** Begins a witness file, or goes on with it. */
  constructor(file: string) {
    const isNew = !existsSync(file)
    this.#handle = openSync(file, isNew ? 'w+' : 'r+')
    if (!isNew) return
    writeSync(this.#handle, ' '.repeat(2 * placeBytes), 0)
    fsyncSync(this.#handle)
    syncFolder(dirname(file))
  }

  /** Durable when it returns: over the older place at the second call, so that the newest before it stays. */
  write(testimony: Testimony): void {
    const text = `${textOf(testimony)} ${checkOf(testimony)}\n`.padEnd(placeBytes)
    writeSync(this.#handle, text, this.#place * placeBytes)
    fdatasyncSync(this.#handle)
    this.#place = 1 - this.#place
  }

  close(): void {
    closeSync(this.#handle)
  }
}
