/** A small market for scans: one game, books with a margin of 4% on each side, and prices that single books get wrong. */
import { scan, type ScanScope } from '../../../src/main/board/scan/scan.ts'
import type { Store } from '../../../src/main/board/store/store.ts'
import { PairModel } from '../../../src/shared/value/pair-model.ts'
import { storeOf } from './batches.ts'

export const event = 'hoops:river-town:harbor-city:2026-09-10'
export const startAt = Date.UTC(2026, 8, 10, 20)
export const books = ['alpha', 'bravo', 'charlie', 'delta']
const names: Readonly<Record<string, string>> = {
  alpha: 'Alpha',
  bravo: 'Bravo',
  charlie: 'Charlie',
  delta: 'Delta',
}

/** A bet's two sides with the win probability of the first. */
export interface TwoSides {
  readonly market: string
  readonly sides: readonly [string, string]
  readonly chance?: number
  /** Probabilities that single books have in its place. */
  readonly wrong?: Readonly<Record<string, number>>
  readonly player?: string
  readonly books?: readonly string[]
  readonly withoutToken?: readonly string[]
}

export const overUnder = (subject: string, line: number | string): readonly [string, string] => [
  `${subject}Over ${line}`.trim(),
  `${subject}Under ${line}`.trim(),
]

const american = (decimal: number) =>
  decimal >= 2 ? `+${Math.round((decimal - 1) * 100)}` : String(Math.round(-100 / (decimal - 1)))

function toOdds(
  book: string,
  { market, sides, chance = 0.5, wrong = {}, player, withoutToken = [] }: TwoSides,
) {
  const first = wrong[book] ?? chance
  return sides.map((name, at) => ({
    id: `${names[book] ?? book}#${event}#${market}#${name}`,
    ...(withoutToken.includes(book) ? {} : { sgp: `${book} ${market} ${name}` }),
    price: american(1 / ((at === 0 ? first : 1 - first) * 1.04)),
    ...(player === undefined ? {} : { players: [{ name: player }] }),
  }))
}

export function marketOf(bets: readonly TwoSides[], more: readonly unknown[] = []): Store {
  const odds = bets.flatMap(bet => (bet.books ?? books).flatMap(book => toOdds(book, bet)))
  return storeOf({
    games: [
      {
        id: event,
        league: 'hoops',
        start: new Date(startAt).toISOString(),
        teams: { away: { name: 'River Town' }, home: { name: 'Harbor City' } },
        odds,
      },
      ...more,
    ],
  })
}

const before = { now: startAt - 3_600_000, maxGameMs: 6 * 3_600_000 }

export function scanAll(store: Store, scope: Partial<ScanScope> = {}, model = new PairModel()) {
  const whole: ScanScope = {
    league: null,
    games: 'upcoming',
    maxLegs: 2,
    books,
    clock: before,
    limit: 100,
    ...scope,
  }
  const steps = scan(store, model, whole)
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

/** Parlays as `bravo: Over 210.5 + Harbor City`, best first. */
export const namesOf = ({ candidates }: ReturnType<typeof scanAll>) =>
  candidates.map(({ bookId, legs }) => `${bookId}: ${legs.map(({ key }) => key.split('#')[2]).join(' + ')}`)
