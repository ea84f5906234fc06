import { onTestFinished, describe, expect, it } from 'vitest'
import { ClosingPrices, type ClosingAnswer } from '../../../../src/main/ledger/settlement/closing-prices.ts'
import type { TicketFacts } from '../../../../src/shared/model/ticket/ticket.ts'
import { ledgerFilesIn } from '../../../../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { gradedLeg, gradingOf, legNamed, startOfTests, ticketOf } from '../../../support/ledger/tickets.ts'

const minute = 60_000
const start = startOfTests + 60 * minute
const priced = (text: string): ClosingAnswer => ({
  kind: 'priced',
  price: { text, format: 'american', decimal: 2 },
  links: null,
  limits: null,
})

const noCallLeft = 'The call limit left no call for it in the last minutes before the start.'

/** A ticket with a leg of its own. */
const soonOf = (name: string) => ticketOf({ legs: [legNamed(name), legNamed('Harbor City')] })

/** `known` is what is known without a call. */
function startClosing(
  answersOf: (ClosingAnswer | (() => ClosingAnswer))[],
  callsPerMinute = 10,
  known?: ClosingAnswer,
) {
  const clock = { now: startOfTests }
  const asked: TicketFacts[] = []
  const log = (error: unknown) => {
    throw error
  }
  const ledger = new Ledger({
    files: ledgerFilesIn(tempFolder()),
    isDemo: () => false,
    log,
    now: () => clock.now,
  })
  ledger.open()
  onTestFinished(() => ledger.close())
  const closing = new ClosingPrices({
    ledger,
    profileId: () => 'own',
    source: facts => {
      if (known !== undefined) return Promise.resolve(known)
      return Promise.resolve(() => {
        asked.push(facts)
        const next = answersOf.shift() ?? { kind: 'no-price' }
        return Promise.resolve(typeof next === 'function' ? next() : next)
      })
    },
    callsPerMinute: () => callsPerMinute,
    log,
    now: () => clock.now,
  })
  const lookAt = async (at: number) => {
    clock.now = at
    await closing.look()
  }
  const closingOf = (ticketId: number) => ledger.reads.lines([ticketId])[0]
  return { ledger, clock, asked, lookAt, closingOf, answersOf }
}

