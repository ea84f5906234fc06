/** Describes auto-refresh: its intervals, calls and pace. */
import {
  autoIntervals,
  maxNoPriceSeconds,
  maxSharesInView,
  noPriceSeconds,
  refreshesWholeRows,
  selectedShare,
  type AutoRefreshState,
  type AutoSeconds,
} from '../../../../shared/model/settings/budget.ts'
import type { Meter, Row } from '../../../../shared/model/parlay/desk.ts'
import type { Cell } from '../../../../shared/model/price/cell.ts'
import { countText, percentText, pluralize } from '../../../format/number-text.ts'
import { spanText } from '../../../format/time-text.ts'
import { countCalls } from './call-count.ts'

/** In a list of choices, 0 means none. */
export type AutoChoice = AutoSeconds | 0

const intervals = autoIntervals.map(value => ({ value, name: `Every ${spanText(value * 1000)}` }))
export const deskChoices = [{ value: 0, name: 'Off' }, ...intervals] as const
export const rowChoices = [{ value: 0, name: 'Same as the rest' }, ...intervals] as const

/**
 * Maximum calls a minute: one for each cell that can be priced, less often where its book had no price, none where it
 * can’t combine the legs or where no book offers a leg.
 */
export function countAutoCallsPerMinute(auto: AutoRefreshState, rows: readonly Row[]): number {
  const calls = rows.flatMap(row => {
    const everySeconds = intervalOf(auto, row)
    return everySeconds === null
      ? []
      : listRefreshed(row).map(
          cell => 60 / (hasNoPrice(cell) ? retrySeconds(row, everySeconds) : everySeconds),
        )
  })
  return Math.round(calls.reduce((sum, each) => sum + each, 0))
}

const listRefreshed = (row: Row): Cell[] => (hasLegGone(row) ? [] : row.cells.filter(isRefreshed))
const isRefreshed = ({ missingLegs, quote }: Cell): boolean =>
  missingLegs === 0 && quote?.outcome.kind !== 'cannot-combine'
const hasLegGone = ({ legs }: Row): boolean => legs.some(({ isOffered }) => !isOffered)
const hasNoPrice = ({ quote }: Cell): boolean => quote?.outcome.kind === 'no-price'
const retrySeconds = (row: Row, everySeconds: number): number => Math.max(everySeconds, row.noPriceSeconds)

/** Interval of a row: its own before the desk’s. */
const intervalOf = ({ rows, everySeconds }: AutoRefreshState, { id }: Row): AutoSeconds | null =>
  rows.find(({ parlayId }) => parlayId === id)?.everySeconds ?? everySeconds

/** Describes the parlays without a price at any book, which take calls too; undefined for none. */
export function describeUnpriced(auto: AutoRefreshState, rows: readonly Row[]): string | undefined {
  const unpriced = rows.filter(row => {
    const cells = listRefreshed(row)
    return cells.length > 0 && cells.every(hasNoPrice)
  })
  const calls = countAutoCallsPerMinute(auto, unpriced)
  if (calls === 0) return undefined
  const seconds = unpriced.flatMap(row => {
    const everySeconds = intervalOf(auto, row)
    return everySeconds === null ? [] : [retrySeconds(row, everySeconds)]
  })
  const [verb, they] = unpriced.length === 1 ? ['has', 'It is'] : ['have', 'They are']
  return `${pluralize(unpriced.length, 'parlay')} ${verb} no price at any book. ${they} tried ${describeRetries(seconds)}, which takes up to ${pluralize(calls, 'call')}/min.`
}

/** `once a minute`, or `every 1 min to 4 min`; and that it becomes less often until it is at its rarest. */
function describeRetries(seconds: readonly number[]): string {
  const [shortest, longest] = [Math.min(...seconds), Math.max(...seconds)]
  const span = [...new Set([shortest, longest])].map(each => spanText(each * 1000)).join(' to ')
  const often = longest === noPriceSeconds ? 'once a minute' : `every ${span}`
  return shortest < maxNoPriceSeconds ? `${often}, less often each time` : often
}

/** Describes the parlays that aren’t refreshed until a book offers all of their legs; undefined for none. */
export function describeUnoffered(auto: AutoRefreshState, rows: readonly Row[]): string | undefined {
  const gone = rows.filter(hasLegGone).length
  if (gone === 0 || !isAutoOn(auto)) return undefined
  const [verb, they] = gone === 1 ? ['has', 'it isn’t'] : ['have', 'they aren’t']
  return `${pluralize(gone, 'parlay')} ${verb} a leg that no book offers now, so ${they} refreshed.`
}

export const isAutoOn = ({ everySeconds, rows }: AutoRefreshState): boolean =>
  everySeconds !== null || rows.length > 0

