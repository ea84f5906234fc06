/** Describes alerts: rule, notification, subject, and if they would fire now. */
import { rowTitle } from '../../../../shared/model/game/leg-short.ts'
import type { Alert, AlertRule, AlertDraft } from '../../../../shared/model/parlay/alert.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { pluralize, percentText, pointsText, signedPercent } from '../../../format/number-text.ts'
import { priceText } from '../../../format/price-text.ts'
import {
  findBestWorth,
  findReachingPrice,
  rowValue,
  type CellValue,
} from '../../../../shared/model/price/row-value.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { FairSource } from '../../../../shared/model/settings/settings.ts'
import { parsePrice } from '../../../../shared/odds/price-parse.ts'
import { ageText } from '../../../format/time-text.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { computed } from 'vue'
import { useSettingsStore } from '../../settings/settings-store.ts'
import { useDeskStore } from '../desk-store.ts'

/** Names of the books and parlays of alerts. */
export function useAlertNames() {
  const settings = useSettingsStore()
  const desk = useDeskStore()
  return computed(() => ({
    format: settings.priceFormat,
    getBookName: settings.getBookName,
    /** Null means every parlay. */
    getParlayTitle: (parlayId: number | null): string => {
      if (parlayId === null) return 'Every parlay'
      const row = desk.rowRef(parlayId)?.value
      return row === undefined ? 'A parlay no longer on your desk' : rowTitle(row)
    },
  }))
}

/** The basis of an alert’s EV, by the source that the user wants first. */
export const evSources = {
  partition: 'Uses the fair prices you chose, then your own, then the consensus.',
  mine: 'Uses your fair price, then the consensus.',
  consensus: 'Uses the consensus of the other books.',
} as const satisfies Record<FairSource, string>

const minutesText = (ms: number): string => `${ms / 60_000} min`

/** `Any book reaches +400`. */
export function ruleText(
  rule: AlertRule,
  { format, getBookName }: { format: PriceFormat; getBookName: (bookId: string) => string },
): string {
  switch (rule.kind) {
    case 'price-reaches': {
      const books = rule.bookIds.length === 0 ? 'Any book' : rule.bookIds.map(getBookName).join(' or ')
      return `${books} reaches ${priceText(rule.price, format)}`
    }
    case 'ev-over':
      return `The best EV is over ${percentText(rule.ev)}`
    case 'books-move': {
      const way = { up: ' up', down: ' down', either: ' in the same direction' }[rule.direction]
      const verb = rule.books === 1 ? 'moves' : 'move'
      return `${pluralize(rule.books, 'book')} ${verb}${way} by ${pointsText(rule.points)} pp within ${minutesText(rule.withinMs)}`
    }
    case 'game-starts':
      return rule.beforeMs === 0 ? 'A game starts' : `A game starts in ${minutesText(rule.beforeMs)}`
  }
}

/** `notification and sound · quiet for 15 min after`. */
export function notificationText({ rule, quietMs, hasNotice, hasSound }: Alert): string {
  const ways = [...(hasNotice ? ['notification'] : []), ...(hasSound ? ['sound'] : [])]
  const how = ways.length === 0 ? 'in this list only' : ways.join(' and ')
  return `${how} · ${quietText(rule, quietMs)}`
}

function quietText(rule: AlertRule, quietMs: number): string {
  if (rule.kind === 'game-starts') return 'once per game'
  return quietMs > 0 ? `once every ${minutesText(quietMs)}` : 'every time'
}

interface ReachedOptions {
  readonly rows: readonly Row[]
  readonly display: DisplayContext
  readonly getBookName: (bookId: string) => string
  /** A saved alert may be in its quiet time. */
  readonly isNew: boolean
}

/**
 * Warning that an alert being edited would fire now, or at the next price; undefined when no known price has reached
 * it.
 */
export function reachedText(draft: AlertDraft, options: ReachedOptions): string | undefined {
  const { display, getBookName, isNew } = options
  const rows = options.rows.filter(({ id }) => draft.parlayId === null || draft.parlayId === id)
  const findReached = (staleAfterMs: number) =>
    rows.flatMap(row => findReachedIn(row, draft.rule, { ...display, staleAfterMs }) ?? [])
  const fires = isNew ? 'this will go off now' : 'this will go off now, unless it just did'
  const [first, ...others] = findReached(display.staleAfterMs)
  if (others.length > 0) return `${pluralize(others.length + 1, 'parlay')} are already there, so ${fires}.`
  if (first !== undefined) return `${getBookName(first.bookId)} is already at ${first.price}, so ${fires}.`
  const old = findReached(Number.POSITIVE_INFINITY)[0]
  return (
    old && `${getBookName(old.bookId)} was ${old.price} ${old.age} ago; you’ll be alerted when it’s back.`
  )
}

/** Describes the price that has reached the rule, or its value. */
function findReachedIn(row: Row, rule: AlertDraft['rule'], display: DisplayContext) {
  const value = rowValue(row.cells, row.fairPrice, display, row)
  const toReached = ({ bookId }: CellValue, price: string) => {
    const at = row.cells.find(cell => cell.bookId === bookId)?.quote?.at ?? display.now
    return { bookId, price, age: ageText(display.now - at) }
  }
  if (rule.kind === 'ev-over') {
    const best = findBestWorth(value, rule.ev)
    return best && toReached(best.cell, `${signedPercent(best.worth.ev)} EV`)
  }
  if (rule.kind !== 'price-reaches') return undefined
  const parsed = parsePrice(rule.price.text, rule.price.format)
  const cell = parsed.ok && findReachingPrice(value, { ...rule, decimal: parsed.price.decimal })
  return cell ? toReached(cell, priceText(cell.price, display.format)) : undefined
}
