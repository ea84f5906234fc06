/**
 * Arithmetic of prices and stakes: the CPU time that it takes, and the growth of a bettor who stakes jointly beside that
 * of one who stakes each bet alone, at the same drawdown.
 */
import { kellyFraction } from '../src/shared/odds/value.ts'
import { devig, devigMethods } from '../src/shared/value/devig.ts'
import { jointStakes, type Bet } from '../src/shared/value/kelly.ts'
import type { ValueLeg } from '../src/shared/value/scenarios.ts'
import { goals } from './goals.ts'
import { rotate, toRow, type BenchOptions, type BenchRow } from './report.ts'
import { playSeasons, type SeasonPlan } from './value/seasons.ts'

const runs = 25
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/**
 * CPU times of both sides in turn, in milliseconds a call, without those of other programs; the first calls of each are
 * warm-up.
 */
function timeBoth(ours: () => unknown, theirs: () => unknown, calls: number) {
  const time = (work: () => unknown) => {
    const before = process.cpuUsage()
    for (let call = 0; call < calls; call++) work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000 / calls
  }
  for (let warm = 0; warm < 3; warm++) {
    time(ours)
    time(theirs)
  }
  const [a, b]: [number[], number[]] = [[], []]
  for (let run = 0; run < runs; run++) {
    const timeOurs = () => a.push(time(ours))
    const timeTheirs = () => b.push(time(theirs))
    for (const timeOne of rotate([timeOurs, timeTheirs], run)) timeOne()
  }
  return { ours: a, theirs: b }
}

/** All sides of a parlay of four legs, with a hold of 20%. */
function devigRow(): BenchRow {
  const weights = Array.from({ length: 16 }, (_, cell) => 1 + (cell % 5) * 1.3)
  const decimals = weights.map(weight => sum(weights) / weight / 1.2)
  const { ours, theirs } = timeBoth(
    () => devigMethods.map(method => devig(method, decimals)),
    () => devig('multiplicative', decimals),
    500,
  )
  return toRow({
    question: 'seven devig methods over 16 cells, CPU time',
    ours: ours.map(ms => ms * 1_000),
    theirs: theirs.map(ms => ms * 1_000),
    against: 'the multiplicative method alone',
    goal: { on: 'ours', max: goals.value.devigUs },
    unit: 'us',
  })
}

const legs = Array.from({ length: 120 }, (_, place) => ({
  id: `leg ${place}`,
  probability: 0.4 + 0.02 * ((place * 7) % 10),
}))
const take = (...places: readonly number[]) => legs.filter((_, place) => places.includes(place))
/** 200 open parlays of three legs out of 120, which the new bets share. */
const open = Array.from({ length: 200 }, (_, place) => ({
  decimal: 5,
  stake: 0.002,
  legs: take(place % 120, (place * 3 + 1) % 120, (place * 7 + 2) % 120),
}))

function stakesRow(what: string, bets: readonly (Bet & { readonly legs: readonly ValueLeg[] })[]): BenchRow {
  const { ours, theirs } = timeBoth(
    () => jointStakes(bets, { open }),
    () =>
      bets.map(({ decimal, legs: own }) =>
        kellyFraction(
          own.reduce((product, { probability }) => product * probability, 1),
          decimal,
        ),
      ),
    1,
  )
  return toRow({
    question: `stakes of ${what} beside 200 open tickets, CPU time`,
    ours,
    theirs,
    against: 'Kelly of each bet alone, without the tickets',
    goal: { on: 'ours', max: goals.value.stakesMs },
    unit: 'ms',
  })
}
const stakesRows = (): BenchRow[] => [
  stakesRow('2 bets', [
    { decimal: 2.6, legs: take(0) },
    { decimal: 5.5, legs: take(1, 2) },
  ]),
  stakesRow(
    'one slip at 12 books',
    Array.from({ length: 12 }, (_, book) => ({
      decimal: 5.9 - book * 0.05,
      legs: take(1, 2),
      limit: 0.002 + book * 0.001,
    })),
  ),
]

const plan: SeasonPlan = { seed: 0x5eed, seasons: 1_000, days: 200, slates: 400, drawdown: 0.2 }
const opponents = { perBet: 'Kelly of each bet alone', flat: 'the same share on each bet' } as const

/** Days until the bankroll doubles at the mean growth of the seasons; Infinity when it does not grow. */
function daysToDouble(growths: readonly number[]): number {
  const daily = sum(growths) / growths.length / plan.days
  return daily > 0 ? Math.LN2 / daily : Infinity
}

function seasonRows(): BenchRow[] {
  const { joint, ...others } = playSeasons(plan)
  return (['perBet', 'flat'] as const).map(name =>
    toRow({
      question: `${plan.seasons.toLocaleString('en')} seasons staked jointly: days to double at a drawdown of ${plan.drawdown * 100}%`,
      ours: joint,
      theirs: others[name],
      against: opponents[name],
      goal: { on: 'ratio', max: goals.value.seasons },
      unit: 'days',
      statistic: daysToDouble,
    }),
  )
}

export const run = ({ isQuick }: BenchOptions): Promise<BenchRow[]> =>
  Promise.resolve([devigRow(), ...stakesRows(), ...(isQuick ? [] : seasonRows())])
