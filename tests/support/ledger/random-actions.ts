/** Random actions on a ledger, for properties: anything the user or the service may do, in any order. */
import { randomUUID } from 'node:crypto'
import type { ManyChange } from '../../../src/shared/model/ticket/ticket-changes.ts'
import type { Ledger } from '../../../src/main/ledger/ledger.ts'
import { refundPolicies } from '../../../src/shared/model/ticket/refund-policy.ts'
import { legResults } from '../../../src/shared/model/ticket/settlement.ts'
import { parseTakenPrice, ticketKinds, type TicketLeg } from '../../../src/shared/model/ticket/ticket.ts'
import { Refusal } from '../../../src/shared/failure.ts'
import { fc } from '../property.ts'
import { accountAction, accountIds, promotionIds } from './random-accounts.ts'
import { makeGradedLeg, makeGrading, makeLeg, startOfTests, makeTicket } from './tickets.ts'

export type LedgerAction = (ledger: Ledger) => void

const place = fc.nat(2)
const ticketId = fc.integer({ min: 1, max: 8 })
const stakeMinor = fc.integer({ min: 1, max: 1_000_000 })
const price = fc.integer({ min: 100, max: 9_900 }).map(american => {
  const taken = parseTakenPrice({ text: `+${american}`, format: 'american' })
  if (!taken.ok) throw new Error(taken.sentence)
  return taken.price
})
const names = ['Ada North Over 27.5', 'Harbor City', 'Lía Reyes Under 3.5']

const terms = fc.record({
  stakeMinor,
  price,
  kind: fc.constantFrom(...ticketKinds),
  currency: fc.constantFrom('USD', 'USD', 'EUR'),
  isLive: fc.boolean(),
  note: fc.constantFrom('', 'half time'),
  tags: fc.subarray(['promo', 'model']),
  book: fc.constantFrom({ id: 'bravo', name: 'Bravo' }, { id: 'delta', name: 'Delta' }),
  // Refused unless the account is at the book and in the currency.
  accountId: fc.option(fc.constantFrom(...accountIds), { freq: 1 }),
  // Refused unless the account has it.
  promotionId: fc.option(fc.constantFrom(...promotionIds), { freq: 1 }),
  day: fc.constantFrom('2026-11-19', '2026-11-20', '2026-10-31'),
})

const origins = [{ priceWarning: 'May be an error.' }, { fair: { p: 0.1875, source: 'partition' } as const }]
const record = fc
  .tuple(terms, fc.integer({ min: 1, max: 3 }), fc.constantFrom({}, ...origins))
  .map(([given, count, doubt]): LedgerAction => ledger => {
    const legs = names
      .slice(0, count)
      .map((name, at) => makeLeg(name, { market: at === 0 ? 'Points' : 'Moneyline' }))
    ledger.record(makeTicket({ ...given, ...doubt, legs, uid: randomUUID() }))
  })
const correct = fc.tuple(ticketId, terms).map(
  ([id, given]): LedgerAction =>
    ledger =>
      ledger.correct(id, { ...ledger.facts(id), ...given }, 'corrected'),
)
/** Some legs go, some come, and some are given another token, another selection or another game. */
const correctLegs = fc
  .tuple(
    ticketId,
    fc.array(fc.constantFrom('stays', 'stays', 'goes', 'token', 'name', 'game'), {
      minLength: 4,
      maxLength: 4,
    }),
    fc.subarray(['Ben South Over 9.5', 'Port Town']),
  )
  .map(([id, edits, added]): LedgerAction => ledger => {
    const { legs, ...terms } = ledger.facts(id)
    const kept = legs
      .map((leg, from) => ({ from, leg: edited(leg, edits[from]) }))
      .filter(({ from }) => edits[from] !== 'goes')
    const now = [...kept, ...added.map(name => ({ from: null, leg: makeLeg(name) }))]
    if (now.length > 0) ledger.correct(id, terms, 'wrong legs', now)
  })

function edited(leg: TicketLeg, edit = 'stays'): TicketLeg {
  if (edit === 'token') return { ...leg, grade: `${leg.grade ?? ''}+` }
  if (edit === 'name') return { ...leg, name: `${leg.name}!`, selectionKey: `${leg.selectionKey ?? ''}!` }
  if (edit === 'game') return { ...leg, game: { ...leg.game, league: 'NBL', startAt: null } }
  return leg
}

