import { describe, expect, it } from 'vitest'
import type { LegRevision } from '../../../../src/main/ledger/log/record.ts'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { allTickets, newestFirst } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { parseTakenPrice, type TicketLeg } from '../../../../src/shared/model/ticket/ticket.ts'
import {
  readEntries,
  gradeLegs,
  makeGradedLeg,
  makeGrading,
  readKinds,
  makeLeg,
  readLine,
  openTestLedger,
  startOfTests,
  makeTicket,
  readTotals,
} from '../../../support/ledger/tickets.ts'

const [ada, city, ben] = [makeLeg('Ada North Over 27.5'), makeLeg('Harbor City'), makeLeg('Ben South')]

function recorded(legs: readonly TicketLeg[] = [ada, city, ben]) {
  const { ledger } = openTestLedger()
  const { ticketId: id } = ledger.record(makeTicket({ legs: [...legs] }))
  return { ledger, id, correct: (now: readonly LegRevision[]) => correct(ledger, id, now) }
}

function correct(ledger: Ledger, id: number, now: readonly LegRevision[]): void {
  ledger.correct(id, ledger.facts(id), 'misread the slip', now)
}

const legsOf = (ledger: Ledger, id: number) =>
  ledger.reads.ticket(id).legs.map(({ name, result, source }) => ({ name, result, source }))
const awaited = (ledger: Ledger) =>
  [...ledger.gradableLegs.awaited('own')].flat().map(leg => ({ place: leg.place, grade: leg.grade }))
const found = (ledger: Ledger, filter: object) =>
  ledger.reads.list.page({ filter: { ...allTickets, ...filter }, sort: newestFirst, after: null, limit: 9 })
    .lines.length

describe('correcting the token of a leg', () => {
  const other = { ...ada, grade: 'the-right-one' }
  const now = [
    { from: 0, leg: other },
    { from: 1, leg: city },
    { from: 2, leg: ben },
  ]

  it('drops its grading and queues it again, and the other legs keep theirs', () => {
    const { ledger, id, correct } = recorded()
    gradeLegs(ledger, id, ['lost', 'won', 'pending'])
    correct(now)
    expect(legsOf(ledger, id)).toEqual([
      { name: ada.name, result: 'pending', source: null },
      { name: city.name, result: 'won', source: 'service' },
      { name: ben.name, result: 'pending', source: 'service' },
    ])
    expect(awaited(ledger)).toEqual([
      { place: 0, grade: 'the-right-one' },
      { place: 2, grade: ben.grade },
    ])
  })

  it('reopens a settled ticket, which then settles by the new token, and keeps each entry', () => {
    const { ledger, id, correct } = recorded()
    gradeLegs(ledger, id, ['lost', 'won', 'won'])
    expect(readLine(ledger, id)).toMatchObject({ result: 'lost', profitMinor: -4_000 })
    correct(now)
    expect(readLine(ledger, id)).toMatchObject({ result: 'pending', was: 'lost', profitMinor: null })
    expect(readTotals(ledger)).toMatchObject({ openRiskMinor: 4_000, profitMinor: 0 })
    ledger.grade([makeGradedLeg(ledger, id, 0, makeGrading('won'))])
    expect(readLine(ledger, id)).toMatchObject({ result: 'won', profitMinor: 20_480 })
    const results = readEntries(ledger, id).filter(({ entry }) => entry === 'result')
    expect(results.map(({ movement }) => movement.profitMinor)).toEqual([-4_000, 4_000, 20_480])
  })

  it('ignores a late answer to the old token', () => {
    const { ledger, id, correct } = recorded()
    const late = makeGradedLeg(ledger, id, 0, makeGrading('lost'))
    correct(now)
    expect(ledger.grade([late])).toEqual([])
    expect(legsOf(ledger, id)[0]).toMatchObject({ result: 'pending', source: null })
  })

  it('drops a result by hand, as that was of another bet, but an added token keeps it', () => {
    const { ledger, id, correct } = recorded([ada, { ...city, grade: null }])
    for (const place of [0, 1]) ledger.decideLeg(id, { place, result: 'won', reason: 'seen' })
    correct([
      { from: 0, leg: other },
      { from: 1, leg: city },
    ])
    expect(legsOf(ledger, id)).toMatchObject([{ result: 'pending' }, { result: 'won', source: 'hand' }])
  })
})

