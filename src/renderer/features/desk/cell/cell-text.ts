/** Describes a cell's state in sentences for the Cell pane, with its remedy if there is one. */
import { assertNever, type CallFailure } from '../../../../shared/failure.ts'
import {
  cellState,
  lastMove,
  type Cell,
  type CellState,
  type PastPrice,
} from '../../../../shared/model/price/cell.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { maxLiveSpreadMs, type LeftBehind } from '../../../../shared/model/price/live-prices.ts'
import { findPrice, hasLinks } from '../../../../shared/model/price/quote.ts'
import { pluralize } from '../../../format/number-text.ts'
import { shortPriceText } from '../../../format/price-text.ts'
import { ageText, countdownText } from '../../../format/time-text.ts'
import { explainFailure } from '../../../ui/failure-text.ts'
import type { DisplayContext } from '../context/useDisplay.ts'

/** Reasons why a fresh price of a live game is not ranked. */
export const leftBehindTexts: Readonly<Record<LeftBehind, string>> = {
  older: `Live: ranked only with prices of the same ${maxLiveSpreadMs / 1_000} seconds`,
  moving: 'The odds are moving, so it isn’t ranked',
}

export function explainCell(state: CellState, legs: number, { now, staleAfterMs }: DisplayContext): string {
  switch (state.kind) {
    case 'priced':
      return ''
    case 'stale':
      return `Over ${ageText(staleAfterMs)} old, so not ranked. Press R.`
    case 'idle':
      return 'Not priced yet.'
    case 'waiting':
      return `In line: ${waitingText(state, now)}.`
    case 'pricing':
      return 'Waiting for this book’s price.'
    case 'no-token':
      return missingLegsText(state.missingLegs, legs)
    case 'no-price':
      return 'This book isn’t pricing these legs right now.'
    case 'cannot-combine':
      return 'This book can’t combine these legs.'
    case 'message':
      return `Service message: ${state.text}`
    case 'limited':
      return state.untilAt > now
        ? `Rate limit reached. Resets in ${countdownText(state.untilAt - now)}.`
        : 'Rate limit is over. Try again.'
    case 'key-refused':
      return failureText({ kind: 'key-refused' })
    case 'failed':
      return failureText(state.failure)
    default:
      return assertNever(state)
  }
}

/** `was +615, 40s ago`: the price that a cell without one had last. */
export function lostPriceText(
  price: PastPrice,
  { now, format }: Pick<DisplayContext, 'now' | 'format'>,
): string {
  const was = `was ${shortPriceText(price, format)}`
  return price.at === undefined ? was : `${was}, ${ageText(now - price.at)} ago`
}

export function missingLegsText(missing: number, legs: number): string {
  const all = legs === 1 ? 'this leg' : 'these legs'
  const what = missing >= legs ? all : `${missing} of these ${pluralize(legs, 'leg')}`
  return `This book doesn’t offer ${what}, so it isn’t priced.`
}

function waitingText(state: Extract<CellState, { kind: 'waiting' }>, now: number): string {
  const place = state.place > 0 ? [`#${state.place}`] : []
  const start = state.startsAt === null ? [] : [`about ${countdownText(state.startsAt - now)}`]
  return [...place, ...start].join(', ')
}

function failureText(failure: Parameters<typeof explainFailure>[0]): string {
  const { headline, remedy } = explainFailure(failure)
  return `${headline} ${remedy}`.trim()
}

/** Remedy of a cell without a price: a retry, or an entry in Settings. */
export interface CellRemedy {
  readonly action: 'retry' | 'open-settings'
  readonly label: string
}

const retry: CellRemedy = { action: 'retry', label: 'Try again' }
const enterKey: CellRemedy = { action: 'open-settings', label: 'Enter key' }
const editAddress: CellRemedy = { action: 'open-settings', label: 'Edit the address' }

