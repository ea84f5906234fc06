/** What the scan of a JSON text keeps of each depth: the object being read, its keys, and the list it is in. */
import { ObjectKeys } from './object-keys.ts'

/** Of an object being read, behind its span. */
export const isOdd = 21
/** Where an id begins that has the same book and event; 0 for what is no odds object. */
export const prefix = 22
/** A key that the object has already; 0 when there is none. */
export const twiceAt = 23
export const twiceEnd = 24
export const frameFields = 25

export interface Level {
  /** The object being read. */
  readonly frame: Uint32Array
  readonly keys: ObjectKeys
  /** Where the id begins that others of this list follow, and its prefix. */
  readonly lead: Uint32Array
}

export const newLevel = (): Level => ({
  frame: new Uint32Array(frameFields),
  keys: new ObjectKeys(),
  lead: new Uint32Array(2),
})