describe('removing a leg', () => {
  it('keeps the other legs’ gradings and results by hand', () => {
    const { ledger, id, correct } = recorded()
    gradeLegs(ledger, id, ['lost', 'pending', 'won'])
    ledger.decideLeg(id, { place: 0, result: 'refunded', reason: 'seen' })
    ledger.decideLeg(id, { place: 1, result: 'won', reason: 'seen' })
    correct([1, 2].map(from => ({ from, leg: [ada, city, ben][from] ?? ada })))
    expect(legsOf(ledger, id)).toEqual([
      { name: city.name, result: 'won', source: 'hand' },
      { name: ben.name, result: 'won', source: 'service' },
    ])
    expect(readLine(ledger, id)).toMatchObject({ result: 'won', legs: { won: 2, refunded: 0 } })
  })

  it('removes its progress, and keeps that of the other legs', () => {
    const { ledger, id, correct } = recorded()
    const soFar = (name: string) =>
      makeGrading('pending', { players: [{ name, position: null, score: 6 }], status: '2nd quarter' })
    ledger.grade([0, 1, 2].map(place => makeGradedLeg(ledger, id, place, soFar(`of ${place}`))))
    correct([
      { from: 1, leg: city },
      { from: 2, leg: { ...ben, grade: 'another' } },
    ])
    const players = ledger.reads.ticket(id).legs.map(({ grading }) => grading?.players[0]?.name)
    expect(players).toEqual(['of 1', undefined])
  })

  it('removes it from lists, sums and exposure', () => {
    const { ledger, id, correct } = recorded([ada, { ...city, market: 'Moneyline' }])
    expect([found(ledger, { market: 'Moneyline' }), found(ledger, { text: 'harbor' })]).toEqual([1, 1])
    const game = { ...ada.game, title: 'Elsewhere', short: 'ELS', league: 'NBL' }
    correct([{ from: 0, leg: { ...ada, name: 'Zoe West Over 3.5', game } }])
    const by = [{ market: 'Moneyline' }, { league: 'UBL' }, { text: 'harbor' }, { text: 'north' }]
    expect(by.map(filter => found(ledger, filter))).toEqual([0, 0, 0, 0])
    expect([found(ledger, { league: 'NBL' }), found(ledger, { text: 'zoe' })]).toEqual([1, 1])
    expect(readLine(ledger, id).title).toBe('West O3.5 pts')
    expect(ledger.reads.exposure(allTickets)).toMatchObject({
      games: [{ label: 'Elsewhere', tickets: 1 }],
      players: [{ label: 'Zoe West' }],
      legs: [{ label: 'Zoe West Over 3.5' }],
    })
  })
})

describe('adding a leg', () => {
  it('reopens the ticket until the leg has ended too', () => {
    const { ledger, id, correct } = recorded([ada])
    gradeLegs(ledger, id, ['won'])
    correct([
      { from: 0, leg: ada },
      { from: null, leg: city },
    ])
    expect(readLine(ledger, id)).toMatchObject({
      result: 'pending',
      was: 'won',
      legs: { won: 1, pending: 1 },
    })
    gradeLegs(ledger, id, ['won', 'lost'])
    expect(readLine(ledger, id)).toMatchObject({ result: 'lost', profitMinor: -4_000 })
  })
})

describe('a correction of legs', () => {
  it('appears in the history with the old values, and earlier gradings under the names of that time', () => {
    const { ledger, id, correct } = recorded()
    gradeLegs(ledger, id, ['lost', 'won', 'pending'])
    correct([
      { from: 1, leg: { ...city, grade: 'g-2' } },
      { from: 2, leg: { ...ben, name: 'Benjamin South' } },
      { from: null, leg: { ...ada, price: null } },
    ])
    ledger.grade([0, 1].map(place => makeGradedLeg(ledger, id, place, makeGrading('lost'))))
    const { history } = ledger.reads.ticket(id)
    expect(history.find(({ kind }) => kind === 'corrected')).toMatchObject({
      changes: [],
      legs: [
        { kind: 'changed', name: city.name, changes: [{ field: 'grade', was: 'given', is: 'another' }] },
        { kind: 'changed', name: 'Ben South', changes: [{ field: 'name', is: 'Benjamin South' }] },
        { kind: 'added', name: ada.name },
        { kind: 'removed', name: ada.name },
      ],
      reason: 'misread the slip',
    })
    const graded = history.flatMap(item => (item.kind === 'graded' ? [item] : []))
    expect(graded).toMatchObject([
      { place: null, name: ada.name, was: 'pending', is: 'lost' },
      { place: null, name: city.name, was: 'pending', is: 'won' },
      { place: 0, name: city.name, was: 'pending', is: 'lost' },
      { place: 1, name: 'Benjamin South', was: 'pending', is: 'lost' },
    ])
  })

  it('combines with a correction of terms, and records nothing when neither differs', () => {
    const { ledger, id } = recorded([ada, city])
    const same = [ada, city].map((leg, from) => ({ from, leg: structuredClone(leg) }))
    ledger.correct(id, ledger.facts(id), 'checked', same)
    expect(readKinds(ledger, id)).toEqual(['recorded', 'entry'])
    const now = [{ from: 1, leg: city }]
    ledger.correct(id, { ...ledger.facts(id), stakeMinor: 5_000 }, 'misread the slip', now)
    expect(readKinds(ledger, id)).toEqual(['recorded', 'entry', 'corrected', 'entry', 'entry'])
    expect(ledger.facts(id)).toMatchObject({ stakeMinor: 5_000, legs: [city] })
  })

  it('drops the closing price of other legs, and keeps that of the same legs', () => {
    const taken = parseTakenPrice({ text: '+468', format: 'american' })
    const { ledger, id, correct } = recorded([ada, city])
    if (taken.ok) ledger.setClosing(id, { kind: 'priced', price: taken.price, at: startOfTests })
    correct([
      { from: 0, leg: { ...ada, name: 'Ada N. Over 27.5', grade: 'g-2' } },
      { from: 1, leg: city },
    ])
    expect(readLine(ledger, id).closing.kind).toBe('priced')
    correct([{ from: 1, leg: city }])
    expect(readLine(ledger, id)).toMatchObject({ closing: { kind: 'none' }, clv: null })
  })

  it('keeps an entered payout', () => {
    const { ledger, id, correct } = recorded([ada, city])
    gradeLegs(ledger, id, ['won', 'won'])
    ledger.decide(id, { kind: 'payout', payoutMinor: 24_000 }, 'as paid')
    correct([
      { from: 0, leg: ada },
      { from: 1, leg: { ...city, grade: 'g-2' } },
    ])
    expect(readLine(ledger, id)).toMatchObject({ result: 'won', profitMinor: 20_000 })
    gradeLegs(ledger, id, ['won', 'lost'])
    expect(readLine(ledger, id)).toMatchObject({ result: 'review', review: 'payout-contested' })
  })
})
