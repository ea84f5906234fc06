/** Copies of pasted and dropped odds in the data folder, gzipped, so that a source can be read again. */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { readWhole } from './read-source.ts'

const compress = promisify(gzip)
const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b

export class KeptTexts {
  readonly #folder: string

  /** The folder is the board's own; its files begin with a profile's id and a full stop. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Writes a copy whole or not at all. Rejects with what the system says when it cannot be written. */
  async keep(profileId: string, sourceId: string, bytes: Uint8Array): Promise<void> {
    const file = this.#file(profileId, sourceId)
    await mkdir(this.#folder, { recursive: true })
    await writeFile(`${file}.new`, isGzip(bytes) ? bytes : await compress(bytes, { level: 1 }))
    await rename(`${file}.new`, file)
  }

  /** A kept text, as gzip. Throws Refusal when there is none. */
  read(profileId: string, sourceId: string, signal: AbortSignal): Promise<Uint8Array> {
    return readWhole(this.#file(profileId, sourceId), signal)
  }

  async remove(profileId: string, sourceId: string): Promise<void> {
    await rm(this.#file(profileId, sourceId), { force: true })
  }

  /** Removes all that the folder holds of a profile, the board's own copy too. */
  async removeAll(profileId: string): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    const own = names.filter(name => name.startsWith(`${profileId}.`))
    await Promise.all(own.map(name => rm(join(this.#folder, name), { force: true, recursive: true })))
  }

  #file(profileId: string, sourceId: string): string {
    return join(this.#folder, `${profileId}.${sourceId}.gz`)
  }
}
