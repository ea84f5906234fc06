/** Reads files of odds whole, off the event loop; whatever keeps a file from being read becomes a plain sentence. */
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Refusal } from '../../../shared/failure.ts'

const longestBytes = 1024 ** 3
const oddsFile = /\.(?:json|ndjson|jsonl|csv)(?:\.gz)?$/i

/** By the system's code for what went wrong. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'is not there any more',
  ENOTDIR: 'is not there any more',
  EACCES: 'may not be read with your rights',
  EPERM: 'may not be read with your rights',
  ELOOP: 'is a link that leads back to itself',
  EISDIR: 'is a folder, not a file',
  EMFILE: 'cannot be read now: too many files are open',
  ENFILE: 'cannot be read now: too many files are open',
  EIO: 'cannot be read: the disk reports an error',
  ENAMETOOLONG: 'has a name that is too long',
}

/** What people call a path: its last part. */
export const nameOf = (path: string): string => basename(path) || path

export const hasOdds = (path: string): boolean => oddsFile.test(path)

export const unreadable = (path: string, reason: string): Refusal =>
  new Refusal({ kind: 'invalid', field: 'file', sentence: `“${nameOf(path)}” ${reason}.` })

/** What the system said of a path, as a Refusal. Anything else is given back as it is. */
function refusalOf(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.name === 'AbortError') return error
  return unreadable(path, reasons[String(error.code)] ?? `cannot be read (${String(error.code)})`)
}

/** Whether the system says that there is nothing at this path. */
export function isGone(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT',
  )
}

/** All of a file. Throws Refusal with a sentence that names it. */
export async function readWhole(path: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const facts = await stat(path)
    if (facts.isDirectory()) throw unreadable(path, 'is a folder, not a file')
    if (!facts.isFile()) throw unreadable(path, 'is a device or a pipe, not a file')
    if (facts.size > longestBytes) throw unreadable(path, 'is over 1 GB. Split it, and add the parts')
    const file = await open(path)
    try {
      return await file.readFile({ signal })
    } finally {
      await file.close()
    }
  } catch (error) {
    throw refusalOf(path, error)
  }
}

/** The files of odds that lie in a folder itself, by name. Throws Refusal with a sentence that names it. */
export async function oddsFilesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    return names
      .filter(hasOdds)
      .toSorted()
      .map(name => join(folder, name))
  } catch (error) {
    throw refusalOf(folder, error)
  }
}

/** When a file last changed or was put in its place, epoch ms; 0 where nothing can be said. */
export async function changedAt(path: string): Promise<number> {
  const facts = await stat(path).catch(() => undefined)
  return facts === undefined ? 0 : Math.max(facts.mtimeMs, facts.ctimeMs)
}
