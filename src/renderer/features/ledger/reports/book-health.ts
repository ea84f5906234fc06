/** Rows of the health of books, from three sources: logged bet slips, learned price moves, recorded stakes. */
import type { BookHalfLife, BookRecord } from '../../../../shared/model/price/link-outcome.ts'
import type { LedgerFilter } from '../../../../shared/model/ticket/ledger-filter.ts'
import type { LargestStakes } from '../../../../shared/model/ticket/ledger-report.ts'
import { moneyText, shortMoney } from '../../../format/money.ts'
import { countText, percentText, pointsText } from '../../../format/number-text.ts'
import { localDay, shortDay, spanText, startOfDay } from '../../../format/time-text.ts'

interface Sources {
  readonly records: readonly BookRecord[]
  readonly halfLives: readonly BookHalfLife[]
  readonly stakes: LargestStakes | undefined
}

/** A book's row. A part is undefined where its source knows nothing of the book. */
export interface HealthRow {
  readonly bookId: string
  readonly record: BookRecord | undefined
  readonly halfLife: BookHalfLife | undefined
  readonly stake: { readonly earlierMinor: number | null; readonly laterMinor: number | null } | undefined
}

/** A row for each book that a source knows; those with bet slips first. */
export function joinBooks({ records, halfLives, stakes }: Sources): HealthRow[] {
  const others = [
    ...halfLives.map(({ bookId }) => bookId),
    ...(stakes?.books ?? []).map(({ book }) => book.id),
  ]
  const ids = new Set([...records.map(({ bookId }) => bookId), ...others.toSorted()])
  return [...ids].map(bookId => ({
    bookId,
    record: records.find(each => each.bookId === bookId),
    halfLife: halfLives.find(each => each.bookId === bookId),
    stake: stakes?.books.find(({ book }) => book.id === bookId),
  }))
}

/** Days of each of the two periods whose largest stakes are compared. */
const periodDays = 30

/** The 60 days that end with the filter's last day, or today, and the day that halves them. */
export function toStakesRequest(filter: LedgerFilter, now: number) {
  const end = filter.toDay === null ? now : startOfDay(filter.toDay)
  const before = (days: number) => localDay(end, days)
  return {
    filter: { ...filter, fromDay: before(2 * periodDays - 1), toDay: before(0) },
    fromDay: before(periodDays - 1),
  }
}

const none = '–'

/** `88% of 16`. */
export const samePriceText = (record: BookRecord | undefined): string =>
  record === undefined
    ? none
    : `${percentText(record.asShown / record.noted, 0)} of ${countText(record.noted)}`

/** `0.3 worse`, in points; `none` if no price moved. */
export function slippageText(record: BookRecord | undefined): string {
  const slippage = record?.slippage ?? null
  if (slippage === null) return none
  const points = pointsText(Math.abs(slippage))
  if (points === pointsText(0)) return 'none'
  return `${points} ${slippage > 0 ? 'worse' : 'better'}`
}

/** `2 · $25`: how often the book limited the stake, and to how much the last time. */
export function limitedText(record: BookRecord | undefined): string {
  if (record === undefined) return none
  const { limited, lastLimit } = record
  const stake = lastLimit && ` · ${shortMoney(lastLimit.stake.minor, lastLimit.stake.currency)}`
  return `${countText(limited)}${stake ?? ''}`
}

/** Says of the last limit when it was. */
export const limitHint = (record: BookRecord | undefined): string | undefined =>
  record?.lastLimit
    ? `Last limited to ${moneyText(record.lastLimit.stake.minor, record.lastLimit.stake.currency)}, ${shortDay(record.lastLimit.at)}.`
    : undefined

/** Longer lives are in whole minutes, which is as exact as they are known. */
const maxInSecondsMs = 120_000

function lifeText(ms: number | null | undefined): string {
  if (ms == null) return none
  if (ms < maxInSecondsMs) return `${Math.round(ms / 1_000)}s`
  return spanText(Math.round(ms / 60_000) * 60_000)
}

/** `48s / 12s`: before the start, and live. */
export const halfLifeText = (halfLife: BookHalfLife | undefined): string =>
  halfLife === undefined ? none : `${lifeText(halfLife.beforeMs)} / ${lifeText(halfLife.liveMs)}`

/** `$100 → $25`: largest stakes of the two periods. */
export function stakesText(stake: HealthRow['stake'], currency: string): string {
  if (stake === undefined) return none
  const text = (minor: number | null) => (minor === null ? none : shortMoney(minor, currency))
  return `${text(stake.earlierMinor)} → ${text(stake.laterMinor)}`
}

/** True when the book took less than half of what it took before. */
export const isFalling = (stake: HealthRow['stake']): boolean =>
  stake?.earlierMinor != null && stake.laterMinor !== null && stake.laterMinor * 2 < stake.earlierMinor
