import { describe, expect, it } from 'vitest'
import { toBookId, Book, createBook, hostIdPattern } from '../../../../src/shared/model/game/book.ts'
import { fc } from '../../../support/property.ts'

describe('toBookId', () => {
  it.each([
    ['Hard Rock Bet', 'hard_rock_bet'],
    ['hard_rock_bet', 'hard_rock_bet'],
    ['  Bet & Win -- 24/7! ', 'bet_win_24_7'],
    ['Über Wetten', 'ber_wetten'],
    ['***', ''],
    ['', ''],
  ])('makes %j into %j', (name, id) => {
    expect(toBookId(name)).toBe(id)
  })

  it('makes what a host can carry, or nothing, of any name of any length', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: fc.constantFrom('a', 'B', '7', ' ', '_'), maxLength: 200 }),
    )
    fc.assert(
      fc.property(name, text => {
        const id = toBookId(text)
        expect(id === '' || hostIdPattern.test(id)).toBe(true)
        expect(toBookId(id)).toBe(id)
      }),
      { numRuns: 500 },
    )
  })
})

describe('hostIdPattern', () => {
  it.each(['a', '7', 'hard_rock_bet', 'a-b', 'a'.repeat(64)])('takes %j', id => {
    expect(hostIdPattern.test(id)).toBe(true)
  })

  it.each([
    '',
    '-a',
    'a-',
    '_a',
    'a_',
    'A',
    'a.b',
    'a/b',
    'a@b',
    'a:1',
    'a#',
    'a?',
    'a%2e',
    'ä',
    'a b',
    'a\n',
    'a\u0000',
    'a'.repeat(65),
  ])('refuses %j', id => {
    expect(hostIdPattern.test(id)).toBe(false)
  })
})

describe('createBook', () => {
  it('makes a book that is on, under its trimmed name', () => {
    expect(createBook(' Hard Rock Bet ')).toEqual({
      id: 'hard_rock_bet',
      name: 'Hard Rock Bet',
      hostId: 'hard_rock_bet',
      isOn: true,
    })
  })

  it('makes none of a name that holds nothing a host could carry', () => {
    expect(createBook('✨✨')).toBeUndefined()
  })

  it('makes only books that may be stored, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), name => {
        const book = createBook(name)
        expect(book === undefined || Book.safeParse(book).success).toBe(true)
      }),
      { examples: [['x'.repeat(63) + ' y'], ['name '.repeat(40)]] },
    )
  })
})
