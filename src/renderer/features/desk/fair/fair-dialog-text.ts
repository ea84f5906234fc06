/** Texts of the fair price dialog: its outcomes, its result, and the other books. */
import { shortenLegs } from '../../../../shared/model/game/leg-short.ts'
import {
  findChance,
  findOutcomeChances,
  medianChance,
  toRange,
  type BookFair,
  type ExactFair,
  type FairOutcome,
  type FairPlan,
  type FairWay,
} from '../../../../shared/model/price/fair.ts'
import { findPrice } from '../../../../shared/model/price/quote.ts'
import { fairRangeText, fairText } from '../../../format/fair-text.ts'
import { percentText } from '../../../format/number-text.ts'
import type { BookColumn } from '../columns/columns.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { describeOneOff } from '../whatif/useOneOffs.ts'

export interface FairLine {
  readonly name: string
  readonly price: string
  /** The reason why there is no price. */
  readonly sentence: string
  readonly implied: string
  readonly fair: string
}

/** The table’s lines; fair probabilities only for an exact result. */
export function toFairLines(
  outcomes: readonly FairOutcome[],
  {
    asking,
    display,
    isExact,
  }: { readonly asking: ReadonlySet<number>; readonly display: DisplayContext; readonly isExact: boolean },
): FairLine[] {
  const chances = isExact ? findOutcomeChances(outcomes, display.value) : undefined
  return outcomes.map(({ legs, last }, place) => {
    const isAsking = asking.has(place)
    const { face, sentence } = describeOneOff(last, legs.length, { isAsking, display })
    const price = isAsking ? undefined : findPrice(last)
    const fair = price === undefined ? undefined : chances?.[place]
    return {
      name: shortenLegs(legs),
      price: face.main,
      sentence,
      implied: price === undefined ? '—' : percentText(1 / price.decimal, 2),
      fair: fair === undefined ? '—' : percentText(fair),
    }
  })
}

/** Explains why the fair probabilities do not add up to 100%. */
export const lowestHint = 'Each outcome’s lowest of the seven ways, so that they add up to less than 100%.'

const numberWords = ['no', 'one', 'two', 'three', 'four']

/** Describes the table; undefined when there will be no exact price. `outcomes`: those shown. */
export function introText(
  plan: FairPlan,
  outcomes: readonly FairOutcome[],
  isExact: boolean,
): string | undefined {
  const legs = plan.outcomes[0]?.legs.length ?? 0
  if (plan.obstacle !== null) return undefined
  const these = legs === 1 ? 'this leg' : `these ${numberWords[legs] ?? String(legs)} legs`
  const every = `Every way ${these} can land`
  if (isExact) return `${every}, priced by one book, margin removed.`
  const isPriced = outcomes.some(({ last }) => findPrice(last) !== undefined)
  if (isPriced) return `${every}. The margin is still in these prices.`
  return `${every}. With one book’s price of each, its margin can be removed.`
}

/** Says what the range of an interval is by. */
export function intervalText({ assumedHold }: { readonly assumedHold?: number | undefined }): string {
  const assumed =
    assumedHold === undefined
      ? ''
      : ` and holds at most ${percentText(assumedHold, 0)} (assumed, as no hold of such a parlay was seen here)`
  return `if the book takes its margin evenly${assumed}: not exact enough to use.`
}

/** Places on a bar from the price as it is (0) to twice the hold taken off (1). */
export function toRangeBar(result: ExactFair, implied: number, way: FairWay) {
  const end = implied / (1 + result.hold) ** 2
  const toShare = (p: number) => Math.min(1, Math.max(0, (implied - p) / (implied - end || 1)))
  const { low, high } = toRange(result)
  const chosen = findChance(result, way)
  return { from: toShare(high), to: toShare(low), at: chosen === undefined ? undefined : toShare(chosen) }
}

/** Other books with their ranges, and the reasons of those without an exact price: `Echo +566 (+540 to +566)`. */
export function othersText(
  { fair, obstacle, others }: FairPlan,
  columns: readonly BookColumn[],
  { format, value }: DisplayContext,
): string {
  const known = others.flatMap(other => {
    const name = columns.find(({ bookId }) => bookId === other.bookId)?.name
    const text = other.fair === null ? undefined : resultText(other.fair, { format, way: value })
    if (name === undefined) return []
    return text === undefined ? [] : [`${name} ${text}`]
  })
  const all = [fair, ...others.map(other => other.fair)]
  const chances = all.flatMap(each =>
    each?.result.kind === 'exact' ? (findChance(each.result, value) ?? []) : [],
  )
  const median = chances.length > 1 ? medianChance(chances) : undefined
  const middle = median === undefined ? [] : [`median of ${chances.length} ${fairText(median, format)}`]
  const isMissing = (other: FairPlan['others'][number]) => other.fair === null && other.obstacle !== null
  // A leg that can push does so at every book.
  const lacking = obstacle === null ? others.filter(isMissing).length : 0
  const rest =
    lacking === 0 ? [] : [`${lacking} ${lacking === 1 ? 'book doesn’t' : 'books don’t'} offer every outcome`]
  return [...known, ...middle, ...rest].join(' · ')
}

function resultText(
  { result }: BookFair,
  { format, way }: { readonly format: DisplayContext['format']; readonly way: FairWay },
): string {
  if (result.kind === 'none') return `none (${result.reason})`
  if (result.kind === 'interval') return `${fairRangeText(result, format)} (${result.reason})`
  const p = findChance(result, way)
  if (p === undefined) return 'none by this method'
  const [price, range] = [fairText(p, format), fairRangeText(toRange(result), format)]
  return price === range ? price : `${price} (${range})`
}
