/** Stake plans of one parlay, for tests: its books, open tickets, promotions and accounts. */
import type { AccountLimit } from '../../../src/main/ledger/accounts/account-reads.ts'
import type { OpenBet } from '../../../src/main/ledger/reads/open-bets.ts'
import { StakePlanner, type StakePlannerDeps } from '../../../src/main/ledger/stakes/stake-planner.ts'
import { toPromotion } from '../../../src/shared/model/accounts/promotion.ts'
import type { Row } from '../../../src/shared/model/parlay/desk.ts'
import type { OpenPromotions } from '../../../src/shared/model/price/promoted-price.ts'
import {
  defaultValueSettings,
  type Settings,
  type ValueSettings,
} from '../../../src/shared/model/settings/settings.ts'
import type { PlannedStakes } from '../../../src/shared/model/ticket/stake-plan.ts'
import { halfBoost, promotionLine } from '../renderer/account-lines.ts'
import { americanPrice, cell, noon, priced, row } from '../shared/desk-rows.ts'

export const toBook = (name: string) => ({ id: name.toLowerCase(), hostId: name, name, isOn: true })
const workerFile = new URL('../../../src/main/ledger/stakes/stakes-worker.ts', import.meta.url)
export const bankrollMinor = 1_000_000

export const slip = [
  cell('alpha', { quote: priced(360) }),
  cell('bravo', { quote: priced(340) }),
  cell('charlie', { quote: priced(320) }),
]
/** Three books, and the user's fair price of +300: 25%. */
export const fairRow = (cells = slip): Row => ({ ...row(1, cells), fairPrice: americanPrice(300) })

export const harbor = { gameKey: 'e1', market: 'Moneyline', name: 'Harbor City' }
export const elsewhere = { gameKey: 'e2', market: 'Moneyline', name: 'River Town' }
export const ticket = (legs: OpenBet['legs'], given: Partial<OpenBet> = {}): OpenBet => ({
  ...{ ticketId: 1, bookId: 'bravo', stakeMinor: 20_000, payoutMinor: 60_000, decimal: 3, legs },
  legCount: legs.length,
  ...given,
})

/** Tickets with more legs than are computed one by one. */
export const manyTickets = Array.from({ length: 200 }, (_, at) =>
  ticket(
    [at % 3 === 0 ? harbor : { ...elsewhere, name: `Leg ${at % 40}` }, { ...elsewhere, name: `Own ${at}` }],
    {
      ...{ ticketId: at + 1, stakeMinor: 400, payoutMinor: 2_000, decimal: 5 },
    },
  ),
)

/** A profit boost of 50% at these books. */
export const boostAt = (bookId: string, terms: Partial<typeof halfBoost> | object = {}): OpenPromotions => {
  const given = { ...halfBoost, ...terms }
  const promotion = toPromotion(promotionLine(1, given), bookId)
  return new Map([[bookId, [{ accountId: 'one', holder: 'Main', currency: 'USD', terms: given, promotion }]]])
}

export interface World {
  readonly promotions?: OpenPromotions
  readonly limits?: ReadonlyMap<string, readonly AccountLimit[]>
  readonly accountLimits?: StakePlannerDeps['accountLimits']
  readonly rows?: readonly Row[]
  readonly bets?: readonly OpenBet[]
  readonly others?: number
  readonly books?: Settings['books']
  readonly value?: Partial<ValueSettings>
}

export function planIn({
  rows = [fairRow()],
  bets = [],
  others = 0,
  value = {},
  books = ['Alpha', 'Bravo', 'Charlie'].map(toBook),
  promotions = new Map(),
  limits = new Map(),
  accountLimits = () => limits,
}: World = {}) {
  const planner = new StakePlanner({
    promotions: () => promotions,
    accountLimits,
    openBets: () => ({ bets, others }),
    rows: () => rows,
    settings: () => ({
      staleAfterMs: 30_000,
      books,
      value: { ...defaultValueSettings, bankrollMinor, kellyFraction: 1, kellyCap: 1, ...value },
    }),
    workerFile,
    now: () => noon,
  })
  return planner.plan(1)
}

export async function planned(world?: World): Promise<PlannedStakes> {
  const plan = await planIn(world)
  if (plan.kind === 'none') throw new Error(plan.sentence)
  return plan
}
export const stakesOf = ({ stakes }: PlannedStakes) => stakes.map(({ stakeMinor }) => stakeMinor)