/** Each failure of a call: its name, a shorter one for narrow cells, one word for a column's head, and its remedy. */
export const callFailures: Readonly<
  Record<CallFailure['kind'], { name: string; short?: string; head: string; remedy: CellRemedy }>
> = {
  'timed-out': { name: 'Timed out', head: 'Timeout', remedy: retry },
  unreachable: { name: 'Can’t reach', head: 'Down', remedy: retry },
  limited: { name: 'Rate limit', head: 'Limit', remedy: retry },
  'host-failing': { name: 'Book is down', head: 'Down', remedy: { action: 'retry', label: 'Try now' } },
  unreadable: { name: 'Bad response', head: 'Error', short: 'Bad reply', remedy: retry },
  'server-error': { name: 'Error', head: 'Error', remedy: retry },
  'too-large': { name: 'Bad response', head: 'Error', short: 'Bad reply', remedy: editAddress },
  redirected: { name: 'Bad address', head: 'Address', remedy: editAddress },
  'bad-address': { name: 'Bad address', head: 'Address', remedy: editAddress },
  storage: { name: 'Not sent', head: 'Unsent', remedy: retry },
  'key-missing': { name: 'No key', head: 'No key', remedy: enterKey },
  'key-refused': { name: 'Key rejected', head: 'Key', remedy: enterKey },
  forbidden: { name: 'Forbidden', head: 'Denied', short: 'Denied', remedy: retry },
}

/** Undefined when no remedy is needed, or only time helps. */
export function findRemedy(state: CellState, now: number): CellRemedy | undefined {
  if (state.kind === 'failed') return callFailures[state.failure.kind].remedy
  if (state.kind === 'key-refused') return enterKey
  if (state.kind === 'limited' && state.untilAt <= now) return retry
  return undefined
}

/** Reason why a book gives no fair price of a parlay; undefined when it may. */
export function findFairObstacle({ kind }: CellState): string | undefined {
  if (kind === 'no-token') return 'Needs all legs at this book'
  return kind === 'cannot-combine' ? 'This book can’t combine these legs' : undefined
}

/** The reason why no book has a price of a parlay; undefined while one offers a leg, or this one still has a price. */
export const findLegsObstacle = ({ legs }: Pick<Row, 'legs'>, { quote }: Cell): string | undefined =>
  findPrice(quote) === undefined && legs.every(({ isOffered }) => !isOffered)
    ? `No book offers ${legs.length === 1 ? 'this leg' : 'these legs'} anymore`
    : undefined

/** Reason why rechecking a price cannot open its bet slip; undefined when it can. */
export function findOpenObstacle(cell: Cell, { now, staleAfterMs }: DisplayContext): string | undefined {
  const state = cellState(cell, now, staleAfterMs)
  if (state.kind === 'no-token') return 'Not offered at this book'
  if (isPlanned(state) && !findPrice(cell.quote)) return 'Still waiting for this price'
  if (state.kind === 'cannot-combine') return 'This book can’t combine these legs'
  if (state.kind === 'limited' && state.untilAt > now)
    return `Rate limit, resets in ${countdownText(state.untilAt - now)}`
  if (findRemedy(state, now)?.action === 'open-settings') return 'Fix it in Settings first'
  const lacksLink = cell.quote?.outcome.kind === 'priced' && !hasLink(cell)
  return lacksLink
    ? 'No bet slip link for this price. Copy the legs and enter them on the book’s site'
    : undefined
}

/** True while a call for the cell is under way; a recheck of a price on screen joins it and opens its bet slip. */
const isPlanned = ({ kind }: CellState): boolean => kind === 'pricing' || kind === 'waiting'

/** True when the cell's last price came with a link. */
export const hasLink = ({ quote }: Cell): boolean =>
  quote?.outcome.kind === 'priced' && hasLinks(quote.outcome.links)

/** The last move with the price before it; undefined without one. */
export function findShownMove(cell: Cell) {
  const last = lastMove(cell)
  return last && cell.before ? { last, before: cell.before } : undefined
}
