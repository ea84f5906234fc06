/** SQL of the limits in the text of the ledger's filter. A ticket without the value is not within a limit. */
import type { LedgerLimit } from '../../../shared/model/ticket/ledger-query.ts'
import { minorDigits, otherDigits } from '../../../shared/model/ticket/money.ts'
import type { Rational } from '../../../shared/odds/rational.ts'
import type { SqlPart } from '../../storage/statement-cache.ts'
import { columnOrders } from './ticket-order.ts'

/** As in the index `tickets_by_leg_count`. */
const legCount = 'legs_won + legs_lost + legs_refunded + legs_pending + legs_unknown'
/** Columns of `tickets` with their indexes. */
const columns = {
  stake: columnOrders.stake,
  profit: columnOrders.profit,
  clv: columnOrders.clv,
  price: columnOrders.price,
  legs: { column: legCount, index: 'tickets_by_leg_count' },
}
const measures = ['stake', 'profit', 'clv', 'price', 'legs'] as const

/** Half of the last place that the column of CLV shows, in millionths. */
const halfShown = 500

/** The condition on the row `t` of a ticket. */
export function toLimitCondition(limit: LedgerLimit): SqlPart {
  const { measure, sign } = limit
  const column = columns[measure].column.replaceAll(/\w+/g, 't.$&')
  if (!isMoney(limit)) return between(column, limit, toBounds(limit, []))
  const others = Object.entries(otherDigits)
  const cases = others.map(([, codes]) => `WHEN t.currency IN ('${codes.replaceAll(' ', `','`)}') THEN ?`)
  const digits = [...others.map(([each]) => Number(each)), 2]
  return { sql: `${column} ${sign} CASE ${cases.join(' ')} ELSE ? END`, values: toBounds(limit, digits) }
}

/** A part of a column's index, which has all tickets that are within the limits of that column, and perhaps more. */
export interface LimitRange extends SqlPart {
  readonly column: string
  readonly index: string
}

/** One range for each column with limits. `currencies`: those of the tickets. */
export function toLimitRanges(limits: readonly LedgerLimit[], currencies: readonly string[]): LimitRange[] {
  const digits = currencies.map(minorDigits)
  return measures.flatMap(measure => {
    const { column, index } = columns[measure]
    const parts = limits
      .filter(limit => limit.measure === measure)
      .map(limit => between(column, limit, toBounds(limit, digits)))
    if (parts.length === 0) return []
    const sql = parts.map(part => part.sql).join(' AND ')
    return [{ column, index, sql, values: parts.flatMap(({ values }) => values) }]
  })
}

/** The condition that a value is within a limit of which the bound is, or may be, one of these. */
function between(column: string, { sign }: LedgerLimit, bounds: readonly number[]): SqlPart {
  const [low, high] = [Math.min(...bounds), Math.max(...bounds)]
  if (sign === '=') return { sql: `${column} BETWEEN ? AND ?`, values: [low, high] }
  return { sql: `${column} ${sign} ?`, values: [sign.startsWith('>') ? low : high] }
}

const isMoney = ({ measure }: LedgerLimit): boolean => measure === 'stake' || measure === 'profit'

/** The bound in the column's unit, by the decimals of each currency; two for the range that is equal in CLV. */
function toBounds(limit: LedgerLimit, digits: readonly number[]): number[] {
  const { measure, sign, bound } = limit
  if (isMoney(limit)) return digits.map(each => toBound(bound, 10n ** BigInt(each)))
  if (measure === 'legs') return [toBound(bound, 1n)]
  const exact = toBound(bound, 1_000_000n)
  // Ranks are whole (`toPriceRank`): prices that differ by less than a millionth are equal.
  if (measure === 'price') return [Math.floor(exact)]
  return sign === '=' ? [exact - halfShown, exact + halfShown] : [exact]
}

/** The number that whole units compare with as with the bound: a bound between two of them is put in their middle. */
function toBound({ num, den }: Rational, unit: bigint): number {
  const [whole, rest] = [(num * unit) / den, (num * unit) % den]
  return Number(whole) + Number(rest > 0n) / 2 - Number(rest < 0n) / 2
}
