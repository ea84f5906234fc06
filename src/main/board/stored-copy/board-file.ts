/**
 * A file of named runs of bytes, each with its checksum. Their list and a mark come last, so a file cut short is
 * recognised. A new file is written beside the old one, then takes its place.
 */
import { open, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { z } from 'zod'

export interface Section {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A damaged file, or one of another version; the message is a sentence for the user. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile'
}

/** Name, length and checksum of each section. */
const List = z.array(z.tuple([z.string(), z.number(), z.number()]))
type List = z.infer<typeof List>

/** Raised when the meaning of the sections changes. */
const version = 2
const mark = 0x4452_4250
/** Length of the trailer: list length, list checksum, version, mark. */
const endBytes = 16
const pieceBytes = 4 * 2 ** 20

export async function writeSections(file: string, sections: Iterable<Section>): Promise<void> {
  const beside = `${file}.new`
  try {
    // Removes a link instead of following it.
    await rm(beside, { force: true })
    await writeFile(beside, toPieces(sections), { flag: 'wx', flush: true })
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** All bytes of the file, in order. */
function* toPieces(sections: Iterable<Section>): Generator<Uint8Array> {
  const list: List = []
  for (const { name, bytes } of sections) {
    let checksum = 0
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      const piece = bytes.subarray(from, from + pieceBytes)
      checksum = crc32(piece, checksum)
      yield piece
    }
    list.push([name, bytes.length, checksum])
  }
  const listBytes = Buffer.from(JSON.stringify(list))
  const end = Buffer.alloc(endBytes)
  for (const [at, value] of [listBytes.length, crc32(listBytes), version, mark].entries())
    end.writeUInt32LE(value, at * 4)
  yield listBytes
  yield end
}

/** Returns the sections by name, each in a buffer of its own. Throws UnusableFile, or the system's error. */
export async function readSections(file: string): Promise<Map<string, ArrayBuffer>> {
  // Opening a named pipe would wait for its writer.
  if (!(await stat(file)).isFile()) throw damagedFile()
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const sections = new Map<string, ArrayBuffer>()
    let at = 0
    for (const [name, length, checksum] of await readList(handle, size)) {
      sections.set(name, await readChecked(handle, { at, length, checksum }))
      at += length
    }
    return sections
  } finally {
    await handle.close()
  }
}

async function readList(handle: FileHandle, size: number): Promise<List> {
  if (size < endBytes) throw damagedFile()
  const end = Buffer.from(await readAt(handle, size - endBytes, endBytes))
  const [length = 0, checksum = 0, writtenBy, found] = [0, 4, 8, 12].map(at => end.readUInt32LE(at))
  if (found !== mark || length > size - endBytes) throw damagedFile()
  if (writtenBy !== version)
    throw new UnusableFile('The saved odds are from another version and were moved aside.')
  const list = await readChecked(handle, { at: size - endBytes - length, length, checksum })
  return List.parse(JSON.parse(Buffer.from(list).toString()))
}

async function readChecked(
  handle: FileHandle,
  { at, length, checksum }: { at: number; length: number; checksum: number },
): Promise<ArrayBuffer> {
  const bytes = await readAt(handle, at, length)
  if (crc32(new Uint8Array(bytes)) !== checksum) throw damagedFile()
  return bytes
}

async function readAt(handle: FileHandle, from: number, length: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length;) {
    const { bytesRead } = await handle.read(bytes, at, Math.min(length - at, 2 ** 30), from + at)
    if (bytesRead === 0) throw damagedFile()
    at += bytesRead
  }
  return bytes.buffer
}

const damagedFile = () => new UnusableFile('The saved odds are damaged and were moved aside.')
