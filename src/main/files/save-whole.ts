/** Writes a file atomically: to a temporary file beside it, synced, then renamed. */
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Refusal } from '../../shared/failure.ts'
import { errorCode } from './error-code.ts'
import { toPartPath } from './part-path.ts'

/** Replaces a file that exists. Throws Refusal when the file cannot be written, and errors of `parts`. */
export async function saveWhole(
  path: string,
  parts: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const part = toPartPath(path)
  try {
    await assertReplaceable(path)
    await writeFile(part, parts, { flag: 'wx', flush: true })
    await rename(part, path)
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined)
    if (cause instanceof Refusal) throw cause
    throw unwritable(path, 'couldn’t be saved. Choose another folder or free up disk space', { cause })
  }
}

/** Throws for a device or named pipe, which the rename would replace. */
async function assertReplaceable(path: string): Promise<void> {
  const facts = await stat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (facts?.isFile() === false)
    throw unwritable(path, 'already exists and isn’t a file. Choose another name')
}

const unwritable = (path: string, reason: string, options?: ErrorOptions) =>
  new Refusal({ kind: 'storage', sentence: `${basename(path)} ${reason}.` }, options)
