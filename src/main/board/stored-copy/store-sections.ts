/** Conversion of a store to sections of a file and back: columns and tokens unchanged, texts end to end. */
import { Buffer } from 'node:buffer'
import { z } from 'zod'
import type { Section } from './board-file.ts'
import { Store } from '../store/store.ts'

/** Name of own lines in the file format. */
const storedOwnLine = 'told'
const toStoredName = (column: string) => (column === 'ownLine' ? storedOwnLine : column)

/** The small parts of a store, as JSON. Names are part of the file format. */
const toFacts = (store: Store) => ({
  asOf: store.asOf,
  games: [...store.games],
  prices: store.prices.list,
  [storedOwnLine]: store.ownLines.list,
  books: store.books,
  spellings: store.spellings.list,
  bookOfSpelling: store.bookOfSpelling,
  sources: store.sources.list,
  oddsIds: [...store.oddsIds],
  offers: store.offers.toStored(),
  notes: store.loads.toStored(),
})

type Facts = ReturnType<typeof toFacts>
/** Unchecked: the file's checksum and version show that this program wrote it. Files of the first versions have no notes. */
const StoredFacts = z.custom<Omit<Facts, 'notes'> & Partial<Pick<Facts, 'notes'>>>()

/** The store must not change until the last section is taken. */
export function* toSections(store: Store): Generator<Section> {
  yield* columnSections('selections', store.selections.columns())
  yield* columnSections('offers', store.offers.columns())
  for (const [load, bytes] of store.offers.tokens()) yield { name: `tokens.${load}`, bytes }
  yield* textSections('texts', store.texts.list)
  const { words, textCounts, texts } = store.words.toStored()
  yield* textSections('words', words)
  yield* columnSections('words', { textCounts, texts })
  yield { name: 'facts', bytes: Buffer.from(JSON.stringify(toFacts(store))) }
}

/** Throws when a section is missing. The store keeps the buffers. */
export function fromSections(sections: ReadonlyMap<string, ArrayBuffer>): Store {
  const at = (name: string) => {
    const bytes = sections.get(name)
    if (bytes === undefined) throw new Error(`no section ${name}`)
    return bytes
  }
  const store = new Store()
  const facts = StoredFacts.parse(JSON.parse(Buffer.from(at('facts')).toString()))
  for (const text of parseTexts(at('texts.text'), at('texts.lengths'))) store.texts.add(text)
  for (const price of facts.prices) store.addPrice(price)
  for (const ownLine of facts[storedOwnLine]) store.ownLines.add(ownLine)
  for (const spelling of facts.spellings) store.spellings.add(spelling)
  for (const source of facts.sources) store.sources.add(source)
  for (const [event, game] of facts.games) store.games.set(event, game)
  for (const [offer, id] of facts.oddsIds) store.oddsIds.set(offer, id)
  store.books.push(...facts.books)
  store.bookOfSpelling.push(...facts.bookOfSpelling)
  store.loads.restore(facts.notes ?? [])
  store.asOf = facts.asOf
  store.selections.restore(name => at(`selections.${name}`))
  store.offers.restore(
    facts.offers,
    name => at(`offers.${toStoredName(name)}`),
    load => at(`tokens.${load}`),
  )
  store.words.restore({
    words: parseTexts(at('words.text'), at('words.lengths')),
    textCounts: new Uint32Array(at('words.textCounts')),
    texts: new Uint32Array(at('words.texts')),
  })
  store.recount()
  store.settle()
  return store
}

function* columnSections(of: string, columns: Readonly<Record<string, ArrayBufferView>>): Generator<Section> {
  for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(columns))
    yield { name: `${of}.${toStoredName(name)}`, bytes: new Uint8Array(buffer, byteOffset, byteLength) }
}

/** Texts as UTF-8 end to end, and the length of each in characters. */
function* textSections(of: string, texts: readonly string[]): Generator<Section> {
  yield { name: `${of}.text`, bytes: Buffer.from(texts.join('')) }
  yield* columnSections(of, { lengths: Uint32Array.from(texts, text => text.length) })
}

function parseTexts(bytes: ArrayBuffer, lengths: ArrayBuffer): string[] {
  const all = Buffer.from(bytes).toString()
  let at = 0
  return Array.from(new Uint32Array(lengths), length => all.slice(at, (at += length)))
}
