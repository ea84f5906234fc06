/** Finds the selections of a parlay that is typed or pasted: by odds ids, or by the sgp tokens of one book. */
import type { TypedLegs } from '../../../shared/model/game/board.ts'
import { maxLegs } from '../../../shared/model/parlay/parlay.ts'
import { splitOddsId } from '../../../shared/model/game/selection.ts'
import type { Store } from '../store/store.ts'
import { lineOf } from './views.ts'

/** More than this is no parlay; what follows is not looked at. */
const mostEntries = 200

/** `bookId` names the book whose tokens they are; null takes odds ids, of any book. */
export function readTyped(store: Store, text: string, bookId: string | null): TypedLegs {
  const entries = entriesOf(text, line => (bookId === null ? idsIn(store, line) : line.split(/, +/)))
  const found = bookId === null ? entries.map(id => findId(store, id)) : findTokens(store, entries, bookId)
  const rows = [...new Set(found.filter(each => typeof each === 'number'))]
  const problems = found.filter(each => typeof each === 'string')
  return {
    legs: rows.slice(0, maxLegs).map(row => ({ game: store.gameOf(row), line: lineOf(store, row) })),
    problems: [
      ...(entries.length === 0 ? ['There is nothing in it.'] : []),
      ...new Set(problems),
      ...(rows.length > maxLegs ? [`A parlay has at most ${maxLegs} legs; the others are left out.`] : []),
    ],
  }
}

/** The texts of a JSON array, with or without its brackets, or the lines; more than one where commas are between. */
function entriesOf(text: string, split: (line: string) => string[]): string[] {
  const listed =
    jsonTexts(text) ?? (/^\s*"/.test(text) ? jsonTexts(`[${text.trim().replace(/,$/, '')}]`) : undefined)
  const lines = text.split(/\r?\n/).map(line =>
    line
      .trim()
      .replace(/,$/, '')
      .replace(/^"(.*)"$/, '$1'),
  )
  return (listed ?? lines.flatMap(split))
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
    .slice(0, mostEntries)
}

/** A comma may be part of an id: the next begins where one is whole and what follows has a book and an event. */
function idsIn(store: Store, line: string): string[] {
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

function jsonTexts(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : undefined
  } catch {
    return undefined
  }
}

function findId(store: Store, id: string): number | string {
  const key = splitOddsId(id)?.key
  if (key === undefined) return `“${shown(id)}” is no odds id: it has four parts with # between them.`
  const row = store.find(key)
  return row < 0 ? `“${shown(id)}” is not on the board.` : row
}

function findTokens(store: Store, tokens: readonly string[], bookId: string): (number | string)[] {
  const wanted = new Map(tokens.map(token => [decoded(token), -1]))
  const { offers, books } = store
  const book = books.findIndex(each => each.id === bookId)
  for (let offer = 0; offer < offers.count; offer++) {
    if (offers.sgpMark[offer] === 0 || store.bookOf(offer) !== book) continue
    const token = decoded(offers.sgpOf(offer) ?? '')
    if (wanted.has(token)) wanted.set(token, offers.selection[offer] ?? -1)
  }
  const name = books[book]?.name ?? bookId
  return tokens.map(token => {
    const row = wanted.get(decoded(token)) ?? -1
    return row < 0 ? `${name} has no token “${shown(token)}” on the board.` : row
  })
}

/** Tokens are equal when they are after percent-decoding. */
function decoded(token: string): string {
  if (!token.includes('%')) return token
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

const shown = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
