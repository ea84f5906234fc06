import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { ledgerMigrations } from '../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { allTickets } from '../../../src/shared/model/ticket/ledger-filter.ts'
import { parseTakenPrice } from '../../../src/shared/model/ticket/ticket.ts'
import {
  databaseIn,
  entriesOf,
  grade,
  kindsOf,
  legNamed,
  lineOf,
  openedLedger,
  startOfTests,
  ticketOf,
  totalsOf,
} from '../../support/ledger/tickets.ts'

function priceOf(text: string) {
  const taken = parseTakenPrice({ text, format: 'american' })
  if (!taken.ok) throw new Error(taken.sentence)
  return taken.price
}

describe('the user’s word', () => {
  it('stands over the legs until it is withdrawn', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    ledger.decide(ticketId, { kind: 'result', result: 'refunded' }, 'game moved')
    grade(ledger, ticketId, ['won', 'lost'])
    expect(lineOf(ledger, ticketId).result).toBe('refunded')
    ledger.decide(ticketId, { kind: 'withdrawn' }, 'it was played')
    expect(lineOf(ledger, ticketId)).toMatchObject({ result: 'lost', was: 'refunded' })
  })

  it('can be a cash-out, at any time', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    ledger.decide(ticketId, { kind: 'cash-out', payoutMinor: 5_050 }, 'took it')
    grade(ledger, ticketId, ['won', 'lost'])
    expect(lineOf(ledger, ticketId)).toMatchObject({ result: 'cashed-out', profitMinor: 1_050 })
  })

  it('on a leg stands beside what the service says', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf({ legs: [legNamed('Ada North', { grade: null })] }))
    ledger.decideLeg(ticketId, { place: 0, result: 'won', reason: 'seen' })
    expect(ledger.reads.ticket(ticketId).legs[0]).toMatchObject({
      result: 'won',
      source: 'hand',
      isGradable: false,
    })
    expect(lineOf(ledger, ticketId).result).toBe('won')
    ledger.decideLeg(ticketId, { place: 0, result: null, reason: 'not sure' })
    expect(lineOf(ledger, ticketId)).toMatchObject({ result: 'pending', was: 'won' })
  })

  it('on a leg that is not there is refused', () => {
    const { ledger } = openedLedger()
    ledger.record(ticketOf())
    expect(() => ledger.decideLeg(1, { place: 7, result: 'won', reason: 'x' })).toThrow('not-found')
    expect(() => ledger.decide(2, { kind: 'withdrawn' }, 'x')).toThrow('not-found')
  })
})

describe('a correction', () => {
  it('keeps the old value, and books stake and result anew', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    grade(ledger, ticketId, ['won', 'won'])
    ledger.correct(ticketId, { ...ticketOf(), stakeMinor: 5_000, tags: ['promo'] }, 'typed wrong')
    expect(lineOf(ledger, ticketId)).toMatchObject({
      stakeMinor: 5_000,
      profitMinor: 25_600,
      tags: ['promo'],
      was: null,
    })
    expect(ledger.reads.ticket(ticketId).history.find(({ kind }) => kind === 'corrected')).toMatchObject({
      changes: [
        { field: 'stake', was: '40.00 USD', is: '50.00 USD' },
        { field: 'tags', was: '', is: 'promo' },
      ],
    })
    expect(entriesOf(ledger, ticketId).filter(({ reverses }) => reverses !== null)).toHaveLength(2)
    expect(totalsOf(ledger)).toMatchObject({ stakedMinor: 5_000, profitMinor: 25_600, openRiskMinor: 0 })
  })

  it('moves a ticket to its other day, book and currency in lists and sums', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    const day = { placedAt: startOfTests - 86_400_000, day: '2026-11-19' }
    const book = { id: 'delta', name: 'Delta' }
    ledger.correct(ticketId, { ...ticketOf(), ...day, book, currency: 'EUR' }, 'other account')
    const at = (filter: object) =>
      ledger.reads.page({ filter: { ...allTickets, ...filter }, after: null, limit: 9 }).lines.length
    expect([at({ bookId: 'bravo' }), at({ bookId: 'delta' }), at({ fromDay: '2026-11-20' })]).toEqual([
      0, 1, 0,
    ])
    expect(totalsOf(ledger)).toMatchObject({ currency: 'EUR', openRiskMinor: 4_000 })
    expect(ledger.reads.totals({ ...allTickets, currency: 'USD' }).tickets).toBe(0)
    expect(ledger.reads.choices()).toMatchObject({ books: [book], currencies: ['EUR'] })
  })

  it('of nothing is none', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    ledger.correct(ticketId, ticketOf(), 'looked again')
    expect(kindsOf(ledger, ticketId)).toEqual(['recorded', 'entry'])
  })
})