describe('the closing price', () => {
  it('is asked for twice in the last minutes; the last one counts', async () => {
    const { ledger, asked, lookAt, closingOf } = startClosing([priced('+480'), priced('+468')])
    const { ticketId } = ledger.record(ticketOf())
    await lookAt(start - 5 * minute)
    expect(asked).toHaveLength(0)
    for (const before of [230, 215, 50, 35]) await lookAt(start - before * 1_000)
    expect(asked).toHaveLength(2)
    expect(closingOf(ticketId)).toMatchObject({
      closing: { kind: 'priced', price: { text: '+468' } },
    })
    expect(closingOf(ticketId)?.clv).toBeCloseTo(6.12 / 5.68 - 1, 5)
  })

  it('stays the earlier one when the book gives none at last', async () => {
    const { ledger, lookAt, closingOf } = startClosing([priced('+480'), { kind: 'no-price' }])
    const { ticketId } = ledger.record(ticketOf())
    await lookAt(start - 3 * minute)
    await lookAt(start - 30_000)
    expect(closingOf(ticketId)?.closing).toMatchObject({ kind: 'priced', price: { text: '+480' } })
  })

  it.each<[ClosingAnswer, string]>([
    [{ kind: 'no-price' }, 'no price'],
    [{ kind: 'cannot-combine' }, 'combines'],
    [{ kind: 'message', text: 'Suspended' }, 'Suspended'],
    [{ kind: 'failed', failure: { kind: 'timed-out', afterMs: 1 } }, 'in time'],
    [{ kind: 'no-token', why: 'The board has 1 of 2 legs at this book.' }, '1 of 2'],
  ])('is marked as missing, with why: %j', async (answer, why) => {
    const { ledger, lookAt, closingOf } = startClosing([answer])
    const { ticketId } = ledger.record(ticketOf())
    await lookAt(start - 30_000)
    expect(closingOf(ticketId)?.closing.kind).toBe('none')
    await lookAt(start)
    const { closing, clv } = closingOf(ticketId) ?? {}
    expect(clv).toBeNull()
    expect(closing?.kind === 'unquotable' && closing.why).toContain(why)
  })

  it('is not that of legs which were corrected while the book was asked', async () => {
    const { ledger, lookAt, closingOf, answersOf } = startClosing([])
    const { ticketId } = ledger.record(soonOf('A'))
    answersOf.push(() => {
      ledger.correct(ticketId, ledger.facts(ticketId), 'one too many', [{ from: 0, leg: legNamed('A') }])
      return priced('+480')
    })
    await lookAt(start - 3 * minute)
    expect(closingOf(ticketId)?.closing.kind).toBe('none')
    answersOf.push(priced('-120'))
    await lookAt(start - 30_000)
    expect(closingOf(ticketId)?.closing).toMatchObject({ kind: 'priced', price: { text: '-120' } })
  })

  it('is never asked for once a game has started, nor for tickets that ended', async () => {
    const { ledger, asked, lookAt } = startClosing([])
    const early = legNamed('Early', { game: { ...legNamed('x').game, startAt: startOfTests - minute } })
    ledger.record(ticketOf({ legs: [legNamed('A'), early] }))
    const lost = ledger.record(ticketOf({ legs: [legNamed('A')] })).ticketId
    ledger.grade([gradedLeg(ledger, lost, 0, gradingOf('lost'))])
    await lookAt(start - 30_000)
    expect(asked).toHaveLength(0)
  })

  it('uses its slice of the calls only, the rest at the next look', async () => {
    const { ledger, asked, lookAt } = startClosing([], 2)
    for (const name of 'abcde') ledger.record(soonOf(name))
    await lookAt(start - 230_000)
    expect(asked).toHaveLength(2)
    await lookAt(start - 215_000)
    expect(asked).toHaveLength(2)
    await lookAt(start - 165_000)
    expect(asked).toHaveLength(4)
  })

  it('is asked for tickets without one first, and marked as missing for those no call was left for', async () => {
    const { ledger, asked, lookAt, closingOf } = startClosing(
      Array<ClosingAnswer>(20).fill(priced('+480')),
      2,
    )
    const ids = Array.from('abcdefghijkl').map(name => ledger.record(soonOf(name)).ticketId)
    for (let before = 240; before >= 0; before -= 15) await lookAt(start - before * 1_000)
    expect(asked.map(({ legs }) => legs[0]?.name)).toEqual(Array.from('abcdefgh'))
    const closings = ids.map(id => closingOf(id)?.closing)
    expect(closings.slice(0, 8).map(closing => closing?.kind)).toEqual(Array(8).fill('priced'))
    for (const closing of closings.slice(8))
      expect(closing).toMatchObject({ kind: 'unquotable', why: noCallLeft })
  })

  it('is one call for the same legs at the same book, in any order', async () => {
    const { ledger, asked, lookAt, closingOf } = startClosing([priced('+480'), priced('+100')])
    const facts = ticketOf()
    const ids = [facts, ticketOf({ legs: facts.legs.toReversed() })].map(each => ledger.record(each).ticketId)
    const elsewhere = ledger.record(ticketOf({ book: { id: 'delta', name: 'Delta' } })).ticketId
    await lookAt(start - 30_000)
    expect(asked).toHaveLength(2)
    for (const id of ids) expect(closingOf(id)?.closing).toMatchObject({ price: { text: '+480' } })
    expect(closingOf(elsewhere)?.closing).toMatchObject({ price: { text: '+100' } })
  })

  it('spends no call on what is known without one', async () => {
    const why = 'The board has 1 of 2 legs at this book.'
    const { ledger, asked, lookAt, closingOf } = startClosing([], 0, { kind: 'no-token', why })
    const { ticketId } = ledger.record(ticketOf())
    await lookAt(start - 30_000)
    await lookAt(start)
    expect(asked).toHaveLength(0)
    expect(closingOf(ticketId)?.closing).toMatchObject({ kind: 'unquotable', why })
  })

  it('of a single bet is of the time at which the book offered it', async () => {
    const at = start - 2 * minute
    const { ledger, lookAt, closingOf } = startClosing([], 10, {
      kind: 'offered',
      price: { text: '+480', format: 'american', decimal: 5.8 },
      at,
    })
    const { ticketId } = ledger.record(ticketOf({ legs: [legNamed('a')] }))
    await lookAt(start - 30_000)
    expect(closingOf(ticketId)?.closing).toMatchObject({ kind: 'priced', price: { text: '+480' }, at })
  })

  it('is asked for where no leg has a grade token, or the first one has none', async () => {
    const { ledger, asked, lookAt } = startClosing([])
    const later = { ...legNamed('x').game, startAt: start + minute }
    ledger.record(ticketOf({ legs: [legNamed('a', { grade: null }), legNamed('b', { grade: null })] }))
    ledger.record(ticketOf({ legs: [legNamed('c', { grade: null }), legNamed('d', { game: later })] }))
    ledger.record(ticketOf({ legs: [legNamed('e'), legNamed('f', { grade: null })] }))
    await lookAt(start - 30_000)
    expect(asked.map(({ legs }) => legs[0]?.name)).toEqual(['a', 'c', 'e'])
  })

  it('is marked as missing when the answer comes after the start', async () => {
    const { ledger, clock, lookAt, closingOf, answersOf } = startClosing([])
    const { ticketId } = ledger.record(ticketOf())
    answersOf.push(() => {
      clock.now = start + 5_000
      return priced('+480')
    })
    await lookAt(start - 30_000)
    expect(closingOf(ticketId)?.closing.kind).toBe('none')
    await lookAt(start + 10_000)
    expect(closingOf(ticketId)?.closing).toMatchObject({ why: 'The book did not answer before the start.' })
  })

  it('is marked as missing when the desk did not run; bets on a running game have none', async () => {
    const { ledger, lookAt, closingOf } = startClosing([])
    const before = ledger.record(ticketOf()).ticketId
    const live = ledger.record(ticketOf({ placedAt: start + minute, isLive: true })).ticketId
    await lookAt(start + 60 * minute)
    expect(closingOf(before)?.closing).toMatchObject({ kind: 'unquotable', at: start + 60 * minute })
    expect(closingOf(live)?.closing.kind).toBe('none')
    await lookAt(start + 61 * minute)
    expect(closingOf(before)?.closing).toMatchObject({ at: start + 60 * minute })
  })
})
