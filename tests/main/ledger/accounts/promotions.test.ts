import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import type { AccountRecord } from '../../../../src/shared/model/accounts/account-record.ts'
import type { PromotionTerms } from '../../../../src/shared/model/accounts/promotion.ts'
import { toLocalDay } from '../../../../src/main/ledger/tickets/parse-draft.ts'
import { Refusal } from '../../../../src/shared/failure.ts'
import { allTickets, newestFirst } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { exportLedger, importFile, readText } from '../../../support/ledger/import-export.ts'
import {
  addEntry,
  openAccount,
  profitBoost,
  promotionIds,
  testAccounts,
} from '../../../support/ledger/random-accounts.ts'
import { makeTicket, openTestLedger, startOfTests } from '../../../support/ledger/tickets.ts'

const [promotionId, otherId] = promotionIds
const promotion = (terms: Partial<typeof profitBoost> | object = {}, id: string = promotionId) =>
  ({
    kind: 'account-promotion',
    promotionId: id,
    terms: { ...profitBoost, ...terms },
    note: '',
  }) as const satisfies AccountRecord
const ended = { kind: 'account-promotion-ended', promotionId, note: '' } as const satisfies AccountRecord
const undo = (of: number) => ({ kind: 'account-undone', of, note: '' }) as const satisfies AccountRecord

function open() {
  const { ledger, folder } = openTestLedger()
  return { ledger, folder, accountId: openAccount(ledger) }
}
const promotionsOf = (ledger: Ledger) => ledger.accounts.overview().accounts[0]?.promotions

function failureOf(run: () => unknown) {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error.failure
    throw error
  }
  return undefined
}

