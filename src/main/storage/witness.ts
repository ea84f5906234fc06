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
import { readOpen } from '../files/regular-file.ts'
import { syncFolder } from './durable.ts'
import { OpenedFile } from './opened-file.ts'

/** The end of a ledger's log, as read from the log or its witness. */
export interface LogEnd {
  readonly ledgerId: string
  readonly records: number
  /** The running hash after that record, in hex. */
  readonly hash: string
}

const placeBytes = 256
const opening = 'parlay-desk-ledger-witness 1'
const line = /^parlay-desk-ledger-witness 1 ([0-9a-f-]{36}) (\d{1,15}) ([0-9a-f]{64}) ([0-9a-f]{16})$/

/** Reads the newer of the two places; undefined when there is no file or neither place is valid. */
export function readWitness(file: string): LogEnd | undefined {
  if (!existsSync(file)) return undefined
  return readPlaces(file)
    .filter(end => end !== undefined)
    .toSorted((a, b) => b.records - a.records)[0]
}

function readPlaces(file: string): (LogEnd | undefined)[] {
  const text = readOpen(file, handle => readFileSync(handle, 'latin1'))
  return [0, 1].map(place => parsePlace(text.slice(place * placeBytes, (place + 1) * placeBytes)))
}

/** The place with fewer records, or without a valid end. */
function findOlderPlace(file: string): number {
  const [first, second] = readPlaces(file).map(end => end?.records ?? -1)
  return Number(first) > Number(second) ? 1 : 0
}

function parsePlace(place: string): LogEnd | undefined {
  // Stryker disable next-line StringLiteral,ArrayDeclaration: a line without these parts has no checksum that fits
  const [, ledgerId = '', records = '', hex = '', check = ''] = line.exec(place.trimEnd()) ?? []
  const end = { ledgerId, records: Number(records), hash: hex }
  return check === toChecksum(end) ? end : undefined
}

const toText = ({ ledgerId, records, hash: hex }: LogEnd) => `${opening} ${ledgerId} ${records} ${hex}`
const toChecksum = (end: LogEnd) => hash('sha256', toText(end)).slice(0, 16)

export class Witness {
  readonly #file: string
  #handle: number
  #opened: OpenedFile
  /** The place that is written next. */
  #place: number

  /** Creates the file, or continues it. */
  constructor(file: string) {
    this.#file = file
    const isThere = existsSync(file)
    this.#place = isThere ? findOlderPlace(file) : 0
    this.#handle = isThere ? openSync(file, 'r+') : create(file)
    this.#opened = new OpenedFile(file)
  }

  /** Sentence for the user when another file replaced the witness; undefined otherwise. */
  findProblem(): string | undefined {
    return this.#opened.findPlace() === 'replaced' ? this.#opened.findProblem() : undefined
  }

  /**
   * Writes the end of the log to the older place, so that the last one stays valid. Durable when it returns. Recreates
   * a removed file.
   */
  write(end: LogEnd): void {
    if (this.#opened.findPlace() === 'gone') this.#createAgain()
    const text = `${toText(end)} ${toChecksum(end)}\n`.padEnd(placeBytes)
    writeSync(this.#handle, text, this.#place * placeBytes)
    fdatasyncSync(this.#handle)
    this.#place = 1 - this.#place
  }

  close(): void {
    closeSync(this.#handle)
  }

  #createAgain(): void {
    const handle = create(this.#file)
    closeSync(this.#handle)
    this.#handle = handle
    this.#opened = new OpenedFile(this.#file)
    this.#place = 0
  }
}

/** Throws when a file exists. */
function create(file: string): number {
  const handle = openSync(file, 'wx+')
  try {
    writeSync(handle, ' '.repeat(2 * placeBytes), 0)
    fsyncSync(handle)
    syncFolder(dirname(file))
    return handle
  } catch (error) {
    closeSync(handle)
    throw error
  }
}

/** Creates a witness for a copy of a ledger. */
export function writeWitness(file: string, end: LogEnd): void {
  rmSync(file, { force: true })
  const witness = new Witness(file)
  try {
    witness.write(end)
  } finally {
    witness.close()
  }
}
