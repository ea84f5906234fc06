/** Finds the selections of a typed or pasted parlay, by odds ids or by the sgp tokens of one book. */
import type { TypedLegs } from '../../../shared/model/game/board.ts'
import { maxLegs } from '../../../shared/model/parlay/parlay.ts'
import { splitOddsId } from '../../../shared/model/game/selection.ts'
import { cleanText } from '../../../shared/clean-text.ts'
import type { Store } from '../store/store.ts'
import { toSelectionLine } from './legs.ts'

/** Entries after these are ignored. */
const maxEntries = 200

/** `bookId` is the book of the tokens; null for odds ids, of any book. */
export function readTyped(store: Store, text: string, bookId: string | null): TypedLegs {
  const entries = splitEntries(text, line => (bookId === null ? splitIds(store, line) : line.split(/, +/)))
  const found = bookId === null ? entries.map(id => findId(store, id)) : findTokens(store, entries, bookId)
  const rows = [...new Set(found.filter(each => typeof each === 'number'))]
  const problems = found.filter(each => typeof each === 'string')
  return {
    legs: rows.slice(0, maxLegs).map(row => ({ game: store.gameOf(row), line: toSelectionLine(store, row) })),
    problems: [
      ...(entries.length === 0 ? ['There is nothing in it.'] : []),
      ...new Set(problems),
      ...(rows.length > maxLegs ? [`${maxLegs}-leg limit: ${rows.length - maxLegs} not added.`] : []),
    ],
  }
}

/** Splits a JSON array of texts, with or without its brackets, or lines; a line may have several between commas. */
function splitEntries(text: string, split: (line: string) => string[]): string[] {
  const listed =
    parseJsonTexts(text) ??
    (/^\s*"/.test(text) ? parseJsonTexts(`[${text.trim().replace(/,$/, '')}]`) : undefined)
  const lines = text.split(/\r?\n/).map(line =>
    line
      .trim()
      .replace(/,$/, '')
      .replace(/^"(.*)"$/, '$1'),
  )
  return (listed ?? lines.flatMap(split))
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
    .slice(0, maxEntries)
}

/**
 * A comma may be part of an id: a new id begins when the last one is complete and the next piece has a book and an
 * event.
 */
function splitIds(store: Store, line: string): string[] {
  const ids: string[] = []
  if (typeof findId(store, line) === 'number') return [line]
  for (const piece of line.split(',')) {
    const last = ids.at(-1)
    const isNext = last === undefined || (last.split('#').length > 3 && /^[^#]+#[^#]+#/.test(piece))
    if (isNext) ids.push(piece)
    else ids.push(`${ids.pop()},${piece}`)
  }
  return ids
}

function parseJsonTexts(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : undefined
  } catch {
    return undefined
  }
}

function findId(store: Store, id: string): number | string {
  const key = splitOddsId(id)?.key
  if (key === undefined) return `“${shorten(id)}” isn’t an odds ID: it needs four parts with # between them.`
  const row = store.find(key)
  return row < 0 ? `“${shorten(id)}” isn’t offered.` : row
}

function findTokens(store: Store, tokens: readonly string[], bookId: string): (number | string)[] {
  const wanted = new Map(tokens.map(token => [decodeToken(token), -1]))
  const { offers, books } = store
  const book = books.findIndex(each => each.id === bookId)
  for (let offer = 0; offer < offers.count; offer++) {
    if (offers.sgpMark[offer] === 0 || store.bookOf(offer) !== book) continue
    const token = decodeToken(offers.sgpOf(offer) ?? '')
    if (wanted.has(token)) wanted.set(token, offers.selection[offer] ?? -1)
  }
  const name = books[book]?.name ?? bookId
  return tokens.map(token => {
    const row = wanted.get(decodeToken(token)) ?? -1
    return row < 0 ? `${name} has no token “${shorten(token)}” in your odds.` : row
  })
}

/** Tokens are compared percent-decoded. */
function decodeToken(token: string): string {
  if (!token.includes('%')) return token
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

function shorten(text: string): string {
  const clean = cleanText(text)
  return clean.length > 60 ? `${cleanText(clean.slice(0, 60))}…` : clean
}