describe('A promotion of an account', () => {
  it('is listed with its terms, and changes no balance', () => {
    const { ledger, accountId } = open()
    addEntry(ledger, accountId, promotion())
    expect(promotionsOf(ledger)).toEqual([
      {
        promotionId,
        terms: profitBoost,
        usesLeft: 2,
        ended: null,
        tickets: [],
        playThrough: null,
        worthMinor: 2 * 0.5 * 0.75 * 5_000,
      },
    ])
    expect(ledger.accounts.overview().accounts[0]).toMatchObject({ balanceMinor: 0 })
    expect(ledger.accounts.items(accountId).items[0]).toMatchObject({ amountMinor: 0, canUndo: true })
  })

  it('gets new terms under the same id, and undoing that brings the old ones back', () => {
    const { ledger, accountId } = open()
    addEntry(ledger, accountId, promotion())
    const seq = addEntry(ledger, accountId, promotion({ percent: 25 }))
    addEntry(ledger, accountId, promotion({}, otherId))
    expect(promotionsOf(ledger)?.map(({ terms }) => 'percent' in terms && terms.percent)).toEqual([25, 50])
    addEntry(ledger, accountId, undo(seq))
    expect(promotionsOf(ledger)?.map(({ terms }) => 'percent' in terms && terms.percent)).toEqual([50, 50])
  })

  it('is ended once, and is open again after that was undone', () => {
    const { ledger, accountId } = open()
    expect(failureOf(() => addEntry(ledger, accountId, ended))).toMatchObject({
      sentence: 'This promotion isn’t in the account, or has ended.',
    })
    addEntry(ledger, accountId, promotion())
    const seq = addEntry(ledger, accountId, ended)
    expect(promotionsOf(ledger)).toMatchObject([{ ended: { seq } }])
    expect(failureOf(() => addEntry(ledger, accountId, ended))).toMatchObject({ kind: 'invalid' })
    addEntry(ledger, accountId, undo(seq))
    expect(promotionsOf(ledger)).toMatchObject([{ ended: null }])
  })

  it('is removed by undoing its first record, unless a later one is about it', () => {
    const { ledger, accountId } = open()
    const first = addEntry(ledger, accountId, promotion())
    const last = addEntry(ledger, accountId, ended)
    expect(failureOf(() => addEntry(ledger, accountId, undo(first)))).toMatchObject({
      sentence: 'Undo the later record that refers to it first.',
    })
    addEntry(ledger, accountId, undo(last))
    addEntry(ledger, accountId, undo(first))
    expect(promotionsOf(ledger)).toEqual([])
  })

  it('is spent by the tickets that name it, and by a deleted one no more', () => {
    const { ledger, accountId } = open()
    addEntry(ledger, accountId, promotion())
    const record = () => ledger.record(makeTicket({ accountId, promotionId, kind: 'boosted' })).ticketId
    const [first, second] = [record(), record()]
    ledger.record(makeTicket({ accountId }))
    expect(promotionsOf(ledger)).toMatchObject([{ usesLeft: 0 }])
    expect(promotionsOf(ledger)?.[0]?.tickets.map(({ ticketId }) => ticketId)).toEqual([first, second])
    expect(promotionsOf(ledger)?.[0]?.tickets[0]?.title).toBe(ledger.reads.ticket(first).line.title)
    ledger.void(first, 'entered twice')
    expect(promotionsOf(ledger)).toMatchObject([{ usesLeft: 1, tickets: [{ ticketId: second }] }])
    ledger.correct(second, { ...ledger.facts(second), promotionId: null }, 'none used')
    expect(promotionsOf(ledger)).toMatchObject([{ usesLeft: 2, tickets: [] }])
  })

  it('is open to bets at its book until it is spent, or its account is closed', () => {
    const { ledger, accountId } = open()
    const openAt = () => [...ledger.accounts.openPromotions()].map(([bookId, all]) => [bookId, all.length])
    expect(openAt()).toEqual([])
    addEntry(ledger, accountId, promotion())
    expect(openAt()).toEqual([[ledger.accounts.overview().accounts[0]?.book.id, 1]])
    const closed = { kind: 'account-state', state: { kind: 'closed' }, note: '' } as const
    const seq = addEntry(ledger, accountId, closed)
    expect(openAt()).toEqual([])
    addEntry(ledger, accountId, undo(seq))
    const use = () => ledger.record(makeTicket({ accountId, promotionId, kind: 'boosted' }))
    use()
    expect(openAt()).toHaveLength(1)
    use()
    expect(openAt()).toEqual([])
  })

  it('is used only by a ticket of its account', () => {
    const { ledger, accountId } = open()
    openAccount(ledger, testAccounts[1])
    addEntry(ledger, accountId, promotion())
    for (const given of [{}, { accountId: null }])
      expect(failureOf(() => ledger.record(makeTicket({ ...given, promotionId })))).toMatchObject({
        field: 'promotionId',
        sentence: 'Choose the account of the promotion.',
      })
    const other = makeTicket({ accountId: testAccounts[1].accountId, promotionId })
    expect(failureOf(() => ledger.record(other))).toMatchObject({ field: 'promotionId' })
    const { ticketId } = ledger.record(makeTicket({ accountId }))
    const terms = { ...ledger.facts(ticketId), promotionId: otherId }
    expect(failureOf(() => ledger.correct(ticketId, terms, 'boosted'))).toMatchObject({
      sentence: 'This promotion is of another account. Choose one of this account.',
    })
  })

  it('is named in the history of a ticket whose promotion was corrected', () => {
    const { ledger, accountId } = open()
    addEntry(ledger, accountId, promotion({ name: 'Saturday boost' }))
    const { ticketId } = ledger.record(makeTicket({ accountId }))
    ledger.correct(ticketId, { ...ledger.facts(ticketId), promotionId }, 'boosted')
    const { history, line } = ledger.reads.ticket(ticketId)
    expect(line.promotionId).toBe(promotionId)
    expect(history.flatMap(item => (item.kind === 'corrected' ? item.changes : []))).toEqual([
      { field: 'promotion', was: '', is: 'Saturday boost' },
    ])
  })

  it('finds the tickets that used it', () => {
    const { ledger, accountId } = open()
    addEntry(ledger, accountId, promotion())
    const { ticketId } = ledger.record(makeTicket({ accountId, promotionId }))
    ledger.record(makeTicket({ accountId }))
    const list = (id: string) => {
      const also = [{ kind: 'promotion', label: 'Boost', promotionId: id }] as const
      const filter = { ...allTickets, also }
      return ledger.reads.list
        .page({ filter, sort: newestFirst, after: null, limit: 9 })
        .lines.map(({ id }) => id)
    }
    expect(list(promotionId)).toEqual([ticketId])
    expect(list(otherId)).toEqual([])
  })

  it.each(['json', 'csv'] as const)('comes back with its tickets from an exported %s file', async format => {
    const { ledger, folder, accountId } = open()
    addEntry(ledger, accountId, promotion())
    addEntry(ledger, accountId, ended)
    ledger.record(makeTicket({ accountId, promotionId }))
    const path = await exportLedger(ledger, folder, format)
    expect(readText(path)).toContain(promotionId)
    const { ledger: other } = openTestLedger()
    if (format === 'csv') await importFile(other, await exportLedger(ledger, folder, 'json'))
    const { preview } = await importFile(other, path)
    expect(preview.bad).toBe(0)
    expect(other.reads.ticket(1).line.promotionId).toBe(promotionId)
    expect(promotionsOf(other)).toMatchObject([{ usesLeft: 1, ended: {}, tickets: [{ ticketId: 1 }] }])
  })
})

