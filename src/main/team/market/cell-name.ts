/** Names a cell on the server, the same on every desk: a parlay at a book under one key. The name does not show what is in it. */
import { createHash } from 'node:crypto'

export interface NamedCell {
  readonly hostId: string
  /** Selection keys of the legs, in any order. */
  readonly keys: readonly string[]
}

/** `window`: name of the key's calls, see `toWindowName`. */
export const toCellName = (window: string, { hostId, keys }: NamedCell): string =>
  createHash('sha256')
    .update(JSON.stringify([window, hostId, ...keys.toSorted()]))
    .digest('hex')
