import { onTestFinished, describe, expect, it, vi } from 'vitest'
import { ClosingPrices, type ClosingAnswer } from '../../../../src/main/ledger/settlement/closing-prices.ts'
import type { ClosingMargin } from '../../../../src/main/ledger/settlement/closing-margin.ts'
import type { TicketFacts } from '../../../../src/shared/model/ticket/ticket.ts'
import { ledgerFilesIn } from '../../../../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import {
  makeGradedLeg,
  makeGrading,
  makeLeg,
  startOfTests,
  makeTicket,
} from '../../../support/ledger/tickets.ts'

const minute = 60_000
const start = startOfTests + 60 * minute
const priced = (text: string): ClosingAnswer => ({
  kind: 'priced',
  price: { text, format: 'american', decimal: 2 },
  links: null,
  limits: null,
})

const noCallLeft = 'No calls were left just before the start.'

/** A ticket with a leg of its own. */
const ticketWith = (name: string) => makeTicket({ legs: [makeLeg(name), makeLeg('Harbor City')] })

/** `known`: an answer known without a call. */
function startClosing(
  answers: (ClosingAnswer | (() => ClosingAnswer))[],
  callsPerMinute = 10,
  known?: ClosingAnswer,
  margin?: ClosingMargin,
) {
  const clock = { now: startOfTests }
  const asked: TicketFacts[] = []
  /** Prices that the desk got for itself, oldest first. */
  const own: { readonly text: string; readonly at: number }[] = []
  const kept: number[] = []
  const keptForMs: number[] = []
  const log = vi.fn((error: unknown): unknown => {
    throw error
  })
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
        const next = answers.shift() ?? { kind: 'no-price' }
        return Promise.resolve(typeof next === 'function' ? next() : next)
      })
    },
    margin: () => Promise.resolve(margin),
    lastPrice: (_, { after, before }) => {
      const last = own.findLast(({ at }) => at > after && at < before)
      return last && { ...last, price: { text: last.text, format: 'american', decimal: 2 } }
    },
    callsPerMinute: () => callsPerMinute,
    keepFree: (calls, forMs) => {
      kept.push(calls)
      keptForMs.push(forMs)
    },
    log,
    now: () => clock.now,
  })
  const checkAt = async (at: number) => {
    clock.now = at
    await closing.check()
  }
  const getClosing = (ticketId: number) => ledger.reads.list.lines([ticketId])[0]
  return { ledger, log, clock, closing, asked, own, kept, keptForMs, checkAt, getClosing, answers }
}

