/**
 * Keys of the objects at one depth of a JSON text. Objects of a list mostly have the same keys in the same order, so
 * the keys of the last object serve as guesses for the next. They also show whether an object has a duplicate key.
 */
import type { KnownKey } from './odds-span.ts'

export interface Key {
  /** Quotes, colon and the white space between included. */
  readonly bytes: Buffer
  /** Quotes included. */
  readonly name: Buffer
  readonly hasEscape: boolean
  readonly field: KnownKey | undefined
}

/** Later keys of an object are not guessed. */
const maxGuesses = 64

export class ObjectKeys {
  /** All different: a key that matches its guess is new in its object. */
  readonly #guesses: Key[] = []
  /** All keys of an object whose guesses cannot show that they differ. */
  #seen: Set<string> | undefined

  begin(): void {
    this.#seen = undefined
  }

  guessAt(place: number): Key | undefined {
    return this.#guesses[place]
  }

  /** Adds a key that was not the guess; returns true when its object has it already. */
  isDuplicate(key: Key, place: number): boolean {
    if (this.#seen !== undefined || key.hasEscape || place >= maxGuesses) return this.#isSeen(key, place)
    const guesses = this.#guesses
    const same = guesses.findIndex(({ name }) => name.equals(key.name))
    if (same >= 0 && same < place) return this.#isSeen(key, place)
    if (same > place) guesses.length = same
    guesses[place] = key
    return false
  }

  #isSeen(key: Key, place: number): boolean {
    const seen = (this.#seen ??= new Set(this.#guesses.splice(0).slice(0, place).map(decodeName)))
    const name = decodeName(key)
    const isTwice = seen.has(name)
    seen.add(name)
    return isTwice
  }
}

const decodeName = ({ name }: Key): string => String(JSON.parse(name.toString()))
