/**
 * Reads the version of a database file from its bytes, without opening it: SQLite changes files beside a database that
 * it opens, even to read.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Offset of `user_version` in the first page (https://sqlite.org/fileformat.html, 1.3). */
const versionAt = 60
const headerBytes = 100
const magic = 'SQLite format 3\0'
/** Parts of a write-ahead log (the same, 4.1). */
const logHeaderBytes = 32
const frameHeaderBytes = 24
const saltsAt = 16
/** A longer log is not read: the program moves its pages into the database long before. */
const maxFrames = 20_000

/** Returns 0 for a file that is missing, unreadable or no database. */
export function readStoredVersion(file: string): number {
  const inFile = read(file, header =>
    header.toString('latin1', 0, magic.length) === magic ? header : undefined,
  )
  // The first page may be newer in the log, which a program that was killed leaves behind.
  const inLog = readNewestFirstPage(`${file}-wal`)
  return (inLog ?? inFile)?.readUInt32BE(versionAt) ?? 0
}

function read<T>(file: string, use: (header: Buffer, handle: number) => T): T | undefined {
  let handle: number | undefined
  try {
    handle = openSync(file, 'r')
    if (!fstatSync(handle).isFile()) return undefined
    return use(readAt(handle, 0, headerBytes), handle)
  } catch {
    return undefined
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

function readAt(handle: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  readSync(handle, bytes, 0, length, at)
  return bytes
}

/** Start of the newest committed version of the first page; undefined when the log has none. */
function readNewestFirstPage(log: string): Buffer | undefined {
  return read(log, (header, handle) => {
    const { size } = fstatSync(handle)
    const frameBytes = frameHeaderBytes + header.readUInt32BE(8)
    const frames = Math.min(maxFrames, Math.floor((size - logHeaderBytes) / frameBytes))
    let written: number | undefined
    let committed: number | undefined
    for (let at = 0; at < frames; at += 1) {
      const start = logHeaderBytes + at * frameBytes
      const frame = readAt(handle, start, frameHeaderBytes)
      // Frames of an earlier use of the log have other salts.
      if (!frame.subarray(8, 16).equals(header.subarray(saltsAt, saltsAt + 8))) break
      if (frame.readUInt32BE(0) === 1) written = start
      if (frame.readUInt32BE(4) !== 0) committed = written
    }
    return committed === undefined ? undefined : readAt(handle, committed + frameHeaderBytes, headerBytes)
  })
}
