/** Gathers odds that cross the bridge in parts. An upload that is never finished makes room for newer ones. */
import { Refusal } from '../../../shared/failure.ts'

const mostAtOnce = 4
const longestBytes = 256 * 1024 * 1024

export interface UploadPart {
  readonly upload: string
  /** Text as it is, or bytes, one character a byte. */
  readonly form: 'text' | 'bytes'
  readonly part: string
  readonly isLast: boolean
}

export class Uploads {
  readonly #parts = new Map<string, { bytes: Uint8Array[]; size: number }>()

  /** Adds a part; answers the whole when it was the last. Throws Refusal when it grows too large. */
  add({ upload, form, part, isLast }: UploadPart): Uint8Array<ArrayBuffer> | undefined {
    const held = this.#parts.get(upload) ?? { bytes: [], size: 0 }
    const bytes = Buffer.from(part, form === 'text' ? 'utf8' : 'latin1')
    held.bytes.push(bytes)
    held.size += bytes.length
    this.#parts.delete(upload)
    if (held.size > longestBytes)
      throw new Refusal({
        kind: 'invalid',
        field: 'odds',
        sentence: 'That is over 256 MB. Add it as a file from disk, or in several pieces.',
      })
    if (isLast) return joined(held.bytes, held.size)
    this.#parts.set(upload, held)
    for (const oldest of [...this.#parts.keys()].slice(0, -mostAtOnce)) this.#parts.delete(oldest)
    return undefined
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