describe('The play-through of a deposit match', () => {
  const match = {
    ...{ name: '', minOdds: null, minLegs: null, startsAt: null, endsAt: null, uses: 1 },
    ...{ kind: 'depositMatch', percent: 100, maxStakeMinor: 20_000 },
    ...{ playThrough: 2, playThroughOf: 'bonus' },
  } as const satisfies PromotionTerms
  const today = toLocalDay(startOfTests)
  const deposit = (amountMinor: number, day = today) =>
    ({ kind: 'account-deposit', amountMinor, holder: 'Main', day, note: '' }) as const
  const playThrough = (ledger: Ledger) => promotionsOf(ledger)?.[0]?.playThrough

  it('begins with the first deposit from the day on which the match was added', () => {
    const { ledger, accountId } = open()
    addEntry(ledger, accountId, deposit(5_000, '2020-01-01'))
    addEntry(ledger, accountId, promotion(match))
    expect(playThrough(ledger)).toBeNull()
    addEntry(ledger, accountId, deposit(30_000))
    addEntry(ledger, accountId, deposit(10_000))
    expect(playThrough(ledger)).toMatchObject({ day: today, depositMinor: 30_000, bonusMinor: 20_000 })
    addEntry(ledger, accountId, promotion({ ...match, startsAt: new Date(2020, 0, 1).getTime() }))
    expect(playThrough(ledger)).toMatchObject({ day: '2020-01-01', bonusMinor: 5_000 })
  })

  it('is done by the own stakes of decided tickets of the account since then', () => {
    const { ledger, accountId } = open()
    const other = openAccount(ledger, testAccounts[1])
    addEntry(ledger, accountId, promotion(match))
    addEntry(ledger, accountId, deposit(10_000))
    const record = (given: Parameters<typeof makeTicket>[0]) =>
      ledger.record(makeTicket({ accountId, day: today, placedAt: startOfTests, ...given })).ticketId
    const decided = record({ stakeMinor: 3_000 })
    const refunded = record({ stakeMinor: 700 })
    record({ stakeMinor: 1_000 })
    record({ stakeMinor: 5_000, kind: 'bonus' })
    record({ stakeMinor: 5_000, accountId: other })
    record({ stakeMinor: 5_000, day: '2020-01-01' })
    ledger.void(record({ stakeMinor: 5_000 }), 'entered twice')
    ledger.decide(decided, { kind: 'result', result: 'lost' }, 'as the book says')
    ledger.decide(refunded, { kind: 'result', result: 'refunded' }, 'as the book says')
    expect(playThrough(ledger)).toMatchObject({
      ...{ neededMinor: 20_000, doneMinor: 3_000, openMinor: 1_000, leftMinor: 16_000 },
      worthMinor: 10_000 - 0.05 * 16_000,
    })
  })
})

describe('The worth of promotions', () => {
  const bonusBet = {
    ...{ name: '', minOdds: null, minLegs: null, startsAt: null, endsAt: null, uses: 1 },
    ...{ kind: 'bonusBet', maxStakeMinor: 10_000 },
  } as const satisfies PromotionTerms
  const worthOf = (ledger: Ledger) => {
    const { currencies, bonusWorth } = ledger.accounts.overview()
    return { bonusWorth, promotionsMinor: currencies[0]?.promotionsMinor }
  }

  it('follows the user’s own bonus bets from the thirtieth decided one on', () => {
    const { ledger, accountId } = open()
    addEntry(ledger, accountId, promotion(bonusBet))
    const bet = (result: 'won' | 'lost' | 'refunded', given: Parameters<typeof makeTicket>[0] = {}) => {
      const priced = { text: '+400', format: 'american' } as const
      const { ticketId } = ledger.record(makeTicket({ kind: 'bonus', stakeMinor: 1_000, priced, ...given }))
      ledger.decide(ticketId, { kind: 'result', result }, 'as the book says')
    }
    for (let n = 0; n < 28; n++) bet('lost', { fair: { p: 0.15, source: 'partition' } })
    bet('won')
    bet('refunded')
    bet('lost', { kind: 'normal' })
    expect(worthOf(ledger)).toEqual({
      bonusWorth: { worth: 0.7, bets: 29, isOwn: false },
      promotionsMinor: 7_000,
    })
    bet('lost')
    const worth = (28 * 0.15 * 4 + 4) / 30
    const { bonusWorth, promotionsMinor } = worthOf(ledger)
    expect(bonusWorth).toMatchObject({ bets: 30, isOwn: true })
    expect(bonusWorth.worth).toBeCloseTo(worth, 12)
    expect(promotionsMinor).toBe(Math.round(10_000 * worth))
  })

  it('counts no promotion that is over or of a closed account, and a match until its bonus is in the balance', () => {
    const { ledger, accountId } = open()
    addEntry(ledger, accountId, promotion({ ...bonusBet, endsAt: 1 }))
    expect(worthOf(ledger).promotionsMinor).toBe(0)
    const match = { ...bonusBet, kind: 'depositMatch', percent: 100, playThrough: 0, playThroughOf: 'bonus' }
    addEntry(ledger, accountId, promotion(match, otherId))
    const day = toLocalDay(startOfTests)
    addEntry(ledger, accountId, {
      kind: 'account-deposit',
      amountMinor: 4_000,
      holder: 'Main',
      day,
      note: '',
    })
    expect(worthOf(ledger).promotionsMinor).toBe(4_000)
    addEntry(ledger, accountId, { kind: 'account-bonus', amountMinor: 4_000, day, note: '' })
    expect(worthOf(ledger).promotionsMinor).toBe(0)
    addEntry(ledger, accountId, promotion(bonusBet))
    expect(worthOf(ledger).promotionsMinor).toBe(7_000)
    addEntry(ledger, accountId, { kind: 'account-state', state: { kind: 'closed' }, note: '' })
    expect(worthOf(ledger).promotionsMinor).toBe(0)
  })
})
