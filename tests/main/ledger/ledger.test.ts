import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { ledgerMigrations } from '../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { allTickets, newestFirst } from '../../../src/shared/model/ticket/ledger-filter.ts'
import { parseTakenPrice } from '../../../src/shared/model/ticket/ticket.ts'
import {
  databaseIn,
  readEntries,
  gradeLegs,
  readKinds,
  makeLeg,
  readLine,
  openTestLedger,
  startOfTests,
  makeTicket,
  readTotals,
} from '../../support/ledger/tickets.ts'

function priceOf(text: string) {
  const taken = parseTakenPrice({ text, format: 'american' })
  if (!taken.ok) throw new Error(taken.sentence)
  return taken.price
}

describe('Ledger.decide', () => {
  it('overrides the legs until the decision is withdrawn', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    ledger.decide(ticketId, { kind: 'result', result: 'refunded' }, 'game moved')
    gradeLegs(ledger, ticketId, ['won', 'lost'])
    expect(readLine(ledger, ticketId).result).toBe('refunded')
    ledger.decide(ticketId, { kind: 'withdrawn' }, 'it was played')
    expect(readLine(ledger, ticketId)).toMatchObject({ result: 'lost', was: 'refunded' })
  })

  it('accepts a cash-out at any time', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    ledger.decide(ticketId, { kind: 'cash-out', payoutMinor: 5_050 }, 'took it')
    gradeLegs(ledger, ticketId, ['won', 'lost'])
    expect(readLine(ledger, ticketId)).toMatchObject({ result: 'cashed-out', profitMinor: 1_050 })
  })

  it('sets a leg by hand beside the service, and withdraws it', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket({ legs: [makeLeg('Ada North', { grade: null })] }))
    ledger.decideLeg(ticketId, { place: 0, result: 'won', reason: 'seen' })
    expect(ledger.reads.ticket(ticketId).legs[0]).toMatchObject({
      result: 'won',
      source: 'hand',
      isGradable: false,
    })
    expect(readLine(ledger, ticketId).result).toBe('won')
    ledger.decideLeg(ticketId, { place: 0, result: null, reason: 'not sure' })
    expect(readLine(ledger, ticketId)).toMatchObject({ result: 'pending', was: null })
  })

  it('refuses a leg or a ticket that does not exist', () => {
    const { ledger } = openTestLedger()
    ledger.record(makeTicket())
    expect(() => ledger.decideLeg(1, { place: 7, result: 'won', reason: 'x' })).toThrow('not-found')
    expect(() => ledger.decide(2, { kind: 'withdrawn' }, 'x')).toThrow('not-found')
  })
})

describe('Ledger.correct', () => {
  it('keeps the old value, and books stake and result again', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    gradeLegs(ledger, ticketId, ['won', 'won'])
    ledger.correct(ticketId, { ...makeTicket(), stakeMinor: 5_000, tags: ['promo'] }, 'typed wrong')
    expect(readLine(ledger, ticketId)).toMatchObject({
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
    expect(readEntries(ledger, ticketId).filter(({ reverses }) => reverses !== null)).toHaveLength(2)
    expect(readTotals(ledger)).toMatchObject({ stakedMinor: 5_000, profitMinor: 25_600, openRiskMinor: 0 })
  })

  it('moves a ticket to another day, book and currency in lists and sums', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    const day = { placedAt: startOfTests - 86_400_000, day: '2026-11-19' }
    const book = { id: 'delta', name: 'Delta' }
    ledger.correct(ticketId, { ...makeTicket(), ...day, book, currency: 'EUR' }, 'other account')
    const at = (filter: object) =>
      ledger.reads.list.page({
        filter: { ...allTickets, ...filter },
        sort: newestFirst,
        after: null,
        limit: 9,
      }).lines.length
    expect([at({ bookId: 'bravo' }), at({ bookId: 'delta' }), at({ fromDay: '2026-11-20' })]).toEqual([
      0, 1, 0,
    ])
    expect(readTotals(ledger)).toMatchObject({ currency: 'EUR', openRiskMinor: 4_000 })
    expect(ledger.reads.sums.totals({ ...allTickets, currency: 'USD' }).tickets).toBe(0)
    expect(ledger.reads.choices()).toMatchObject({ books: [book], currencies: ['EUR'] })
  })

  it('records nothing when nothing differs', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    ledger.correct(ticketId, makeTicket(), 'checked')
    expect(readKinds(ledger, ticketId)).toEqual(['recorded', 'entry'])
  })
})

describe('Ledger.void', () => {
  it('removes a ticket from lists and sums, and keeps its history', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    gradeLegs(ledger, ticketId, ['won', 'won'])
    ledger.void(ticketId, 'entered twice')
    expect(readTotals(ledger)).toMatchObject({ tickets: 0, profitMinor: 0, openRiskMinor: 0 })
    expect(
      ledger.reads.list.page({ filter: allTickets, sort: newestFirst, after: null, limit: 9 }).lines,
    ).toEqual([])
    const { isVoided, history } = ledger.reads.ticket(ticketId)
    expect([isVoided, history.at(-3)?.kind]).toEqual([true, 'voided'])
    expect(() => ledger.void(ticketId, 'again')).toThrow('not-found')
  })
})

