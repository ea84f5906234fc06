/** A ticket of 100.00 at +500 that waits for its last leg, with three books that have the other side. */
import type { OpenBet } from '../../../src/main/ledger/reads/open-bets.ts'
import { HedgePlanner, type HedgePlannerDeps } from '../../../src/main/ledger/stakes/hedge-planner.ts'
import type { Leg } from '../../../src/shared/model/parlay/parlay.ts'
import type { HedgeGoal, PlannedHedge } from '../../../src/shared/model/ticket/hedge-plan.ts'
import type { TicketLine } from '../../../src/shared/model/ticket/ticket-line.ts'
import { book, leg as deskLeg, noon } from '../shared/desk-rows.ts'
import { openTicket } from '../shared/ledger-answers.ts'

export const market = 'Player Points'
export const own = deskLeg('Ada North Over 21.5', market)
export const under = 'Ada North Under 21.5'
export const books = [book('alpha', 'Alpha'), book('bravo', 'Bravo'), book('charlie', 'Charlie')]

/** A selection at all books; `prices`: those that came with the odds, at noon. */
export function side(name: string, prices: Readonly<Record<string, string>> = {}) {
  const { key, game } = deskLeg(name, market)
  const offers = books.map(({ id }) => ({
    ...{ bookId: id, oddsId: `${id}#${key}`, sgp: `${id} ${name}`, grade: null },
    price: prices[id] ?? null,
  }))
  const leg: Leg = { key, name, market, game, offers }
  return { leg, asOf: new Map(books.map(({ id }) => [id, noon])) }
}

/** The other side, and two lines of middles, the first with the same prices. */
export const sides = (prices?: Readonly<Record<string, string>>) => ({
  ...{ kind: 'found' as const, opposite: side(under, prices), leader: null },
  middles: [
    { ...side('Ada North Under 23', prices), window: { from: 22, to: 22 } },
    { ...side('Ada North Under 24.5'), window: { from: 22, to: 24 } },
  ],
})

const line: TicketLine = {
  ...openTicket,
  ...{
    id: 7,
    stakeMinor: 10_000,
    potentialMinor: 60_000,
    currency: 'USD',
    kind: 'normal',
    result: 'pending',
  },
  legs: { won: 1, lost: 0, refunded: 0, pending: 1, unknown: 0 },
}

export interface HedgeWorld extends Partial<HedgePlannerDeps> {
  readonly line?: Partial<TicketLine>
  /** Legs without a result, in place of the last leg alone. */
  readonly pending?: readonly { readonly name: string; readonly key: string }[]
  /** The last leg. */
  readonly leg?: { readonly selectionKey?: string | null; readonly market?: string }
  readonly isVoided?: boolean
  /** Other open tickets. */
  readonly bets?: readonly OpenBet[]
}

export function planner({
  line: given,
  leg,
  isVoided = false,
  bets = [],
  pending = [own],
  ...deps
}: HedgeWorld = {}) {
  const open = pending.map(({ name, key }) => ({ name, market: '', selectionKey: key, ...leg }))
  return new HedgePlanner({
    ticket: () => ({
      line: { ...line, ...given },
      legs: [{ result: 'won' }, ...open.map(() => ({ result: 'pending' as const }))],
      isVoided,
    }),
    facts: () => ({ legs: [{ name: 'Harbor City', market: '', selectionKey: null }, ...open] }),
    openBets: () => ({ bets, others: 0 }),
    accounts: () => [],
    books: () => books,
    sides: () => Promise.resolve(sides({ alpha: '+100', bravo: '-110' })),
    rows: () => [],
    staleAfterMs: () => 30_000,
    singlesFormat: () => 'american',
    ask: () => Promise.resolve({ kind: 'no-price' }),
    now: () => noon + 1_000,
    ...deps,
  })
}

export async function planIn(
  world?: HedgeWorld,
  goal: HedgeGoal = { kind: 'equalProfit' },
): Promise<PlannedHedge> {
  const plan = await planner(world).plan(7, goal)
  if (plan.kind === 'none') throw new Error(plan.sentence)
  return plan
}
