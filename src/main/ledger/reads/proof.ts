/**
 * Proof of edge from the matching tickets, by what each of them stores: the fair win probability when it was taken, and
 * that at the close without its margin.
 */
import { z } from 'zod'
import type { LedgerFilter } from '../../../shared/model/ticket/ledger-filter.ts'
import {
  betClasses,
  chanceSources,
  type Bankroll,
  type BetClass,
  type ChanceSource,
  type ProofReport,
} from '../../../shared/model/ticket/proof-report.ts'
import { FairSource, fairSources } from '../../../shared/model/settings/settings.ts'
import { TicketKind } from '../../../shared/model/ticket/ticket.ts'
import { calibrationOf } from '../../../shared/value/calibration.ts'
import { meanClosingValue, profitBand, type SettledBet } from '../../../shared/value/proof.ts'
import { riskOfRuin } from '../../../shared/value/ruin.ts'
import { Matcher, type ReadContext, type SumFilter, type TicketQuery } from './matching.ts'

/** Latest bets whose stakes count as the present ones. */
const lastBets = 200

/** Tickets with a result that a probability can be held against, and open ones for their stakes. */
const columns = `
  t.result, t.kind, t.is_live AS isLive, t.price_odds AS odds, t.own_minor AS ownMinor,
  t.potential_minor AS potentialMinor, t.profit_minor AS profitMinor, t.fair_p AS fairP, t.fair_source AS source,
  t.close_p AS closeP, t.close_p_by AS closeBy,
  t.legs_won + t.legs_lost + t.legs_refunded + t.legs_pending + t.legs_unknown AS legs,
  (SELECT game_key FROM legs WHERE ticket_id = t.id ORDER BY place LIMIT 1) AS game`
const hasChance = `(t.fair_p IS NOT NULL OR t.close_p IS NOT NULL)
  AND t.result IN ('won', 'lost', 'cashed-out', 'pending')`

const SettledRow = z.object({ settled: z.number() })

const BetRow = z.object({
  result: z.enum(['won', 'lost', 'cashed-out', 'pending']),
  kind: TicketKind,
  isLive: z.number(),
  odds: z.string(),
  ownMinor: z.number(),
  potentialMinor: z.number(),
  profitMinor: z.number().nullable(),
  fairP: z.number().nullable(),
  source: FairSource.nullable(),
  closeP: z.number().nullable(),
  closeBy: z.enum(['partition', 'singles']).nullable(),
  legs: z.number(),
  game: z.string().nullable(),
})
type BetRow = Readonly<z.infer<typeof BetRow>>

/** Returns a function that reads the report of one currency, which `inCurrency` chooses. */
export function createProofReader(context: ReadContext, inCurrency: (filter: LedgerFilter) => SumFilter) {
  const matcher = new Matcher(context)
  return (filter: LedgerFilter, bankroll: Bankroll): ProofReport => {
    const narrowed = inCurrency(filter)
    const matching = matcher.matchAll(narrowed)
    return toReport(narrowed, bankroll, matching === undefined ? noBets : readBets(context, matching))
  }
}

interface Bets {
  readonly settled: number
  readonly bets: readonly BetRow[]
}
const noBets: Bets = { settled: 0, bets: [] }

function readBets({ database }: ReadContext, { from, where, values }: TicketQuery): Bets {
  const source = `FROM ${from} CROSS JOIN tickets AS t ON t.id = d.ticket_id WHERE ${where}`
  const { settled } = SettledRow.parse(
    database.prepare(`SELECT count(t.profit_minor) AS settled ${source}`).get(...values),
  )
  const rows = database
    .prepare(`SELECT ${columns} ${source} AND ${hasChance} ORDER BY t.placed_at DESC, t.id DESC`)
    .all(...values)
  return { settled, bets: BetRow.array().parse(rows) }
}

function toReport({ currency }: SumFilter, bankroll: Bankroll, { settled, bets }: Bets): ProofReport {
  const ended = bets.filter(({ result }) => result !== 'pending')
  const closed = ended.filter(({ closeP }) => closeP !== null)
  const valued = ended.filter(({ fairP }) => fairP !== null)
  return {
    currency,
    settled,
    withClose: closed.length,
    withFair: valued.length,
    clv: betClasses.flatMap(each => toClv(each, closed)),
    calibration: (['all', ...fairSources] as const).flatMap(source => toCalibration(source, valued)),
    profit: chanceSources.map(by => ({ by, value: profitBand(toSettledBets(ended, by)) })),
    ruin: toRuin(bets, bankroll, currency),
  }
}

function toClv(of: BetClass, closed: readonly BetRow[]) {
  const bets = closed.filter(bet => classesOf(bet).includes(of))
  if (bets.length === 0) return []
  const value = meanClosingValue(
    bets.map(bet => ({ decimal: toDecimal(bet), closingProbability: bet.closeP ?? 0 })),
  )
  return [{ class: of, value, estimated: bets.filter(({ closeBy }) => closeBy === 'singles').length }]
}

const byLegs = ['single', 'legs-2', 'legs-3', 'legs-4'] as const

function classesOf({ isLive, kind, legs }: BetRow): readonly BetClass[] {
  if (isLive === 1) return ['live']
  if (kind !== 'normal') return [kind]
  return ['plain', byLegs[Math.min(legs, byLegs.length) - 1] ?? 'legs-4']
}

function toDecimal({ odds }: BetRow): number {
  const [num = 0, den = 1] = odds.split('/').map(Number)
  return num / den
}

function toCalibration(source: 'all' | FairSource, valued: readonly BetRow[]) {
  const forecasts = valued
    .filter(bet => isDecided(bet) && (source === 'all' || bet.source === source))
    .map(bet => ({ probability: bet.fairP ?? 0, isWon: bet.result === 'won' }))
  return forecasts.length === 0 ? [] : [{ source, value: mutable(calibrationOf(forecasts)) }]
}

/** A cash-out says nothing about the bet's result. */
const isDecided = ({ result }: BetRow): boolean => result === 'won' || result === 'lost'

const chanceOf = (bet: BetRow, by: ChanceSource) => (by === 'taken' ? bet.fairP : bet.closeP)

function toSettledBets(bets: readonly BetRow[], by: ChanceSource): SettledBet[] {
  return bets.flatMap((bet, place) => {
    const probability = chanceOf(bet, by)
    if (probability === null || !isDecided(bet)) return []
    const gameId = bet.game === null || bet.game === '' ? `of no game ${place}` : bet.game
    return [{ ...toResults(bet, probability), profitMinor: bet.profitMinor ?? 0, gameId }]
  })
}

const toResults = ({ ownMinor, potentialMinor }: BetRow, probability: number) => ({
  probability,
  wonMinor: potentialMinor - ownMinor,
  lostMinor: -ownMinor,
})

function toRuin(bets: readonly BetRow[], { minor, currency }: Bankroll, of: string): ProofReport['ruin'] {
  if (minor <= 0 || currency !== of) return null
  const risks = chanceSources.map(by => {
    const known = bets.flatMap(bet => {
      const probability = chanceOf(bet, by)
      return probability === null ? [] : [toResults(bet, probability)]
    })
    return { by, value: riskOfRuin(known.slice(0, lastBets), minor) }
  })
  return { bankrollMinor: minor, lastBets, risks }
}

/** Its lists as the contract has them. */
const mutable = (value: ReturnType<typeof calibrationOf>) =>
  value.kind === 'measured' ? { ...value, bins: [...value.bins] } : value
