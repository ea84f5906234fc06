/**
 * The keys of the objects at one depth of a JSON text. Objects of a list mostly have the keys of the one before at the
 * same places, so these are kept as guesses; and they tell whether an object has a key twice.
 */
import type { SpanField } from './odds-span.ts'

export interface Key {
  /** With its quotes, its colon and the white space before that. */
  readonly bytes: Buffer
  /** With its quotes. */
  readonly name: Buffer
  readonly hasEscape: boolean
  readonly field: SpanField | undefined
}

/** More keys of one object than this are not guessed. */
const mostGuesses = 64

export class ObjectKeys {
  /** No two are alike: what is guessed right is in its object for the first time. */
  readonly #guesses: Key[] = []
  /** All keys of an object of which the guesses cannot tell whether they differ. */
  #seen: Set<string> | undefined

  begin(): void {
    this.#seen = undefined
  }

  guessAt(place: number): Key | undefined {
    return this.#guesses[place]
  }

  /** Notes a key that was not the guess; answers whether its object has it already. */
  hasTwice(key: Key, place: number): boolean {
    if (this.#seen !== undefined || key.hasEscape || place >= mostGuesses) return this.#isSeen(key, place)
    const guesses = this.#guesses
    const same = guesses.findIndex(({ name }) => name.equals(key.name))
    if (same >= 0 && same < place) return this.#isSeen(key, place)
    if (same > place) guesses.length = same
    guesses[place] = key
    return false
  }

  #isSeen(key: Key, place: number): boolean {
    const seen = (this.#seen ??= new Set(this.#guesses.splice(0).slice(0, place).map(nameOf)))
    const name = nameOf(key)
    const isTwice = seen.has(name)
    seen.add(name)
    return isTwice
  }
}

const nameOf = ({ name }: Key): string => String(JSON.parse(name.toString()))
