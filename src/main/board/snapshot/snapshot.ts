/** A board as sections of a file and back: its columns and tokens as they are, its texts end to end. */
import { Buffer } from 'node:buffer'
import { z } from 'zod'
import type { Section } from './board-file.ts'
import type { StoredLoadNotes } from '../store/load-history.ts'
import type { OfferFacts } from '../store/offers.ts'
import { Store, type KnownBook } from '../store/store.ts'
import type { ToldGame } from '../facts/game-facts.ts'

/** What is small. */
interface Facts {
  readonly asOf: number | null
  readonly games: readonly (readonly [event: number, told: ToldGame])[]
  readonly prices: readonly string[]
  readonly told: readonly string[]
  readonly books: readonly KnownBook[]
  readonly spellings: readonly string[]
  readonly bookOfSpelling: readonly number[]
  readonly sources: readonly string[]
  readonly oddsIds: readonly (readonly [offer: number, id: string])[]
  readonly offers: OfferFacts
  /** Not in files of before they were kept. */
  readonly notes?: StoredLoadNotes
}

/** Their checksum and version say that they are what this program wrote. */
const Facts = z.custom<Facts>()

/** The board must not change until the last section is taken. */
export function* sectionsOf(store: Store): Generator<Section> {
  yield* column('selections', store.selections.columns())
  yield* column('offers', store.offers.columns())
  for (const [load, bytes] of store.offers.tokens()) yield { name: `tokens.${load}`, bytes }
  yield* textList('texts', store.texts.list)
  const { words, textCounts, texts } = store.words.flat()
  yield* textList('words', words)
  yield* column('words', { textCounts, texts })
  const facts: Facts = {
    asOf: store.asOf,
    games: [...store.games],
    prices: store.prices.list,
    told: store.told.list,
    books: store.books,
    spellings: store.spellings.list,
    bookOfSpelling: store.bookOfSpelling,
    sources: store.sources.list,
    oddsIds: [...store.oddsIds],
    offers: store.offers.facts(),
    notes: store.loads.toStored(),
  }
  yield { name: 'facts', bytes: Buffer.from(JSON.stringify(facts)) }
}

/** Throws where a section is missing. The sections' buffers are taken over. */
export function storeFrom(sections: ReadonlyMap<string, ArrayBuffer>): Store {
  const at = (name: string) => {
    const bytes = sections.get(name)
    if (bytes === undefined) throw new Error(`no section ${name}`)
    return bytes
  }
  const store = new Store()
  const facts = Facts.parse(JSON.parse(Buffer.from(at('facts')).toString()))
  for (const text of textsFrom(at('texts.text'), at('texts.lengths'))) store.texts.idOf(text)
  for (const price of facts.prices) store.numberOfPrice(price)
  for (const told of facts.told) store.told.idOf(told)
  for (const spelling of facts.spellings) store.spellings.idOf(spelling)
  for (const source of facts.sources) store.sources.idOf(source)
  for (const [event, told] of facts.games) store.games.set(event, told)
  for (const [offer, id] of facts.oddsIds) store.oddsIds.set(offer, id)
  store.books.push(...facts.books)
  store.bookOfSpelling.push(...facts.bookOfSpelling)
  store.loads.restore(facts.notes ?? [])
  store.asOf = facts.asOf
  store.selections.restore(name => at(`selections.${name}`))
  store.offers.restore(facts.offers, {
    column: name => at(`offers.${name}`),
    tokens: load => at(`tokens.${load}`),
  })
  store.words.restore({
    words: textsFrom(at('words.text'), at('words.lengths')),
    textCounts: new Uint32Array(at('words.textCounts')),
    texts: new Uint32Array(at('words.texts')),
  })
  store.recount()
  store.settle()
  return store
}

function* column(of: string, columns: Readonly<Record<string, ArrayBufferView>>): Generator<Section> {
  for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(columns))
    yield { name: `${of}.${name}`, bytes: new Uint8Array(buffer, byteOffset, byteLength) }
}

/** Texts as UTF-8 end to end, and how many characters each has. */
function* textList(of: string, texts: readonly string[]): Generator<Section> {
  yield { name: `${of}.text`, bytes: Buffer.from(texts.join('')) }
  yield* column(of, { lengths: Uint32Array.from(texts, text => text.length) })
}

function textsFrom(bytes: ArrayBuffer, lengths: ArrayBuffer): string[] {
  const all = Buffer.from(bytes).toString()
  let at = 0
  return Array.from(new Uint32Array(lengths), length => all.slice(at, (at += length)))
}
