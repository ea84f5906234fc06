import { describe, expect, it } from 'vitest'
import { allBooks } from '../../../src/demo/books/book.ts'
import type { Book } from '../../../src/demo/books/book.ts'
import { decodeToken, encodeToken } from '../../../src/demo/books/token.ts'
import { listSelections } from '../../../src/demo/world/selections.ts'
import { createWorld } from '../../../src/demo/world/world.ts'

const SEED = 3
const games = createWorld(SEED, 20_500).openGames(0)
const cases = games.flatMap((game, i) => {
  const book: Book | undefined = allBooks[i % allBooks.length]
  return book ? [{ book, game, selection: listSelections(game).length - 1 - i }] : []
})

describe('a token', () => {
  it.each(['sgp', 'grade'] as const)('decodes to its content, percent-encoded or not: %s', kind => {
    for (const of of cases) {
      const { day, round, place } = of.game
      const expected = { kind, book: of.book, position: { day, round, place }, selection: of.selection }
      const token = encodeToken(SEED, kind, of)
      expect(decodeToken(SEED, token)).toEqual(expected)
      expect(decodeToken(SEED, encodeURIComponent(token))).toEqual(expected)
    }
  })

  it('is opaque base64 that needs encoding in a URL', () => {
    const tokens = cases.map(of => encodeToken(SEED, 'sgp', of))
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9+/]{27}=$/)
    expect(tokens.some(token => token.includes('+'))).toBe(true)
    expect(tokens.some(token => token.includes('/'))).toBe(true)
  })

  it('is unlike every other', () => {
    const [game] = games
    if (!game) throw new Error('There is no game')
    const tokens = allBooks.flatMap(book =>
      listSelections(game).flatMap(({ index }) =>
        (['sgp', 'grade'] as const).map(kind => encodeToken(SEED, kind, { book, game, selection: index })),
      ),
    )
    expect(new Set(tokens).size).toBe(tokens.length)
  })

  it('decodes to null when any character of it is changed', () => {
    const [of] = cases
    if (!of) throw new Error('There is no case')
    const token = encodeToken(SEED, 'sgp', of)
    for (let i = 0; i < token.length; i++) {
      const changed = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1)
      expect(decodeToken(SEED, changed)).toBeNull()
    }
  })

  it.each(['', '%', '%E0%A4%A', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=', 'not a token', ' '.repeat(28)])(
    'stands for nothing when it is rubbish: "%s"',
    text => {
      expect(decodeToken(SEED, text)).toBeNull()
    },
  )

  it('decodes to null in a world of another seed', () => {
    for (const of of cases) expect(decodeToken(SEED + 1, encodeToken(SEED, 'sgp', of))).toBeNull()
  })
})