describe('Ledger.setClosing', () => {
  it('values the price taken', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    ledger.setClosing(ticketId, { kind: 'priced', price: priceOf('+468'), at: startOfTests })
    expect(readLine(ledger, ticketId)).toMatchObject({ clv: 0.077465, isInClvPool: false })
    gradeLegs(ledger, ticketId, ['won', 'lost'])
    expect(readTotals(ledger)).toMatchObject({ clvTickets: 1, clvMean: 0.077465 })
    expect(ledger.reads.sums.bankroll(allTickets).points).toEqual([
      { day: '2026-11-20', profitMinor: -4_000, expectedMinor: 310, lowMinor: -9_014, highMinor: 9_634 },
    ])
  })

  it.each([
    ['refunded', makeTicket(), ['refunded', 'refunded']],
    ['boosted', makeTicket({ kind: 'boosted' }), ['won', 'lost']],
    ['live', makeTicket({ isLive: true }), ['won', 'lost']],
  ] as const)('keeps a ticket that is %s out of the mean', (_case, facts, results) => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(facts)
    ledger.setClosing(ticketId, { kind: 'priced', price: priceOf('+468'), at: startOfTests })
    gradeLegs(ledger, ticketId, results)
    expect(ledger.reads.sums.clv(allTickets)).toMatchObject({
      tickets: 0,
      keptOut: 1,
      withoutClose: 0,
      mean: null,
    })
  })

  it('shows the reason that a price could not be had', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    const closing = { kind: 'unquotable' as const, why: 'The book had no price.', at: startOfTests }
    ledger.setClosing(ticketId, closing)
    expect(readLine(ledger, ticketId)).toMatchObject({ closing, clv: null })
  })
})

describe('a commit of several writes', () => {
  it('keeps all writes', () => {
    const { ledger } = openTestLedger()
    ledger.core.log.commit(() => {
      for (let n = 0; n < 20; n++) gradeLegs(ledger, ledger.record(makeTicket()).ticketId, ['won', 'lost'])
    })
    expect(readTotals(ledger)).toMatchObject({ tickets: 20, lost: 20 })
  })

  it('keeps none when one fails, and gives their ids to later tickets', () => {
    const { ledger } = openTestLedger()
    const write = () => {
      ledger.record(makeTicket())
      ledger.void(99, 'not there')
    }
    expect(() => ledger.core.log.commit(write)).toThrow('not-found')
    expect(readTotals(ledger).tickets).toBe(0)
    expect(ledger.record(makeTicket()).ticketId).toBe(1)
  })
})

describe('the changed event', () => {
  it('comes once for all changes of an event-loop turn', async () => {
    const { ledger } = openTestLedger()
    await once(ledger, 'changed')
    const { ticketId } = ledger.record(makeTicket())
    gradeLegs(ledger, ticketId, ['won', 'won'])
    const other = ledger.record(makeTicket()).ticketId
    ledger.void(other, 'twice')
    const changes: unknown[] = await once(ledger, 'changed')
    expect(changes[0]).toMatchObject({
      lines: [{ id: ticketId, result: 'won' }],
      gone: [other],
      isMany: false,
    })
    expect(changes[0]).toMatchObject({ status: { kind: 'open', tickets: 2 } })
  })

  it('comes after many writes when the tables have caught up, and says that it does not list all', async () => {
    const { ledger } = openTestLedger()
    await once(ledger, 'changed')
    ledger.core.log.commit(() => {
      for (let n = 0; n < 250; n++) ledger.record(makeTicket())
    })
    const changes: unknown[] = await once(ledger, 'changed')
    expect(changes[0]).toMatchObject({ isMany: true, status: { tickets: 250 } })
    expect(changes[0]).toHaveProperty('lines.length', 200)
    expect(readTotals(ledger).tickets).toBe(250)
  })
})

describe('a ledger that cannot be written', () => {
  it('refuses with a sentence, and stays unchanged', () => {
    const { ledger, folder } = openTestLedger()
    ledger.record(makeTicket())
    const other = openDatabase(databaseIn(folder), ledgerMigrations)
    other.exec('BEGIN IMMEDIATE')
    expect(() => ledger.record(makeTicket())).toThrow(
      expect.objectContaining({
        failure: {
          kind: 'storage',
          sentence: 'The file is in use by another app.',
          remedy: 'Close that app, then try again.',
        },
      }),
    )
    other.exec('ROLLBACK')
    other.close()
    expect(ledger.record(makeTicket()).ticketId).toBe(2)
    expect(readTotals(ledger).tickets).toBe(2)
  })
})