describe('voiding', () => {
  it('takes a ticket out of lists and sums, and leaves its history', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    grade(ledger, ticketId, ['won', 'won'])
    ledger.void(ticketId, 'entered twice')
    expect(totalsOf(ledger)).toMatchObject({ tickets: 0, profitMinor: 0, openRiskMinor: 0 })
    expect(ledger.reads.page({ filter: allTickets, after: null, limit: 9 }).lines).toEqual([])
    const { isVoided, history } = ledger.reads.ticket(ticketId)
    expect([isVoided, history.at(-3)?.kind]).toEqual([true, 'voided'])
    expect(() => ledger.void(ticketId, 'again')).toThrow('not-found')
  })
})

describe('the closing price', () => {
  it('gives the value of the price taken', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    ledger.setClosing(ticketId, { kind: 'priced', price: priceOf('+468'), at: startOfTests })
    expect(lineOf(ledger, ticketId)).toMatchObject({ clv: 0.077465, isInClvPool: false })
    grade(ledger, ticketId, ['won', 'lost'])
    expect(totalsOf(ledger)).toMatchObject({ clvTickets: 1, clvMean: 0.077465 })
    expect(ledger.reads.bankroll(allTickets).points).toEqual([
      { day: '2026-11-20', profitMinor: -4_000, expectedMinor: 310, lowMinor: -9_014, highMinor: 9_634 },
    ])
  })

  it.each([
    ['refunded', ticketOf(), ['refunded', 'refunded']],
    ['boosted', ticketOf({ kind: 'boosted' }), ['won', 'lost']],
    ['in play', ticketOf({ isLive: true }), ['won', 'lost']],
  ] as const)('of a ticket that is %s is kept out of the mean', (_what, facts, results) => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(facts)
    ledger.setClosing(ticketId, { kind: 'priced', price: priceOf('+468'), at: startOfTests })
    grade(ledger, ticketId, results)
    expect(ledger.reads.clv(allTickets)).toMatchObject({
      tickets: 0,
      keptOut: 1,
      withoutClose: 0,
      mean: null,
    })
  })

  it('that could not be had is told, with why', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    const closing = { kind: 'unquotable' as const, why: 'The book had no price.', at: startOfTests }
    ledger.setClosing(ticketId, closing)
    expect(lineOf(ledger, ticketId)).toMatchObject({ closing, clv: null })
  })
})

describe('several acts together', () => {
  it('are all there', () => {
    const { ledger } = openedLedger()
    ledger.transact(() => {
      for (let n = 0; n < 20; n++) grade(ledger, ledger.record(ticketOf()).ticketId, ['won', 'lost'])
    })
    expect(totalsOf(ledger)).toMatchObject({ tickets: 20, lost: 20 })
  })

  it('are none when one of them fails, and numbers go on as if they had not been', () => {
    const { ledger } = openedLedger()
    const act = () => {
      ledger.record(ticketOf())
      ledger.void(99, 'not there')
    }
    expect(() => ledger.transact(act)).toThrow('not-found')
    expect(totalsOf(ledger).tickets).toBe(0)
    expect(ledger.record(ticketOf()).ticketId).toBe(1)
  })
})

describe('the window', () => {
  it('is told once of all that happened in a turn', async () => {
    const { ledger } = openedLedger()
    await once(ledger, 'changed')
    const { ticketId } = ledger.record(ticketOf())
    grade(ledger, ticketId, ['won', 'won'])
    const other = ledger.record(ticketOf()).ticketId
    ledger.void(other, 'twice')
    const changes: unknown[] = await once(ledger, 'changed')
    expect(changes[0]).toMatchObject({
      lines: [{ id: ticketId, result: 'won' }],
      gone: [other],
      isMany: false,
    })
    expect(changes[0]).toMatchObject({ status: { kind: 'open', tickets: 2 } })
  })
})

describe('after many acts at once', () => {
  it('the window is told when the lists have followed, and that it is not told all', async () => {
    const { ledger } = openedLedger()
    await once(ledger, 'changed')
    ledger.transact(() => {
      for (let n = 0; n < 250; n++) ledger.record(ticketOf())
    })
    const changes: unknown[] = await once(ledger, 'changed')
    expect(changes[0]).toMatchObject({ isMany: true, status: { tickets: 250 } })
    expect(changes[0]).toHaveProperty('lines.length', 200)
    expect(totalsOf(ledger).tickets).toBe(250)
  })
})

describe('a ledger that cannot be written', () => {
  it('refuses in plain words, and is as it was', () => {
    const { ledger, folder } = openedLedger()
    ledger.record(ticketOf())
    const other = openDatabase(databaseIn(folder), ledgerMigrations)
    other.exec('BEGIN IMMEDIATE')
    expect(() => ledger.record(ticketOf())).toThrow(
      expect.objectContaining({
        failure: { kind: 'storage', sentence: 'The file is in use by another program.' },
      }),
    )
    other.exec('ROLLBACK')
    other.close()
    expect(ledger.record(ticketOf()).ticketId).toBe(2)
    expect(totalsOf(ledger).tickets).toBe(2)
  })
})
