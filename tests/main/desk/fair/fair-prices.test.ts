import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { catchFailure } from '../../../support/account/account-fixture.ts'
import { at, failed, legAt, limitedFor, settle } from '../../../support/desk/scripted-desk.ts'
import { fairCell, startFair } from '../../../support/desk/scripted-fair.ts'
import { americanPrice } from '../../../support/shared/desk-rows.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The vector of VALUE: +180 +250 +390 +260, booksum 1.12472. */
const vector: Readonly<Record<string, number>> = {
  'one two': 180,
  'one -two': 250,
  '-one two': 390,
  '-one -two': 260,
}
const byVector = (outcome: string) => at(vector[outcome] ?? 100)
type Started = Awaited<ReturnType<typeof startFair>>

/** The first reason of a partition, or what it is. */
async function price({ fairPrices }: Started, cell = fairCell) {
  const { fair } = await fairPrices.price(cell, 'main')
  return fair?.result
}

describe('FairPrices plan', () => {
  it('lists all combinations of sides, own sides first, and makes no call', async () => {
    const { fairPrices, calls } = await startFair(['one', 'two', 'three'])
    const { outcomes, calls: cost, obstacle, fair } = await fairPrices.plan(fairCell)
    expect(outcomes.map(({ legs }) => legs.map(({ name }) => name).join(' '))).toEqual([
      'one two three',
      'one two -three',
      'one -two three',
      'one -two -three',
      '-one two three',
      '-one two -three',
      '-one -two three',
      '-one -two -three',
    ])
    expect({ cost, obstacle, fair, calls }).toEqual({ cost: 8, obstacle: null, fair: null, calls: [] })
  })

  it.each([1, 2, 3, 4])('of %i legs costs two to the power of it', async legs => {
    const names = ['one', 'two', 'three', 'four'].slice(0, legs)
    const { fairPrices } = await startFair(names)
    expect((await fairPrices.plan(fairCell)).calls).toBe(2 ** legs)
  })

  it('of more legs has no exact price', async () => {
    const { fairPrices } = await startFair(['one', 'two', 'three', 'four', 'five'])
    const { calls, obstacle } = await fairPrices.plan(fairCell)
    expect(calls).toBe(1)
    expect(obstacle).toBe('A fair price takes up to 4 legs; this parlay has 5.')
  })

  it.each([
    ['whole-line', '“two” can push, so its two sides aren’t all that can happen.'],
    ['three-way', '“two” can end in a draw, so its two sides aren’t all that can happen.'],
    ['refunded', '“two” can be refunded, so its two sides aren’t all that can happen.'],
    ['one-sided', '“two” has no single opposite side.'],
    ['missing', 'Your odds have no opposite side of “two”.'],
    ['gone', '“two” has left your odds, so its opposite side is unknown.'],
  ] as const)('says why a leg without an opposite side (%s) gives no number', async (kind, obstacle) => {
    const started = await startFair()
    started.script.sides = { two: { kind } }
    expect(await started.fairPrices.plan(fairCell)).toMatchObject({ calls: 1, obstacle })
    const result = await price(started)
    expect(result).toMatchObject({ kind: 'interval', reason: obstacle, high: 1 / 3.8 })
    expect(result?.kind === 'interval' && result.low).toBeCloseTo(1 / 3.8 / 1.35, 12)
    expect(started.calls).toHaveLength(1)
  })

  it('says which book lacks an opposite side’s token, at this book and the others', async () => {
    const { fairPrices, script } = await startFair()
    script.sides = { two: { kind: 'found', opposite: legAt('-two', ['b']) } }
    const { obstacle, others } = await fairPrices.plan(fairCell)
    expect(obstacle).toBe('Alpha has no opposite side of “two”.')
    expect(others.map(other => [other.bookId, other.obstacle])).toEqual([
      ['b', null],
      ['c', 'Charlie doesn’t offer every leg.'],
      ['d', 'Delta doesn’t offer every leg.'],
    ])
  })

  it('is refused for a parlay or book that is not there', async () => {
    const { fairPrices, script } = await startFair()
    const refused = { kind: 'not-found' }
    expect(await catchFailure(() => fairPrices.plan({ ...fairCell, parlayId: 9 }))).toMatchObject(refused)
    expect(await catchFailure(() => fairPrices.price({ ...fairCell, bookId: 'c' }, 'main'))).toMatchObject(
      refused,
    )
    script.books = []
    expect(await catchFailure(() => fairPrices.plan(fairCell))).toMatchObject(refused)
  })
})

