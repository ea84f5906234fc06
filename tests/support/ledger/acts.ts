/** Random acts on a ledger, for properties: anything the user or the service may do, in any order. */
import { randomUUID } from 'node:crypto'
import type { Ledger } from '../../../src/main/ledger/ledger.ts'
import { refundPolicies } from '../../../src/shared/model/ticket/refund-policy.ts'
import { legResults } from '../../../src/shared/model/ticket/settlement.ts'
import { parseTakenPrice, ticketKinds, type TicketLeg } from '../../../src/shared/model/ticket/ticket.ts'
import { Refusal } from '../../../src/shared/failure.ts'
import { fc } from '../../property.ts'
import { gradedLeg, gradingOf, legNamed, startOfTests, ticketOf } from './tickets.ts'

export type Act = (ledger: Ledger) => void

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
  day: fc.constantFrom('2026-11-19', '2026-11-20', '2026-10-31'),
})

const record = fc.tuple(terms, fc.integer({ min: 1, max: 3 })).map(([given, count]): Act => ledger => {
  const legs = names
    .slice(0, count)
    .map((name, at) => legNamed(name, { market: at === 0 ? 'Points' : 'Moneyline' }))
  ledger.record(ticketOf({ ...given, legs, uid: randomUUID() }))
})
const correct = fc.tuple(ticketId, terms).map(
  ([id, given]): Act =>
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
  .map(([id, edits, added]): Act => ledger => {
    const { legs, ...terms } = ledger.facts(id)
    const kept = legs
      .map((leg, from) => ({ from, leg: edited(leg, edits[from]) }))
      .filter(({ from }) => edits[from] !== 'goes')
    const now = [...kept, ...added.map(name => ({ from: null, leg: legNamed(name) }))]
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
    (legs): Act =>
      ledger =>
        ledger.grade(
          legs.map(({ ticketId: id, place: at, result }) => gradedLeg(ledger, id, at, gradingOf(result))),
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
    ([id, decision]): Act =>
      ledger =>
        ledger.decide(id, decision, 'decided'),
  )
const decideLeg = fc
  .tuple(ticketId, place, fc.constantFrom('won' as const, 'lost' as const, 'refunded' as const, null))
  .map(
    ([id, at, result]): Act =>
      ledger =>
        ledger.decideLeg(id, { place: at, result, reason: 'seen' }),
  )
const close = fc.tuple(ticketId, price).map(
  ([id, closing]): Act =>
    ledger =>
      ledger.setClosing(id, { kind: 'priced', price: closing, at: startOfTests }),
)
const rule = fc.tuple(fc.constantFrom('bravo', 'delta'), fc.constantFrom(...refundPolicies)).map(
  ([bookId, policy]): Act =>
    ledger =>
      ledger.savePolicy({ bookId, policy, source: '', asOf: null }),
)
const void_ = ticketId.map(
  (id): Act =>
    ledger =>
      ledger.void(id, 'voided'),
)
const look: fc.Arbitrary<Act> = fc.constant(ledger => {
  ledger.reads.choices()
})

/** Acts on tickets that are not there are refused, as they should be, and change nothing. */
export const acts = fc
  .array(
    fc.oneof(
      { arbitrary: record, weight: 4 },
      { arbitrary: grade, weight: 6 },
      { arbitrary: correct, weight: 2 },
      { arbitrary: correctLegs, weight: 2 },
      { arbitrary: decide, weight: 2 },
      decideLeg,
      close,
      rule,
      void_,
      { arbitrary: look, weight: 2 },
    ),
    { minLength: 5, maxLength: 40 },
  )
  .map(all => (ledger: Ledger) => {
    for (const act of all) refusable(() => act(ledger))
  })

function refusable(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
