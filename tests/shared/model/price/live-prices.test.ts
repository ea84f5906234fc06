import { describe, expect, it } from 'vitest'
import {
  isMoving,
  listComparable,
  listLeftBehind,
  type LivePrice,
} from '../../../../src/shared/model/price/live-prices.ts'
import { americanPrice, noon } from '../../../support/shared/desk-rows.ts'
import { fc } from '../../../support/property.ts'

interface Book extends LivePrice {
  readonly bookId: string
}

const lastRound = noon - 30_000
/** A book's price `seconds` ago, and the one that it had in the round before. */
const book = (american: number, seconds: number, before: number | null, beforeAt = lastRound): Book => ({
  bookId: `${american} ${seconds}s`,
  at: noon - seconds * 1_000,
  price: americanPrice(american),
  before: before === null ? null : { ...americanPrice(before), at: beforeAt },
})
const compare = (...books: Book[]) => listComparable(books).map(({ bookId }) => bookId)

/** As seen at a score: five books answered before it, four after it. */
const beforeScore = [book(795, 2, 430), book(865, 2, 470), book(820, 2, 440), book(870, 2, 465)]
const afterScore = [book(520, 0, 425), book(560, 1, 450), book(530, 1, 440), book(545, 0, 445)]

describe('listComparable', () => {
  it('compares no price from before a score with those after it', () => {
    expect(compare(...beforeScore, ...afterScore)).toEqual(['560 1s', '530 1s', '520 0s', '545 0s'])
  })

  it('does so for a new row, whose books have no price before', () => {
    const books = [...beforeScore, ...afterScore].map(each => ({ ...each, before: null }))
    expect(compare(...books)).toEqual(['560 1s', '530 1s', '520 0s', '545 0s'])
  })

  it('does so where the moves before the score differ as well, as in a fast market', () => {
    const before = [
      book(325, 3, 250),
      book(315, 2, 330),
      book(300, 4, 390),
      book(297, 5, 240),
      book(282, 6, 300),
    ]
    const after = [book(222, 1, 305), book(218, 1, 290), book(202, 0, 325)]
    expect(compare(...before, ...after)).toEqual(['222 1s', '218 1s', '202 0s'])
  })

  it('does so where the books that answered last are new in the row', () => {
    const after = [book(520, 1, null), book(560, 1, null), book(530, 1, null), book(545, 0, 445)]
    expect(compare(...beforeScore, ...after)).toEqual(['520 1s', '560 1s', '530 1s', '545 0s'])
    const calm = [book(795, 2, 795), book(865, 2, 865), book(820, 2, 820), book(870, 2, 870)]
    expect(compare(...calm, ...after.slice(0, 3))).toEqual(['520 1s', '560 1s', '530 1s'])
  })

  it('compares none while a single book has jumped, since that may be an error', () => {
    expect(compare(...beforeScore, book(520, 0, 425))).toEqual([])
    expect(compare(book(820, 2, 440), book(520, 0, 425))).toEqual([])
  })

  it('leaves out an answer that was on its way at the score', () => {
    const late = book(830, 0, 442)
    expect(compare(...beforeScore, ...afterScore, late)).not.toContain(late.bookId)
  })

  it('compares the newest after two scores within seconds', () => {
    const afterSecond = [book(300, 0, 430), book(310, 0, 440)]
    const afterFirst = [book(520, 1, 425), book(530, 1, 440), book(545, 1, 445)]
    expect(compare(...beforeScore, ...afterFirst, ...afterSecond)).toEqual(['300 0s', '310 0s'])
  })

  it('compares the newest after two scores of which the second was taken back', () => {
    const first = [book(-162, 8, -160), book(-145, 7, -150), book(-146, 7, -152), book(-130, 6, -135)]
    const second = [book(102, 4, -140), book(-105, 4, -150), book(-104, 3, -155), book(113, 2, -140)]
    const back = [book(-177, 1, -170), book(-168, 1, -160), book(-229, 0, -210)]
    expect(compare(...first, ...second, ...back)).toEqual(['-177 1s', '-168 1s', '-229 0s'])
  })

  it('compares books that always differ, whichever answers last', () => {
    const high = [book(800, 0, 790), book(820, 0, 830)]
    const low = [book(500, 2, 495), book(510, 2, 500), book(505, 2, 510), book(515, 2, 520)]
    expect(compare(...high, ...low)).toHaveLength(6)
    const frozen = book(900, 0, 500, lastRound - 60_000)
    expect(compare(frozen, ...low)).toHaveLength(5)
  })

  it('compares a lone first price with the others', () => {
    expect(compare(...beforeScore, book(520, 0, null))).toHaveLength(5)
    expect(
      compare(...[...beforeScore, book(520, 0, null)].map(each => ({ ...each, before: null }))),
    ).toHaveLength(5)
  })

  it('compares none that is more than 10 seconds older than the newest', () => {
    expect(compare(book(500, 0, null), book(505, 10, null), book(510, 10.001, null))).toEqual([
      '500 0s',
      '505 10s',
    ])
    expect(compare()).toEqual([])
  })
})