describe('ClosingPrices', () => {
  it('asks twice in the last minutes, and keeps the last price', async () => {
    const { ledger, asked, checkAt, getClosing } = startClosing([priced('+480'), priced('+468')])
    const { ticketId } = ledger.record(makeTicket())
    await checkAt(start - 5 * minute)
    expect(asked).toHaveLength(0)
    for (const before of [230, 215, 50, 35]) await checkAt(start - before * 1_000)
    expect(asked).toHaveLength(2)
    expect(getClosing(ticketId)).toMatchObject({
      closing: { kind: 'priced', price: { text: '+468' } },
    })
    expect(getClosing(ticketId)?.clv).toBeCloseTo(6.12 / 5.68 - 1, 5)
  })

  it('once the game has started, keeps the last price that the desk got for itself, with the margin known', async () => {
    const margin = { by: 'singles', share: 0.9 } as const
    const { ledger, own, checkAt, getClosing } = startClosing([priced('+300')], 10, undefined, margin)
    const { ticketId } = ledger.record(makeTicket())
    await checkAt(start - 50_000)
    own.push(
      { text: '+280', at: start - 55_000 },
      { text: '+260', at: start - 5_000 },
      { text: '+900', at: start },
    )
    await checkAt(start - 1_000)
    expect(getClosing(ticketId)).toMatchObject({ closing: { price: { text: '+300' } } })
    await checkAt(start + 10_000)
    const closing = { kind: 'priced', price: { text: '+260' }, at: start - 5_000 }
    expect(getClosing(ticketId)).toMatchObject({ closing })
    const last = () => ledger.core.log.ofTicket(ticketId).at(-1)
    expect(last()?.record).toMatchObject({ closing: { fair: { p: 0.25, by: 'singles' } } })
    const before = last()
    await checkAt(start + 25_000)
    expect(last()).toEqual(before)
  })

  it('takes the desk’s own price where the book was not asked, if it is of the last four minutes', async () => {
    const closingOf = async (at: number) => {
      const { ledger, own, checkAt, getClosing } = startClosing([])
      const { ticketId } = ledger.record(makeTicket())
      own.push({ text: '+280', at })
      await checkAt(start + 10_000)
      return getClosing(ticketId)?.closing.kind
    }
    expect(await closingOf(start - 4 * minute)).toBe('unquotable')
    expect(await closingOf(start - 4 * minute + 1)).toBe('priced')
  })

  it('keeps the closing price with the chance that the book’s margin leaves of it', async () => {
    const margin = { by: 'singles', share: 0.9 } as const
    const { ledger, checkAt } = startClosing([priced('+300')], 10, undefined, margin)
    const { ticketId } = ledger.record(makeTicket())
    await checkAt(start - 30_000)
    const [record] = ledger.core.log.ofTicket(ticketId).slice(-1)
    expect(record?.record).toMatchObject({ kind: 'closed', closing: { fair: { p: 0.225, by: 'singles' } } })
  })

  it('keeps calls free from a minute before they are due, and gives back what is not needed', async () => {
    const { ledger, closing, kept, keptForMs, checkAt } = startClosing([], 3)
    for (const name of ['A', 'A', 'B', 'C', 'D']) ledger.record(ticketWith(name))
    const lastKept = async (before: number) => {
      await checkAt(start - before)
      return kept.at(-1)
    }
    // Four bets are due at four minutes, and three calls a minute may be used.
    expect(await lastKept(6 * minute)).toBe(0)
    expect(await lastKept(5 * minute)).toBe(3)
    expect(await lastKept(4 * minute)).toBe(0)
    expect(await lastKept(2.9 * minute)).toBe(0)
    expect(await lastKept(70_000)).toBe(3)
    // Two checks long, so that one that comes late finds them still free.
    expect(new Set(keptForMs)).toEqual(new Set([30_000]))
    closing.stop()
    expect(kept.at(-1)).toBe(0)
  })

  it('does not use the ledger once it was stopped, as at the end of the program', async () => {
    const { ledger, closing, kept, checkAt, answers } = startClosing([])
    ledger.record(makeTicket())
    answers.push(() => {
      closing.stop()
      ledger.close()
      return priced('+480')
    })
    await expect(checkAt(start - 30_000)).resolves.toBeUndefined()
    expect(kept.at(-1)).toBe(0)
  })

  it('asks nothing once it was stopped while the way to a price was looked for', async () => {
    const { ledger, closing, asked, checkAt } = startClosing([])
    ledger.record(makeTicket())
    const checked = checkAt(start - 30_000)
    closing.stop()
    await checked
    expect(asked).toEqual([])
  })

  it('makes no second call for a check that another one overtook', async () => {
    const { ledger, asked, checkAt } = startClosing([])
    ledger.record(makeTicket())
    await Promise.all([checkAt(start - 30_000), checkAt(start - 30_000)])
    expect(asked).toHaveLength(1)
  })

  it('asks again for tickets with a price in the order of their starts', async () => {
    const { ledger, asked, checkAt } = startClosing(Array<ClosingAnswer>(4).fill(priced('+480')))
    for (const name of 'ab') ledger.record(ticketWith(name))
    await checkAt(start - 230_000)
    await checkAt(start - 30_000)
    expect(asked.map(({ legs }) => legs[0]?.name)).toEqual(['a', 'b', 'a', 'b'])
  })

  it('checks every 15 seconds until it is stopped, and logs a check that failed', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { closing, log } = startClosing([])
    const failed = new Promise(resolve => {
      log.mockImplementationOnce(resolve)
    })
    const broken = new Error('broken')
    const check = vi.spyOn(closing, 'check').mockResolvedValue(undefined).mockRejectedValueOnce(broken)
    closing.start()
    closing.start()
    vi.advanceTimersByTime(14_999)
    expect(check).not.toHaveBeenCalled()
    vi.advanceTimersByTime(15_001)
    expect(check).toHaveBeenCalledTimes(2)
    closing.stop()
    expect(vi.getTimerCount()).toBe(0)
    return expect(failed).resolves.toBe(broken)
  })

  it('keeps no call free for a single bet, whose price is the board’s', async () => {
    const { ledger, kept, checkAt } = startClosing([])
    ledger.record(makeTicket({ legs: [makeLeg('Harbor City')] }))
    await checkAt(start - 5 * minute)
    expect(kept).toEqual([0])
  })

  it('keeps the earlier price when the book gives none at last', async () => {
    const { ledger, checkAt, getClosing } = startClosing([priced('+480'), { kind: 'no-price' }])
    const { ticketId } = ledger.record(makeTicket())
    await checkAt(start - 3 * minute)
    await checkAt(start - 30_000)
    expect(getClosing(ticketId)?.closing).toMatchObject({ kind: 'priced', price: { text: '+480' } })
  })

  it.each<[ClosingAnswer, string]>([
    [{ kind: 'no-price' }, 'no price'],
    [{ kind: 'cannot-combine' }, 'combined'],
    [{ kind: 'message', text: 'Suspended' }, 'Suspended'],
    [{ kind: 'failed', failure: { kind: 'timed-out', afterMs: 1 } }, 'in time'],
    [{ kind: 'no-token', why: 'Your odds have 1 of 2 legs at this book.' }, '1 of 2'],
    [priced('soon'), 'unreadable'],
  ])('marks a price as missing with the reason: %j', async (answer, why) => {
    const { ledger, checkAt, getClosing } = startClosing([answer])
    const { ticketId } = ledger.record(makeTicket())
    await checkAt(start - 30_000)
    expect(getClosing(ticketId)?.closing.kind).toBe('none')
    await checkAt(start)
    const { closing, clv } = getClosing(ticketId) ?? {}
    expect(clv).toBeNull()
    expect(closing?.kind === 'unquotable' && closing.why).toContain(why)
  })

  it('drops the price of legs that were corrected while the book was asked', async () => {
    const { ledger, checkAt, getClosing, answers } = startClosing([])
    const { ticketId } = ledger.record(ticketWith('A'))
    answers.push(() => {
      ledger.correct(ticketId, ledger.facts(ticketId), 'one too many', [{ from: 0, leg: makeLeg('A') }])
      return priced('+480')
    })
    await checkAt(start - 3 * minute)
    expect(getClosing(ticketId)?.closing.kind).toBe('none')
    answers.push(priced('-120'))
    await checkAt(start - 30_000)
    expect(getClosing(ticketId)?.closing).toMatchObject({ kind: 'priced', price: { text: '-120' } })
  })

  it('never asks once a game has started, nor for tickets that ended', async () => {
    const { ledger, asked, checkAt } = startClosing([])
    const early = makeLeg('Early', { game: { ...makeLeg('x').game, startAt: startOfTests - minute } })
    ledger.record(makeTicket({ legs: [makeLeg('A'), early] }))
    const lost = ledger.record(makeTicket({ legs: [makeLeg('A')] })).ticketId
    ledger.grade([makeGradedLeg(ledger, lost, 0, makeGrading('lost'))])
    await checkAt(start - 30_000)
    expect(asked).toHaveLength(0)
  })

  it('uses its share of the calls only, and asks for the others at the next check', async () => {
    const { ledger, asked, checkAt } = startClosing([], 2)
    for (const name of 'abcde') ledger.record(ticketWith(name))
    await checkAt(start - 230_000)
    expect(asked).toHaveLength(2)
    await checkAt(start - 215_000)
    expect(asked).toHaveLength(2)
    await checkAt(start - 170_000)
    expect(asked).toHaveLength(4)
  })

  it('asks for tickets without a price first, and marks those that no call was left for', async () => {
    const { ledger, asked, checkAt, getClosing } = startClosing(
      Array<ClosingAnswer>(20).fill(priced('+480')),
      2,
    )
    const ids = Array.from('abcdefghijkl').map(name => ledger.record(ticketWith(name)).ticketId)
    for (let before = 240; before >= 0; before -= 15) await checkAt(start - before * 1_000)
    expect(asked.map(({ legs }) => legs[0]?.name)).toEqual(Array.from('abcdefgh'))
    const closings = ids.map(id => getClosing(id)?.closing)
    expect(closings.slice(0, 8).map(closing => closing?.kind)).toEqual(Array(8).fill('priced'))
    for (const closing of closings.slice(8))
      expect(closing).toMatchObject({ kind: 'unquotable', why: noCallLeft })
  })

  it('makes one call for the same legs at the same book, in any order', async () => {
    const { ledger, asked, checkAt, getClosing } = startClosing([priced('+480'), priced('+100')])
    const facts = makeTicket()
    const ids = [facts, makeTicket({ legs: facts.legs.toReversed() })].map(
      each => ledger.record(each).ticketId,
    )
    const elsewhere = ledger.record(makeTicket({ book: { id: 'delta', name: 'Delta' } })).ticketId
    await checkAt(start - 30_000)
    expect(asked).toHaveLength(2)
    for (const id of ids) expect(getClosing(id)?.closing).toMatchObject({ price: { text: '+480' } })
    expect(getClosing(elsewhere)?.closing).toMatchObject({ price: { text: '+100' } })
  })

  it('spends no call on a price that is known without one', async () => {
    const why = 'Your odds have 1 of 2 legs at this book.'
    const { ledger, asked, checkAt, getClosing } = startClosing([], 0, { kind: 'no-token', why })
    const { ticketId } = ledger.record(makeTicket())
    await checkAt(start - 30_000)
    await checkAt(start)
    expect(asked).toHaveLength(0)
    expect(getClosing(ticketId)?.closing).toMatchObject({ kind: 'unquotable', why })
  })

  it('keeps the time of the book’s offer with the price of a single bet', async () => {
    const at = start - 2 * minute
    const { ledger, checkAt, getClosing } = startClosing([], 10, {
      kind: 'offered',
      price: { text: '+480', format: 'american', decimal: 5.8 },
      at,
    })
    const { ticketId } = ledger.record(makeTicket({ legs: [makeLeg('a')] }))
    await checkAt(start - 30_000)
    expect(getClosing(ticketId)?.closing).toMatchObject({ kind: 'priced', price: { text: '+480' }, at })
  })

  it('asks for tickets where no leg, or not the first, has a grade token', async () => {
    const { ledger, asked, checkAt } = startClosing([])
    const later = { ...makeLeg('x').game, startAt: start + minute }
    ledger.record(makeTicket({ legs: [makeLeg('a', { grade: null }), makeLeg('b', { grade: null })] }))
    ledger.record(makeTicket({ legs: [makeLeg('c', { grade: null }), makeLeg('d', { game: later })] }))
    ledger.record(makeTicket({ legs: [makeLeg('e'), makeLeg('f', { grade: null })] }))
    await checkAt(start - 30_000)
    expect(asked.map(({ legs }) => legs[0]?.name)).toEqual(['a', 'c', 'e'])
  })

  it('marks a price as missing when the answer comes after the start', async () => {
    const { ledger, clock, checkAt, getClosing, answers } = startClosing([])
    const { ticketId } = ledger.record(makeTicket())
    answers.push(() => {
      clock.now = start
      return priced('+480')
    })
    await checkAt(start - 30_000)
    expect(getClosing(ticketId)?.closing.kind).toBe('none')
    await checkAt(start + 10_000)
    expect(getClosing(ticketId)?.closing).toMatchObject({ why: 'The book didn’t respond before the start.' })
  })

  it('marks a price as missing when the desk did not run, but not of a bet on a running game', async () => {
    const { ledger, checkAt, getClosing } = startClosing([])
    const before = ledger.record(makeTicket()).ticketId
    const live = ledger.record(makeTicket({ placedAt: start, isLive: true })).ticketId
    await checkAt(start + 60 * minute)
    expect(getClosing(before)?.closing).toMatchObject({
      kind: 'unquotable',
      why: 'The desk wasn’t running just before the start.',
      at: start + 60 * minute,
    })
    expect(getClosing(live)?.closing.kind).toBe('none')
    await checkAt(start + 61 * minute)
    expect(getClosing(before)?.closing).toMatchObject({ at: start + 60 * minute })
  })
})
