/**
 * A text in which no odds object was found. A feed that has none now says so with an empty list, and then all it had
 * before is gone. Anything else, such as `{}` or an answer that tells of trouble, is no feed and speaks for nothing.
 */
import { isObject } from '../facts/surroundings.ts'
import { UnreadableText } from '../facts/load.ts'

const deepest = 32
const longestSaying = 120

export class NoOdds {
  #hasValues = false
  #hasEmptyList = false
  #says = ''

  /** Takes in one of the text's values. */
  meet(value: unknown): void {
    this.#hasValues = true
    this.#hasEmptyList ||= hasEmptyList(value, deepest)
    if (this.#says === '' && isObject(value))
      this.#says = [value.error, value.errors, value.message].map(wordsIn).find(words => words !== '') ?? ''
  }

  /** Throws UnreadableText when what was met is no feed. A CSV gives no values: its header alone is an empty one. */
  check(): void {
    if (this.#says !== '')
      throw new UnreadableText(
        `There are no odds objects in it; it says “${this.#says.slice(0, longestSaying)}”. Load it again later.`,
      )
    if (this.#hasValues && !this.#hasEmptyList)
      throw new UnreadableText(
        'There are no odds objects in it. Check that this is the right text, file or address.',
      )
  }
}

function hasEmptyList(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || levels < 0) return false
  const parts: readonly unknown[] = Object.values(value)
  return (Array.isArray(value) && parts.length === 0) || parts.some(part => hasEmptyList(part, levels - 1))
}

/** What a field for troubles says; empty when there is none. */
function wordsIn(told: unknown): string {
  const first: unknown = Array.isArray(told) ? told[0] : told
  const words = isObject(first) ? (first.message ?? filled(first)) : first
  if (typeof words === 'string') return words.trim()
  return words === true || (typeof words === 'number' && words !== 0) ? `error ${words}` : ''
}

const filled = (value: object) => (Object.keys(value).length > 0 ? JSON.stringify(value) : '')