export const shareChoices = [0.2, 0.4, 0.6, 0.8, 1].map(value => ({
  value,
  name: `${percentText(value, 0)} of your calls`,
}))

interface AutoPace {
  /** Calls a minute that the intervals need. */
  readonly needed: number
  /** Calls a minute that auto-refresh may use. */
  readonly allowed: number
  /** Seconds in which all prices of the desk are refreshed; longer than set when calls are short. */
  readonly everySeconds: number | null
  /** Set where calls are so few that parlays are refreshed whole. */
  readonly whole: WholeRows | undefined
}

interface WholeRows {
  readonly parlays: number
  /** Calls that price all of them once. */
  readonly calls: number
  /** Parlays refreshed in a minute, and how often the selected one is among them. */
  readonly aMinute: number
  readonly selected: number
}

/** `limit`: present limit of calls a minute. */
export function findAutoPace(auto: AutoRefreshState, rows: readonly Row[], limit: number): AutoPace {
  const needed = countAutoCallsPerMinute(auto, rows)
  const allowed = Math.max(1, Math.floor(limit * auto.share))
  const { everySeconds } = auto
  const isSlow = everySeconds !== null && needed > allowed
  const slower = isSlow ? Math.ceil((everySeconds * needed) / allowed / 5) * 5 : everySeconds
  return { needed, allowed, everySeconds: slower, whole: isSlow ? findWholeRows(rows, allowed) : undefined }
}

function findWholeRows(rows: readonly Row[], allowed: number): WholeRows | undefined {
  const counts = rows.map(row => (hasLegGone(row) ? 0 : countCalls(row))).filter(count => count > 0)
  const calls = counts.reduce((sum, each) => sum + each, 0)
  const ofRow = calls / counts.length
  if (counts.length < 2 || !refreshesWholeRows(ofRow, allowed)) return undefined
  const aMinute = allowed / ofRow
  return { parlays: counts.length, calls, aMinute, selected: aMinute * selectedShare }
}

/** The widest label: the button always has room for it, because its text changes by itself. */
export const autoOffLabel = 'Auto-refresh: off'

/** `Auto-refresh: off`, `Auto 15s`, `Auto 3 rows`. */
export function autoLabel({ rows }: AutoRefreshState, { everySeconds }: AutoPace): string {
  if (everySeconds !== null) return `Auto ${spanText(everySeconds * 1000)}`
  return rows.length === 0 ? autoOffLabel : `Auto ${pluralize(rows.length, 'row')}`
}

export const isTooSlow = ({ needed, allowed }: AutoPace): boolean => needed > allowed

/** Describes the cost, or the reason why prices are refreshed less often than set. */
export function autoCost(
  auto: AutoRefreshState,
  pace: AutoPace,
  { limit, limitFrom }: Pick<Meter, 'limit' | 'limitFrom'>,
): string {
  if (!isAutoOn(auto)) return 'Off. Prices update only when you ask.'
  const isLimitKnown = limitFrom !== 'start'
  const unknown = 'Your plan’s limit isn’t known yet.'
  if (!isTooSlow(pace))
    return isLimitKnown
      ? `About ${countText(pace.needed)} of your ${countText(limit)} calls/min.`
      : `About ${countText(pace.needed)} calls/min. ${unknown}`
  const share = isLimitKnown
    ? `${percentText(auto.share, 0)} of your ${countText(limit)} calls/min`
    : `${unknown} ${countText(pace.allowed)} calls/min`
  if (pace.everySeconds === null) return `${share} is too little for these rows, so they refresh less often.`
  const advice = 'Hide books or remove parlays to speed up.'
  if (pace.whole !== undefined) return `${describeWholeRows(pace.whole, share)} ${advice}`
  const every = spanText(pace.everySeconds * 1000)
  const rate = isLimitKnown
    ? `${share} is a call for each price every ${every}.`
    : `${unknown} At ${countText(pace.allowed)} calls/min each price refreshes every ${every}.`
  return `${rate} The ones that matter most come first; none in view waits over ${spanText(maxSharesInView * pace.everySeconds * 1000)}. ${advice}`
}

/** Names the parlays that a small plan refreshes in a minute. */
function describeWholeRows({ parlays, calls, aMinute, selected }: WholeRows, share: string): string {
  const round = `${pluralize(parlays, 'parlay')} need ${pluralize(calls, 'call')} a round.`
  const others = Math.floor(aMinute - selected)
  const which =
    others >= 1 && selected >= 1
      ? `the selected parlay and about ${pluralize(others, 'other')} each minute`
      : `one parlay every ${spanText(Math.ceil(60 / aMinute) * 1000)}, the selected one most often`
  return `${round} ${share} refresh ${which}, all books together so that their prices compare.`
}
