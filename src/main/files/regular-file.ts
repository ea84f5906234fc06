/**
 * Reads files at paths that a user chose, and rejects anything but a regular file: opening a named pipe waits for its
 * writer, and a device may never end. The path is checked before it is opened and the open file again, as another may
 * have replaced it.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync, type Stats } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { invalidInput, type Refusal } from '../../shared/failure.ts'
import { cleanText } from '../../shared/clean-text.ts'
import { errorCode } from './error-code.ts'

/** Maximum size of a file; `reason` follows the file's name in the message. */
export interface SizeLimit {
  readonly bytes: number
  readonly reason: string
}

/** Does not wait for the writer of a named pipe. Windows has no such flag, and needs none. */
const readFlags = constants.O_RDONLY | constants.O_NONBLOCK

/** By the system's error code. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no longer exists',
  ENOTDIR: 'no longer exists',
  EACCES: 'can’t be read: you don’t have permission',
  EPERM: 'can’t be read: you don’t have permission',
  ELOOP: 'is a link to itself',
  EISDIR: 'is a folder, not a file',
  ENXIO: 'is a socket or a device, not a file',
  EMFILE: 'can’t be read: too many files are open',
  ENFILE: 'can’t be read: too many files are open',
  EIO: 'can’t be read: the disk has an error',
  ENAMETOOLONG: 'has too long a name',
}

/** A path's last part, to show. */
export const toFileName = (path: string): string => cleanText(basename(path)) || path

export const unreadableFile = (path: string, reason: string): Refusal =>
  invalidInput('file', `“${toFileName(path)}” ${reason}.`)

/** Converts an error of the file system to a Refusal; returns any other error unchanged. */
export function toFileRefusal(path: string, error: unknown): unknown {
  const code = errorCode(error)
  if (code === undefined || (error instanceof Error && error.name === 'AbortError')) return error
  return unreadableFile(path, reasons[code] ?? `can’t be read (${code})`)
}

/** Reads a whole file off the event loop. Throws Refusal with a sentence that names it. */
export async function readRegularFile(
  path: string,
  limit: SizeLimit,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    assertRegular(path, await stat(path))
    await using file = await open(path, readFlags)
    const { size } = assertRegular(path, await file.stat())
    assertSize(path, size, limit)
    // System files of size 0, as in /proc, may never end.
    return size === 0 ? new Uint8Array() : await file.readFile({ signal })
  } catch (error) {
    throw toFileRefusal(path, error)
  }
}

/** Reads a short file as UTF-8. Throws Refusal with a sentence that names it. */
export function readRegularText(path: string, limit: SizeLimit): string {
  return readOpen(path, file => {
    assertSize(path, fstatSync(file).size, limit)
    return readFileSync(file, 'utf8')
  })
}

/** Runs `read` on the open file. Throws Refusal with a sentence that names it, and what `read` throws. */
export function readOpen<T>(path: string, read: (file: number) => T): T {
  const file = openRegular(path)
  try {
    return read(file)
  } finally {
    closeSync(file)
  }
}

/** True for a folder, false where nothing is at the path. Throws Refusal for anything else. */
export function isFolder(path: string): boolean {
  try {
    const facts = statSync(path, { throwIfNoEntry: false })
    if (facts?.isDirectory() === false) throw unreadableFile(path, `is ${describeKind(facts)}, not a folder`)
    return facts !== undefined
  } catch (error) {
    throw toFileRefusal(path, error)
  }
}

/** Throws Refusal unless a regular file is at the path. For readers that open it themselves. */
export function assertRegularFile(path: string): Stats {
  try {
    return assertRegular(path, statSync(path))
  } catch (error) {
    throw toFileRefusal(path, error)
  }
}

function openRegular(path: string): number {
  assertRegularFile(path)
  try {
    const file = openSync(path, readFlags)
    try {
      assertRegular(path, fstatSync(file))
      return file
    } catch (error) {
      closeSync(file)
      throw error
    }
  } catch (error) {
    throw toFileRefusal(path, error)
  }
}

function assertRegular(path: string, facts: Stats): Stats {
  if (facts.isFile()) return facts
  throw unreadableFile(path, `is ${describeKind(facts)}, not a file`)
}

function describeKind(facts: Stats): string {
  if (facts.isDirectory()) return 'a folder'
  if (facts.isFile()) return 'a file'
  if (facts.isFIFO()) return 'a pipe'
  return facts.isSocket() ? 'a socket' : 'a device'
}

function assertSize(path: string, size: number, { bytes, reason }: SizeLimit): void {
  if (size > bytes) throw unreadableFile(path, reason)
}
