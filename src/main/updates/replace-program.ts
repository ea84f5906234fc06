/** Puts a verified file in the place of the program's one file, whole or not at all. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { toPartPath } from '../files/part-path.ts'
import type { ReleaseFile } from './manifest.ts'
import { toFileProblem, UpdateRefused } from './update-refused.ts'

const executable = 0o755

export interface Replacement {
  readonly download: string
  /** Path of the program's one file. */
  readonly program: string
  readonly file: ReleaseFile
  readonly signal: AbortSignal
}

/**
 * The bytes are hashed again as they are copied, because the downloaded file may have changed since. The program that
 * runs keeps its file open, and goes on. Throws UpdateRefused, or the reason of the signal.
 */
export async function replaceProgram({ download, program, file, signal }: Replacement): Promise<void> {
  const part = toPartPath(program)
  try {
    await copyVerified(download, part, file)
    signal.throwIfAborted()
    await rename(part, program)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw toFileProblem(error)
  }
}

async function copyVerified(from: string, to: string, { sha512 }: ReleaseFile): Promise<void> {
  const hash = createHash('sha512')
  const handle = await open(to, 'wx', executable)
  try {
    for await (const chunk of createReadStream(from)) {
      const bytes = Buffer.from(chunk)
      hash.update(bytes)
      await handle.writeFile(bytes)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (hash.digest('hex') !== sha512) throw new UpdateRefused('wrong-content')
}
