/** Bytes that can be handed to a worker without a copy. */
import { isMarkedAsUntransferable } from 'node:worker_threads'

/** The bytes themselves where they are a buffer of their own that can be handed over, else a copy. */
export function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isWhole =
    buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length && !isMarkedAsUntransferable(buffer)
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes)
}
