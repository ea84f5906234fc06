/** The reason why a row has no expected value: a dash alone leaves the bettor guessing. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { isMoving, maxLiveSpreadMs } from '../../../../shared/model/price/live-prices.ts'
import { isInPlay, type RowValue } from '../../../../shared/model/price/row-value.ts'
import { pluralize } from '../../../format/number-text.ts'
import type { BookColumn } from '../columns/columns.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { obstacleText, type RowObstacle } from '../rows/row-text.ts'
import { findRowTop, getRowValue } from './best-price.ts'

const obstacleTexts: Readonly<Record<RowObstacle, string>> = {
  'Can’t combine': 'no book takes these legs together.',
  'No price': 'no book is pricing these legs right now.',
  'No response': 'no book responded. Press R to retry.',
  'Not offered': 'no book offers all the legs.',
}

/** `No EV: no fresh price.`; undefined where the highest fresh price has an expected value. */
export function explainNoEv(
  row: Row,
  books: readonly BookColumn[],
  display: DisplayContext,
): string | undefined {
  const top = findRowTop(row, books, display)
  if (top !== undefined && top.worth !== null) return undefined
  const value = getRowValue(row, books, display)
  const reason = top === undefined ? explainNoPrice(row, value, books) : explainNoFair(row, value, display)
  return `No EV: ${reason}`
}

/** Fresh prices of the other books are counted, as the price itself says nothing about its value. */
function explainNoFair(row: Row, { cells, leftBehind }: RowValue, { now, value }: DisplayContext): string {
  const live = isInPlay(row.legs, now) ? `, within ${maxLiveSpreadMs / 1_000}s as it is live` : ''
  const when = isMoving(leftBehind) ? ' since the odds moved' : live
  return `needs fresh prices at ${pluralize(value.fewestBooks, 'other book')}${when} (${cells.size - 1} now), or your fair price.`
}

/** The reason in a word why a row with prices has no best one; `—` before its first price. */
export function shortNoBest({ cells }: Row, value: RowValue): string {
  if (value.limited.length > 0) return 'Low limits'
  if (value.cells.size > 0) return 'Suspect'
  return cells.some(({ quote }) => quote?.outcome.kind === 'priced') ? 'Stale' : '—'
}

function explainNoPrice(
  row: Row,
  { cells, limited, leftBehind }: RowValue,
  books: readonly BookColumn[],
): string {
  if (limited.length > 0) return 'the books with a fresh price take less than your stake.'
  if (cells.size > 0) return 'every fresh price may be an error.'
  if (isMoving(leftBehind)) return 'the odds are moving. Press R to refresh.'
  const obstacle = obstacleText(row, new Set(books.map(({ bookId }) => bookId)))
  if (obstacle !== '') return obstacleTexts[obstacle]
  const isPriced = row.cells.some(({ quote }) => quote?.outcome.kind === 'priced')
  return isPriced ? 'no fresh price. Press R to refresh.' : 'not priced yet.'
}
