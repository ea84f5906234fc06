/** Gathers text that crosses the bridge in parts. An upload that is never finished makes room for newer ones. */
import { Refusal } from '../../shared/failure.ts'

const mostAtOnce = 4
const longestBytes = 256 * 1024 * 1024

export class Uploads {
  readonly #parts = new Map<string, { bytes: Uint8Array[]; size: number }>()

  /** Adds a part; answers the whole when it was the last. Throws Refusal when it grows too large. */
  add(upload: string, text: string, isLast: boolean): Uint8Array<ArrayBuffer> | undefined {
    const held = this.#parts.get(upload) ?? { bytes: [], size: 0 }
    const part = new TextEncoder().encode(text)
    held.bytes.push(part)
    held.size += part.length
    this.#parts.delete(upload)
    if (held.size > longestBytes)
      throw new Refusal({
        kind: 'invalid',
        field: 'text',
        sentence: 'That is over 256 MB of text. Add it in several pieces.',
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
