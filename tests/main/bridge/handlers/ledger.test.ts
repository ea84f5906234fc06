import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createLedgerHandlers } from '../../../../src/main/bridge/handlers/ledger.ts'
import { allTickets, newestFirst } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import type { LegDetail } from '../../../../src/shared/model/ticket/ticket-detail.ts'
import type { CorrectedLeg, TicketDraft } from '../../../../src/shared/model/ticket/ticket-draft.ts'
import { openReports } from '../../../support/ledger/open-reports.ts'
import { makeLeg, openTestLedger, startOfTests } from '../../../support/ledger/tickets.ts'

const books = [{ id: 'bravo', name: 'Bravo', hostId: 'bravo', isOn: true }]

function handlers(legs = [makeLeg('Ada North Over 27.5'), makeLeg('Harbor City')]) {
  const { ledger, folder } = openTestLedger()
  const reports = openReports(ledger, folder)
  const origin = () => Promise.resolve({ profileId: 'own', isDemo: false, legs })
  return createLedgerHandlers({ ledger, reports, books: () => books, origin })
}

const terms: Omit<TicketDraft, 'uid' | 'legs'> = {
  bookId: 'bravo',
  bookName: null,
  placedAt: startOfTests,
  stake: '1,234.50',
  currency: 'USD',
  price: { text: '+512', format: 'american' },
  kind: 'normal',
  isLive: false,
  tags: ['promo', 'promo'],
  note: '',
}

const draft = (given: Partial<TicketDraft> = {}): TicketDraft => ({
  ...terms,
  uid: randomUUID(),
  legs: { kind: 'parlay', parlayId: 7, quoteId: 8 },
  ...given,
})

/** The legs of a ticket as the window sends them when they stay. */
const asTheyAre = (legs: readonly LegDetail[]): CorrectedLeg[] =>
  legs.map(({ place, name, market, game, price, oddsId, isGradable }) => ({
    ...{ kind: 'typed', from: place, name, market, game: game.title, league: game.league },
    ...{ startAt: game.startAt, price, oddsId, grade: null, keepsGrade: isGradable },
  }))

