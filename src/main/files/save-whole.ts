/** Writes a file whole or not at all: beside it first, down to the disk, then in its place. */
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Refusal } from '../../shared/failure.ts'

/** Replaces a file that exists. Throws Refusal when the file cannot be written, and errors of `parts`. */
export async function saveWhole(
  path: string,
  parts: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const beside = `${path}.part`
  try {
    await writeFile(beside, parts, { flush: true })
    await rename(beside, path)
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => undefined)
    if (cause instanceof Refusal) throw cause
    const sentence = `${basename(path)} could not be written. Choose another folder, or make room on the disk.`
    throw new Refusal({ kind: 'storage', sentence }, { cause })
  }
}