describe('FairPrices price', () => {
  it('asks for all outcomes at once, and removes the margin', async () => {
    const started = await startFair()
    started.script.reply = byVector
    const result = await price(started)
    expect(started.calls.map(({ book, tokens }) => [book, tokens.join(' ')])).toEqual([
      ['a', 'a-one a-two'],
      ['a', 'a-one a--two'],
      ['a', 'a--one a-two'],
      ['a', 'a--one a--two'],
    ])
    if (result?.kind !== 'exact') throw new Error(JSON.stringify(result))
    expect(result.hold).toBeCloseTo(0.12472, 5)
    const rounded = result.chances.map(({ method, p }) => [method, Number(p.toFixed(6))])
    expect(Object.fromEntries(rounded)).toEqual({
      multiplicative: 0.31754,
      additive: 0.325964,
      power: 0.324144,
      oddsRatio: 0.320811,
      shin: 0.322949,
      probit: 0.321859,
      goto: 0.327636,
    })
  })

  it('is on the row, and kept with its quotes over a restart', async () => {
    const started = await startFair()
    started.script.reply = byVector
    await price(started)
    expect(started.changed).toEqual([1])
    const kept = { bookId: 'a', at: Date.now(), isUsed: false, madeFrom: americanPrice(180) }
    expect(started.rowFairs()).toMatchObject([kept])
    started.desk.close()
    const again = await startFair(undefined, started)
    expect(again.rowFairs()).toMatchObject([kept])
    const { fair, outcomes } = await again.fairPrices.plan(fairCell)
    expect(fair?.result.kind).toBe('exact')
    expect(outcomes.map(({ last }) => last?.outcome)).toEqual(Object.values(vector).map(at))
    expect(again.calls).toEqual([])
  })

  it('uses the quote on screen for the own sides while it is under 20 s old', async () => {
    const started = await startFair()
    started.desk.record(fairCell, { at: Date.now(), outcome: at(180) })
    vi.advanceTimersByTime(20_000)
    started.script.reply = byVector
    expect((await price(started))?.kind).toBe('exact')
    expect(started.calls.map(({ tokens }) => tokens.join(' '))).toEqual([
      'a-one a--two',
      'a--one a-two',
      'a--one a--two',
    ])
    vi.advanceTimersByTime(1)
    await price(started)
    expect(started.calls).toHaveLength(3 + 4)
  })

  it('asks for the own sides again when the others came too late for its quote', async () => {
    const started = await startFair()
    started.desk.record(fairCell, { at: Date.now(), outcome: at(500) })
    vi.advanceTimersByTime(15_000)
    started.script.reply = undefined
    const pricing = price(started)
    await vi.advanceTimersByTimeAsync(6_000)
    started.script.reply = byVector
    for (const { answer, tokens } of started.calls)
      answer(byVector(tokens.map(token => token.slice(2)).join(' ')))
    const result = await pricing
    expect(started.calls.at(-1)?.tokens).toEqual(['a-one', 'a-two'])
    expect(result?.kind === 'exact' && result.hold).toBeCloseTo(0.12472, 5)
  })

  it('records the answer to the own sides as a quote of the cell', async () => {
    const started = await startFair()
    started.script.reply = byVector
    await price(started)
    expect(started.desk.outcome(fairCell)).toEqual(at(180))
  })

  it.each([
    ['refuses an outcome', { kind: 'cannot-combine' }, 'Alpha can’t combine 1 of 4 outcomes.'],
    ['has no price for one', { kind: 'no-price' }, 'Alpha has no price for 1 of 4 outcomes.'],
    ['answers no price', { kind: 'message', text: 'n/a' }, 'Alpha has no price for 1 of 4 outcomes.'],
    ['fails', failed({ kind: 'timed-out', afterMs: 1 }), 'Calls for 1 of 4 outcomes failed.'],
    [
      'has no call left',
      failed({ kind: 'limited', untilAt: 2e6 }),
      'The call budget ended after 3 of 4 prices.',
    ],
  ] as const)('gives an interval with the reason when the book %s', async (_, outcome, reason) => {
    const started = await startFair()
    started.script.reply = name => (name === '-one two' ? outcome : byVector(name))
    const result = await price(started)
    expect(result).toMatchObject({ kind: 'interval', reason })
    if (result?.kind !== 'interval') return
    expect(result.low).toBeLessThan(0.3175)
    expect(result.high).toBeGreaterThan(0.3276)
  })

  it.each([
    [
      'too small a booksum',
      () => at(900),
      'The prices add up to less than 100%, so one is wrong or old; try again.',
    ],
    ['no price of the own sides', () => limitedFor(1), 'Not enough: the book gave no price for this parlay.'],
  ])('gives nothing but a sentence with %s', async (_, reply, reason) => {
    const started = await startFair()
    started.script.reply = reply
    expect(await price(started)).toEqual({ kind: 'none', reason })
  })

  it('stops after 20 s without the rest, and cancels their calls', async () => {
    const started = await startFair()
    started.script.reply = name => (name === '-one two' ? undefined : byVector(name))
    const pricing = price(started)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(started.calls[2]?.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(started.calls[2]?.signal.aborted).toBe(true)
    expect(await pricing).toMatchObject({ kind: 'interval', reason: 'Only 3 of 4 prices came within 20s.' })
  })

  it('sends nothing when the budget cannot send all calls within 20 s', async () => {
    const started = await startFair()
    started.script.msUntilSent = calls => (calls === 1 ? 1_000 : 21_500)
    expect(await price(started)).toEqual({
      kind: 'none',
      reason: 'The call budget can’t send 4 calls at once; try again in 22s.',
    })
    expect(started.calls).toEqual([])
    started.script.msUntilSent = calls => (calls === 1 ? 1_000 : 21_000)
    await price(started)
    expect(started.calls).toHaveLength(4)
  })

  it('sends nothing when the limit is below its calls, and says how many legs fit', async () => {
    const started = await startFair()
    started.script.callLimit = { limit: 3, limitFrom: 'user' }
    expect(await price(started)).toEqual({
      kind: 'none',
      reason:
        'Needs 4 calls within 20s; your limit is 3 a minute. A parlay of 1 leg fits (2 calls), or raise the limit in Settings.',
    })
    started.script.callLimit = { limit: 3, limitFrom: 'service' }
    expect(await price(started)).toEqual({
      kind: 'none',
      reason: 'Needs 4 calls within 20s; the service allows 3 a minute. A parlay of 1 leg fits (2 calls).',
    })
    expect(started.calls).toEqual([])
    started.script.callLimit = { limit: 4, limitFrom: 'user' }
    await price(started)
    expect(started.calls).toHaveLength(4)
  })

  it('needs one call less under the limit while the quote on screen is used', async () => {
    const started = await startFair()
    started.script.callLimit = { limit: 3, limitFrom: 'service' }
    started.desk.record(fairCell, { at: Date.now(), outcome: at(180) })
    started.script.reply = byVector
    expect((await price(started))?.kind).toBe('exact')
    expect(started.calls).toHaveLength(3)
  })

  it('is void when a side left the board meanwhile', async () => {
    const started = await startFair()
    started.script.reply = undefined
    const pricing = price(started)
    await settle()
    started.script.sides = { two: { kind: 'missing' } }
    for (const { answer } of started.calls) answer(at(280))
    expect(await pricing).toEqual({
      kind: 'none',
      reason: 'A side left your odds while it was being priced; try again.',
    })
  })

  it('gives what it has when it is stopped, which is not kept', async () => {
    const started = await startFair()
    started.script.reply = name => (name === '-one two' ? undefined : byVector(name))
    const pricing = price(started)
    await settle()
    started.fairPrices.cancel('blue')
    expect(started.calls[2]?.signal.aborted).toBe(false)
    started.fairPrices.cancel('main')
    expect(await pricing).toMatchObject({ kind: 'interval', reason: 'You stopped it after 3 of 4 prices.' })
    expect(started.rowFairs()).toEqual([])
  })

  it('is void with a suspect price of the own sides', async () => {
    const started = await startFair()
    started.script.books.forEach(({ id }) => {
      if (id !== 'a') started.desk.record({ ...fairCell, bookId: id }, { at: Date.now(), outcome: at(120) })
    })
    started.script.reply = byVector
    expect(await price(started)).toEqual({
      kind: 'none',
      reason: 'Alpha’s price of this parlay may be an error, so its fair price isn’t used.',
    })
    vi.advanceTimersByTime(31_000)
    expect((await price(started))?.kind).toBe('exact')
  })

  it('is void with a suspect price of another outcome', async () => {
    const books = ['a', 'b', 'c', 'd']
    const started = await startFair()
    started.script.sides = Object.fromEntries(
      ['one', 'two'].map(name => [name, { kind: 'found', opposite: legAt(`-${name}`, books) }]),
    )
    started.desk.parlay(1)
    for (const bookId of ['b', 'c', 'd'])
      started.fairStore.put(
        { ...fairCell, bookId },
        {
          at: Date.now(),
          outcomes: [
            {
              legs: ['one', '-two'].map(name => {
                const { key, market } = legAt(name)
                return { key, name, market }
              }),
              last: { at: Date.now(), outcome: at(150) },
            },
          ],
          result: { kind: 'none', reason: '' },
        },
      )
    started.script.reply = byVector
    expect(await price(started)).toEqual({
      kind: 'none',
      reason: 'Alpha’s price of one · -two may be an error, so its fair price isn’t used.',
    })
    vi.advanceTimersByTime(60_001)
    expect((await price(started))?.kind).toBe('exact')
  })

  it('remembers the largest hold of complete partitions by book and legs', async () => {
    const started = await startFair()
    const { script, fairStore } = started
    const classOf = (bookId: string, legs: number) => ({ profileId: 'demo', bookId, legs })
    script.reply = byVector
    await price(started)
    script.reply = () => at(295)
    vi.advanceTimersByTime(60_000)
    await price(started)
    expect(fairStore.maxHold(classOf('a', 2))).toBeCloseTo(0.12472, 5)
    expect(fairStore.maxHold(classOf('b', 2))).toBeUndefined()
    expect(fairStore.maxHold(classOf('a', 3))).toBeUndefined()
    script.sides = { two: { kind: 'three-way' } }
    script.reply = byVector
    vi.advanceTimersByTime(60_000)
    const result = await price(started)
    expect(result?.kind === 'interval' && result.low).toBeCloseTo(1 / 2.8 / 1.12472, 5)
  })
})

describe('FairPrices use', () => {
  it('marks a partition, which stays marked when it is priced again', async () => {
    const started = await startFair()
    started.script.reply = byVector
    await price(started)
    started.fairPrices.use(fairCell, true)
    expect(started.rowFairs()).toMatchObject([{ isUsed: true }])
    await price(started)
    expect(started.rowFairs()).toMatchObject([{ isUsed: true }])
    started.fairPrices.use(fairCell, false)
    expect(started.rowFairs()).toMatchObject([{ isUsed: false }])
  })

  it('is refused without an exact price', async () => {
    const started = await startFair()
    const invalid = { kind: 'invalid' }
    expect(await catchFailure(() => started.fairPrices.use(fairCell, true))).toMatchObject(invalid)
    started.script.sides = { two: { kind: 'three-way' } }
    await price(started)
    expect(await catchFailure(() => started.fairPrices.use(fairCell, true))).toMatchObject(invalid)
  })
})