describe('listComparable before the start', () => {
  const beforeStart = { spreadMs: 30_000, doubtsLone: false }
  const compareAt = (...books: Book[]) => listComparable(books, beforeStart).map(({ bookId }) => bookId)
  const stay = [book(305, 13, 300), book(306, 14, 310), book(279, 16, 275), book(290, 15, 285)]
  const moved = [
    book(217, 2, 290),
    book(197, 1, 270),
    book(203, 1, 280),
    book(205, 0, 275),
    book(243, 0, 335),
  ]

  it('compares no price from before the line moved with those after it', () => {
    expect(compareAt(...stay, ...moved)).toEqual(moved.map(({ bookId }) => bookId))
    const [last, ...others] = [...stay, ...moved].filter((_, place) => place === 2 || place > 3)
    expect(compareAt(...(last ? [last] : []), ...others)).toEqual(moved.map(({ bookId }) => bookId))
  })

  it('compares all while a single book has moved, and those of a new row', () => {
    expect(compareAt(...stay, ...moved.slice(0, 1))).toHaveLength(5)
    const first = [...stay, ...moved].map(each => ({ ...each, before: null }))
    expect(compareAt(...first)).toHaveLength(9)
  })
})

describe('listLeftBehind', () => {
  it('says whether others are newer or the odds are moving', () => {
    const fresh = [...beforeScore, ...afterScore, book(400, 11, null)]
    const left = listLeftBehind(fresh, listComparable(fresh))
    expect([...left.values()]).toEqual(['moving', 'moving', 'moving', 'moving', 'older'])
    expect(isMoving(left)).toBe(true)
    expect(isMoving(new Map([['a', 'older']]))).toBe(false)
  })
})

const decimal = (value: number) => ({ text: String(value), format: 'decimal' as const, decimal: value })
/** Books in one round of some seconds, each with its own lasting difference of up to 4%. */
const anyRound = fc
  .tuple(
    fc.double({ min: 2.5, max: 12, noNaN: true }),
    fc.array(
      fc.record({
        differs: fc.double({ min: 0.96, max: 1.04, noNaN: true }),
        agoMs: fc.integer({ min: 0, max: 4_000 }),
      }),
      { minLength: 1, maxLength: 14 },
    ),
  )
  .map(([level, books]) =>
    books.map(({ differs, agoMs }, place) => ({
      bookId: `b${place}`,
      at: noon - agoMs,
      price: decimal(level * differs),
      before: { ...decimal(level * differs * 1.01), at: lastRound - agoMs },
    })),
  )

describe('listComparable of any round', () => {
  it('compares all prices of a calm market', () => {
    fc.assert(
      fc.property(anyRound, books => {
        expect(listComparable(books)).toEqual(books)
      }),
    )
  })

  it('compares exactly the prices after a jump at which two books and more have moved', () => {
    const jumps = fc.constantFrom(0.6, 0.7, 1.4, 1.8)
    fc.assert(
      fc.property(anyRound, jumps, fc.integer({ min: 0, max: 4_000 }), (books, jump, agoMs) => {
        const jumped = books.map(each =>
          each.at <= noon - agoMs ? each : { ...each, price: decimal(each.price.decimal * jump) },
        )
        const after = jumped.filter(({ at }) => at > noon - agoMs)
        fc.pre(after.length < books.length && after.length > 0)
        const kept = new Set(listComparable(jumped))
        expect(kept).toEqual(new Set(after.length === 1 ? [] : after))
      }),
      { numRuns: 1_000 },
    )
  })

  it('does not depend on the order of the books', () => {
    const anyBook = fc
      .tuple(
        fc.constantFrom(100, 150, 200, 300, 900),
        fc.integer({ min: 0, max: 12 }),
        fc.constantFrom(null, 100, 200, 900),
      )
      .map(([american, seconds, before]) => book(american, seconds, before))
    fc.assert(
      fc.property(fc.uniqueArray(anyBook, { selector: ({ bookId }) => bookId, maxLength: 10 }), books => {
        expect(new Set(listComparable(books.toReversed()))).toEqual(new Set(listComparable(books)))
      }),
      { numRuns: 2_000 },
    )
  })
})
