/** What an alert being written would tell at once, or at the next price, so that it is no surprise when it does. */
import {
  bestWorthOver,
  priceReaching,
  rowValue,
  type CellValue,
} from '../../../../shared/model/price/row-value.ts'
import type { AlertDraft } from '../../../../shared/model/parlay/alert.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { parsePrice } from '../../../../shared/odds/price-parse.ts'
import { countOf } from '../../../format/count.ts'
import { ageText } from '../../../format/duration.ts'
import { priceText } from '../../../format/price-text.ts'
import { signedPercent } from '../../../format/share-text.ts'
import type { DisplayContext } from '../context/useDisplay.ts'

interface ReachedOptions {
  readonly rows: readonly Row[]
  readonly display: DisplayContext
  readonly nameOf: (bookId: string) => string
  /** One that is there may be in its quiet time. */
  readonly isNew: boolean
}

/** One sentence; undefined where no price known has reached it. */
export function reachedText(draft: AlertDraft, scene: ReachedOptions): string | undefined {
  const { display, nameOf, isNew } = scene
  const rows = scene.rows.filter(({ id }) => draft.parlayId === null || draft.parlayId === id)
  const seen = (staleAfterMs: number) =>
    rows.flatMap(row => seenIn(row, draft.rule, { ...display, staleAfterMs }) ?? [])
  const tells = isNew ? 'tells at once' : 'tells at once, unless it is in its quiet time'
  const [first, ...others] = seen(display.staleAfterMs)
  if (others.length > 0)
    return `${countOf(others.length + 1, 'parlay')} have reached it now: this alert ${tells}.`
  if (first !== undefined) return `${nameOf(first.bookId)} has ${first.what} now: this alert ${tells}.`
  const old = seen(Number.POSITIVE_INFINITY)[0]
  return (
    old &&
    `${nameOf(old.bookId)} had ${old.what} ${old.age} ago: this alert tells when a new price is as good.`
  )
}

interface Seen {
  readonly bookId: string
  readonly what: string
  readonly age: string
}

function seenIn(row: Row, rule: AlertDraft['rule'], display: DisplayContext): Seen | undefined {
  const value = rowValue(row.cells, row.fairPrice, display)
  const seen = ({ bookId }: CellValue, what: string): Seen => {
    const at = row.cells.find(cell => cell.bookId === bookId)?.quote?.at ?? display.now
    return { bookId, what, age: ageText(display.now - at) }
  }
  if (rule.kind === 'ev-over') {
    const best = bestWorthOver(value, rule.ev)
    return best && seen(best.cell, `${signedPercent(best.worth.ev)} EV`)
  }
  if (rule.kind !== 'price-reaches') return undefined
  const parsed = parsePrice(rule.price.text, rule.price.format)
  const cell = parsed.ok && priceReaching(value, { ...rule, decimal: parsed.price.decimal })
  return cell ? seen(cell, priceText(cell.price, display.format)) : undefined
}
