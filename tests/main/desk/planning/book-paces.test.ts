import { describe, expect, it } from 'vitest'
import { BookPaces, type PricePair } from '../../../../src/main/desk/planning/book-paces.ts'
import { createRandom } from '../../../../src/shared/value/numeric/random.ts'

const pair = (given: Partial<PricePair> = {}): PricePair => ({
  bookId: 'a',
  stage: 'before',
  gapMs: 20_000,
  move: 0,
  ...given,
})

/** Pairs of a book whose quotes have this half-life, seen after gaps of one to sixty seconds. */
function* seePairs(halfLifeMs: number, count: number, given: Partial<PricePair> = {}): Generator<PricePair> {
  const random = createRandom(7)
  for (let at = 0; at < count; at += 1) {
    const gapMs = 1_000 + random() * 59_000
    const hasMoved = random() > 2 ** (-gapMs / halfLifeMs)
    yield pair({ ...given, gapMs, move: hasMoved ? (random() < 0.5 ? 0.04 : -0.04) : 0 })
  }
}

function learn(...pairs: readonly Iterable<PricePair>[]): BookPaces {
  const paces = new BookPaces()
  for (const each of pairs) for (const one of each) paces.add(one)
  return paces
}

describe('BookPaces', () => {
  it.each([10_000, 30_000, 120_000])('finds a half-life of %d ms', halfLifeMs => {
    const { halfLifeMs: found, moveSize } = learn(seePairs(halfLifeMs, 2_000)).paceOf('a', 'before')
    expect(found / halfLifeMs).toBeGreaterThan(0.7)
    expect(found / halfLifeMs).toBeLessThan(1.4)
    expect(moveSize).toBeCloseTo(0.04, 2)
  })

  it('finds a quick book quicker than a slow one', () => {
    const paces = learn(seePairs(10_000, 500), seePairs(100_000, 500, { bookId: 'b' }))
    expect(paces.paceOf('b', 'before').halfLifeMs).toBeGreaterThan(4 * paces.paceOf('a', 'before').halfLifeMs)
  })

  it('starts at a guess, and takes for an unknown book the mean of the others', () => {
    expect(new BookPaces().paceOf('a', 'before').halfLifeMs).toBe(60_000)
    const paces = learn(seePairs(10_000, 1_000))
    expect(paces.paceOf('unknown', 'before').halfLifeMs).toBeLessThan(15_000)
  })

  it('believes the mean more than a few pairs of a book', () => {
    const paces = learn(seePairs(10_000, 1_000))
    const mean = paces.paceOf('b', 'before').halfLifeMs
    paces.add(pair({ bookId: 'b', gapMs: 60_000 }))
    const after = paces.paceOf('b', 'before').halfLifeMs
    expect(after).toBeGreaterThan(mean)
    expect(after).toBeLessThan(2 * mean)
  })

  it('keeps games under way apart', () => {
    const paces = learn(seePairs(5_000, 500, { stage: 'live' }))
    expect(paces.paceOf('a', 'before').halfLifeMs).toBe(60_000)
    expect(paces.paceOf('a', 'live').halfLifeMs).toBeLessThan(8_000)
  })

  it('forgets: a book that slows down is found slow', () => {
    const paces = learn(seePairs(5_000, 1_000), seePairs(100_000, 1_000))
    expect(paces.paceOf('a', 'before').halfLifeMs).toBeGreaterThan(60_000)
  })

  it('leaves out pairs that say nothing: no time between them, or a move that is no number', () => {
    const paces = learn([
      pair({ gapMs: 0 }),
      pair({ gapMs: -1 }),
      pair({ move: NaN }),
      pair({ move: Infinity }),
    ])
    expect(paces.paceOf('a', 'before')).toEqual(new BookPaces().paceOf('a', 'before'))
  })

  it('stays within a second and an hour', () => {
    const quick = learn(Array.from({ length: 3_000 }, () => pair({ gapMs: 10, move: 1 })))
    const slow = learn(Array.from({ length: 3_000 }, () => pair({ gapMs: 3_600_000 })))
    expect(quick.paceOf('a', 'before').halfLifeMs).toBe(1_000)
    expect(slow.paceOf('a', 'before').halfLifeMs).toBe(3_600_000)
  })

  it('names the half-lives of books with 20 pairs of their own, by stage', () => {
    const paces = learn(
      seePairs(10_000, 500),
      seePairs(10_000, 19, { bookId: 'b' }),
      seePairs(5_000, 500, { stage: 'live' }),
    )
    expect(paces.halfLives()).toEqual([
      {
        bookId: 'a',
        beforeMs: paces.paceOf('a', 'before').halfLifeMs,
        liveMs: paces.paceOf('a', 'live').halfLifeMs,
      },
    ])
    for (const one of seePairs(10_000, 30, { bookId: 'b' })) paces.add(one)
    expect(paces.halfLives()[1]).toMatchObject({ bookId: 'b', liveMs: null })
  })

  it('knows nothing after it was cleared', () => {
    const paces = learn(seePairs(5_000, 500))
    paces.clear()
    expect(paces.paceOf('a', 'before').halfLifeMs).toBe(60_000)
  })
})