const grade = fc
  .array(fc.record({ ticketId, place, result: fc.constantFrom(...legResults) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map(
    (legs): LedgerAction =>
      ledger =>
        ledger.grade(
          legs.map(({ ticketId: id, place: at, result }) =>
            makeGradedLeg(ledger, id, at, makeGrading(result)),
          ),
        ),
  )
const decide = fc
  .tuple(
    ticketId,
    fc.oneof(
      fc.record({
        kind: fc.constant('result' as const),
        result: fc.constantFrom('won' as const, 'lost' as const, 'refunded' as const),
      }),
      fc.record({
        kind: fc.constantFrom('payout' as const, 'cash-out' as const),
        payoutMinor: fc.nat(500_000),
      }),
      fc.constant({ kind: 'withdrawn' as const }),
    ),
  )
  .map(
    ([id, decision]): LedgerAction =>
      ledger =>
        ledger.decide(id, decision, 'decided'),
  )
const decideLeg = fc
  .tuple(ticketId, place, fc.constantFrom('won' as const, 'lost' as const, 'refunded' as const, null))
  .map(
    ([id, at, result]): LedgerAction =>
      ledger =>
        ledger.decideLeg(id, { place: at, result, reason: 'seen' }),
  )
const close = fc
  .tuple(ticketId, price, fc.constantFrom({}, { fair: { p: 0.21, by: 'singles' } as const }))
  .map(
    ([id, closing, fair]): LedgerAction =>
      ledger =>
        ledger.setClosing(id, { kind: 'priced', price: closing, at: startOfTests, ...fair }),
  )
const savePolicy = fc.tuple(fc.constantFrom('bravo', 'delta'), fc.constantFrom(...refundPolicies)).map(
  ([bookId, policy]): LedgerAction =>
    ledger =>
      ledger.savePolicy({ bookId, policy, source: '', asOf: null }),
)
const void_ = ticketId.map(
  (id): LedgerAction =>
    ledger =>
      ledger.void(id, 'voided'),
)
const changeMany = fc
  .tuple(
    fc.array(ticketId, { minLength: 1, maxLength: 4 }),
    fc.constantFrom<ManyChange>(
      { kind: 'void' },
      { kind: 'decide', result: 'lost' },
      { kind: 'tag', tag: 'late' },
    ),
    fc.boolean(),
  )
  .map(([ticketIds, change, undoes]): LedgerAction => ledger => {
    const changes = ledger.changeMany({ ticketIds, change, reason: 'together' })
    if (undoes && changes.length > 0) ledger.undoMany({ changes, reason: 'mistake' })
  })
const undo = ticketId.map((id): LedgerAction => ledger => {
  ledger.undo(id, { seq: ledger.reads.ticket(id).lastChange ?? 0, reason: 'mistake' })
})
const redo = ticketId.map((id): LedgerAction => ledger => {
  ledger.undo(id, { seq: ledger.reads.ticket(id).nextRedo?.undo ?? 0, reason: 'after all' })
})
const readChoices: fc.Arbitrary<LedgerAction> = fc.constant(ledger => {
  ledger.reads.choices()
})

/** An action on a missing ticket is refused and changes nothing. */
export const randomAction = fc
  .oneof(
    { arbitrary: record, weight: 4 },
    { arbitrary: grade, weight: 6 },
    { arbitrary: correct, weight: 2 },
    { arbitrary: correctLegs, weight: 2 },
    { arbitrary: decide, weight: 2 },
    decideLeg,
    close,
    savePolicy,
    void_,
    undo,
    redo,
    changeMany,
    { arbitrary: readChoices, weight: 2 },
    { arbitrary: accountAction, weight: 6 },
  )
  .map(
    (action): LedgerAction =>
      ledger =>
        ignoreRefusal(() => action(ledger)),
  )

export const randomActions = fc
  .array(randomAction, { minLength: 5, maxLength: 40 })
  .map(all => (ledger: Ledger) => {
    for (const action of all) action(ledger)
  })

function ignoreRefusal(action: () => void): void {
  try {
    action()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
