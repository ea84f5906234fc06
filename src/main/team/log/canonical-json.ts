/**
 * JSON in its one canonical form (RFC 8785), so that every desk signs and hashes the same bytes: no spaces, keys in the
 * order of their UTF-16 units, numbers and strings as JSON.stringify writes them.
 */

/** Records nest less; a deeper text is an attempt to exhaust the stack. */
const maxDepth = 32

/** A value or text that has no canonical form, or is not in it. */
export class NotCanonical extends Error {
  override readonly name = 'NotCanonical'
}

/** Properties that are undefined are left out, as in JSON. Throws NotCanonical for what JSON cannot hold. */
export function toCanonicalJson(value: unknown): string {
  return write(value, 0)
}

/** Throws NotCanonical for a text that is not JSON, or not in the canonical form. */
export function parseCanonicalJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new NotCanonical('not JSON', { cause })
  }
  // JSON.stringify is much faster than our own writer, and writes the same if the keys are in order.
  const written = hasNoHalves(text) && isInOrder(value, 0) ? JSON.stringify(value) : toCanonicalJson(value)
  if (written !== text) throw new NotCanonical('not in the canonical form')
  return value
}

/** True for a text that has no half characters, neither as they are nor escaped. */
const hasNoHalves = (text: string): boolean => text.isWellFormed() && !text.includes('\\ud')

/** True for a parsed value that has all keys in order. */
function isInOrder(value: unknown, depth: number): boolean {
  if (!isObject(value)) return true
  if (depth >= maxDepth) return false
  if (Array.isArray(value)) return value.every(item => isInOrder(item, depth + 1))
  let before = ''
  // All are its own, as JSON.parse made it; Object.entries takes three times as long.
  for (const key in value) {
    if (key < before || !isInOrder(value[key], depth + 1)) return false
    before = key
  }
  return true
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function write(value: unknown, depth: number): string {
  if (depth > maxDepth) throw new NotCanonical('nested too deeply')
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return writeString(value)
  if (typeof value === 'number') return writeNumber(value)
  if (Array.isArray(value)) return `[${value.map(item => write(item, depth + 1)).join(',')}]`
  if (typeof value === 'object') return writeObject(value, depth)
  throw new NotCanonical(`not JSON: ${typeof value}`)
}

function writeObject(value: object, depth: number): string {
  const present = Object.entries(value).filter(([, item]) => item !== undefined)
  const items = new Map<string, unknown>(present)
  // The default order of sort compares UTF-16 units.
  const keys = [...items.keys()].sort()
  return `{${keys.map(key => `${writeString(key)}:${write(items.get(key), depth + 1)}`).join(',')}}`
}

function writeString(text: string): string {
  if (!text.isWellFormed()) throw new NotCanonical('half a character')
  return JSON.stringify(text)
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new NotCanonical('not a finite number')
  return JSON.stringify(value)
}