describe('the ledger’s calls', () => {
  it('record what was typed, to the cent, at the book by its name', async () => {
    const calls = handlers()
    const { ticketId } = await calls.record(draft())
    const { line } = await calls.ticket({ ticketId })
    expect(line).toMatchObject({ stakeMinor: 123_450, potentialMinor: 755_514, tags: ['promo'] })
    expect(line).toMatchObject({
      book: { id: 'bravo', name: 'Bravo' },
      price: { text: '+512', decimal: 6.12 },
    })
  })

  it('keep the reason to doubt a suspect price, in the ticket until its price is corrected, in the history for good', async () => {
    const calls = handlers()
    const priceWarning = 'May be an error: 52% above the other books’ median.'
    const legs = { kind: 'parlay', parlayId: 7, quoteId: 8, priceWarning } as const
    const { ticketId } = await calls.record(draft({ legs }))
    const ticket = await calls.ticket({ ticketId })
    expect(ticket).toMatchObject({ priceWarning, parlayId: 7 })
    expect(ticket.history[0]).toMatchObject({ kind: 'recorded', priceWarning })
    const corrected = await calls.correct({
      ticketId,
      terms: { ...terms, price: { text: '+400', format: 'american' } },
      legs: asTheyAre(ticket.legs),
      reason: 'the book paid less',
    })
    expect(corrected.priceWarning).toBeNull()
    expect(corrected.history[0]).toMatchObject({ priceWarning })
    const plain = await calls.record(draft())
    expect(await calls.ticket(plain)).toMatchObject({ priceWarning: null })
  })

  it('record a ticket in the account that was chosen, and refuse one that is not here', async () => {
    const accountId = randomUUID()
    await expect(handlers().record(draft({ accountId }))).rejects.toThrow('not-found')
    const calls = handlers()
    const { ticketId } = await calls.record(draft({ accountId: null }))
    expect((await calls.ticket({ ticketId })).line.accountId).toBeUndefined()
  })

  it.each<[string, Partial<TicketDraft>]>([
    ['stake', { stake: 'forty' }],
    ['stake', { stake: '0.00' }],
    ['stake', { stake: '999999999', price: { text: '+999900', format: 'american' } }],
    ['price', { price: { text: '-50', format: 'american' } }],
    ['price', { price: { text: '1,250', format: 'decimal' } }],
  ])('refuse a %s that cannot be, beside its field, and record nothing', async (field, given) => {
    const calls = handlers()
    const failure: unknown = expect.objectContaining({ kind: 'invalid', field })
    await expect(calls.record(draft(given))).rejects.toMatchObject({ failure })
    expect(await calls.totals({ filter: allTickets })).toMatchObject({ tickets: 0 })
  })

  it('record and correct texts without characters that no file holds, and tokens as they are', async () => {
    const grade = `\0${'g'.repeat(19_000)}`
    const calls = handlers([makeLeg('Ada\0 No\u200brth\u0007', { market: '\u202ePoints\0', grade })])
    const { ticketId } = await calls.record(
      draft({ note: '\0 one\n\u2066two\ud800', tags: ['pro\0m\u200do'] }),
    )
    const { line, note, legs } = await calls.ticket({ ticketId })
    expect({ note, tags: line.tags }).toEqual({ note: 'one\ntwo\ufffd', tags: ['promo'] })
    expect(legs[0]).toMatchObject({ name: 'Ada North', market: 'Points', isGradable: true })
    const corrected = { ...terms, note: 'three\0' }
    const { history } = await calls.correct({
      ...{ ticketId, terms: corrected, reason: 'more' },
      legs: asTheyAre(legs),
    })
    const change = { field: 'note', was: 'one\ntwo\ufffd', is: 'three' }
    expect(history.at(-1)).toMatchObject({ kind: 'corrected', changes: [change], legs: [] })
  })

  it('refuse what could not come back from a file, and record nothing', async () => {
    const calls = handlers([makeLeg('A'), makeLeg('B', { market: 'x'.repeat(201) })])
    const sentence: unknown = expect.stringMatching(/^The legs 2 market can’t be saved/)
    await expect(calls.record(draft())).rejects.toMatchObject({ failure: { field: 'legs', sentence } })
    expect(await calls.totals({ filter: allTickets })).toMatchObject({ tickets: 0 })
  })

  it('correct, decide and take out, and answer the ticket as it is then', async () => {
    const calls = handlers()
    const { ticketId } = await calls.record(draft())
    const now = { ...terms, stake: '40', bookId: 'gone' }
    const [first] = asTheyAre((await calls.ticket({ ticketId })).legs)
    const legs = first === undefined ? [] : [{ ...first, grade: 'another' }]
    const corrected = await calls.correct({ ticketId, terms: now, legs, reason: 'typed wrong' })
    expect(corrected.legs).toMatchObject([{ name: 'Ada North Over 27.5', isGradable: true }])
    expect(corrected.line).toMatchObject({ stakeMinor: 4_000, book: { id: 'gone', name: 'gone' } })
    const decided = await calls.decide({
      ticketId,
      decision: { kind: 'cash-out', payout: '55.05' },
      reason: 'took it',
    })
    expect(decided.line).toMatchObject({ result: 'cashed-out', profitMinor: 1_505 })
    const leg = await calls.decideLeg({ ticketId, place: 0, result: 'won', reason: 'seen' })
    expect(leg.legs[0]).toMatchObject({ result: 'won', source: 'hand' })
    await calls.void({ ticketId, reason: 'twice' })
    expect(await calls.page({ filter: allTickets, sort: newestFirst, after: null, limit: 5 })).toEqual({
      lines: [],
      next: null,
    })
  })

  it('list a refund policy for every book, and keep what is saved', async () => {
    const calls = handlers()
    const untouched = { policy: 'ask', source: '', asOf: null, changedAt: null }
    expect(await calls.policies(null)).toEqual({
      policies: [{ bookId: 'bravo', bookName: 'Bravo', ...untouched }],
    })
    const saved = { policy: 'void_all', source: 'house rules', asOf: '2026-11-01' } as const
    expect(await calls.savePolicy({ bookId: 'delta', ...saved })).toEqual({
      policies: [
        { bookId: 'bravo', bookName: 'Bravo', ...untouched },
        { bookId: 'delta', bookName: 'delta', ...saved, changedAt: startOfTests },
      ],
    })
  })

  it('answer every question of an empty ledger', async () => {
    const calls = handlers()
    const filter = allTickets
    expect(await calls.profitBy({ filter, by: 'league' })).toEqual({
      currency: 'USD',
      by: 'league',
      rows: [],
    })
    expect(await calls.bankroll({ filter })).toMatchObject({ points: [], settled: 0 })
    expect(await calls.clv({ filter })).toMatchObject({ tickets: 0, mean: null })
    expect(await calls.exposure({ filter: allTickets })).toMatchObject({ games: [], oneAway: [] })
    expect(await calls.choices(null)).toMatchObject({ books: [], currencies: [] })
    expect(await calls.snapshot(null)).toMatchObject({ status: { kind: 'open' } })
  })
})
