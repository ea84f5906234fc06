/**
 * What a cell of the grid says, for each state of the closed list: two short lines and an accessible name. Texts are
 * made to fit the column, since clipping every cell would cost paint time.
 */
import { assertNever, type CallFailure } from '../../../shared/failure.ts'
import { cellState, lastMove, type Cell, type CellState } from '../../../shared/model/cell.ts'
import type { QuotedPrice } from '../../../shared/model/quote.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import { cutText } from '../../format/cut-text.ts'
import { ageText, countdownText } from '../../format/duration.ts'
import { shortPriceText } from '../../format/price-text.ts'

/** With what eyes all cells are read: the clock and the user's settings. */
export interface Reading {
  readonly now: number
  readonly staleAfterMs: number
  readonly format: PriceFormat
}

export interface CellFace {
  readonly kind: CellState['kind']
  readonly main: string
  readonly note: string
  /** True where `main` is a price: it is set in figures, otherwise in words. */
  readonly isPrice: boolean
  readonly move: 'up' | 'down' | undefined
  /** What the cell shows, in the same words and order, read out; the book's name goes before it. */
  readonly spoken: string
}

const longestMessage = 20

export function cellFace(cell: Cell, legs: number, reading: Reading): CellFace {
  const state = cellState(cell, reading.now, reading.staleAfterMs)
  switch (state.kind) {
    case 'priced':
    case 'stale':
      return pricedFace(state, lastMove(cell), reading)
    case 'pricing':
      return underWay('pricing', 'pricing…', oldPrice(cell, reading))
    case 'waiting':
      return underWay('waiting', waitingNote(state, reading.now), oldPrice(cell, reading))
    case 'idle':
      return { ...words('idle', '—'), spoken: 'not priced yet' }
    case 'no-token':
      return words('no-token', `${legs - state.missingLegs} of ${legs} legs`)
    case 'no-price':
      return words('no-price', 'No price')
    case 'cannot-combine':
      return words('cannot-combine', 'Can’t combine')
    case 'message':
      return { ...words('message', cutText(state.text, longestMessage)), spoken: state.text }
    case 'limited':
      return words('limited', 'Limit', limitNote(state.untilAt - reading.now))
    case 'key-refused':
      return words('key-refused', 'Key refused')
    case 'failed':
      return words('failed', failureWords(state.failure), 'R to retry')
    default:
      return assertNever(state)
  }
}

type Priced = Extract<CellState, { kind: 'priced' | 'stale' }>

function pricedFace(state: Priced, move: CellFace['move'], reading: Reading): CellFace {
  const main = shortPriceText(state.outcome.price, reading.format)
  const age = ageText(reading.now - state.quote.at)
  const note = state.kind === 'stale' ? `stale ${age}` : age
  return {
    kind: state.kind,
    main,
    note,
    isPrice: true,
    move,
    spoken: `${main}, ${note} ago${move === undefined ? '' : `, moved ${move}`}`,
  }
}

/** While a new price is on its way the old one stays, dimmed. */
function underWay(kind: CellState['kind'], note: string, old: QuotedPriceText): CellFace {
  if (old === undefined) return words(kind, note)
  return { kind, main: old, note, isPrice: true, move: undefined, spoken: `was ${old}, ${note}` }
}

type QuotedPriceText = string | undefined
function oldPrice(cell: Cell, reading: Reading): QuotedPriceText {
  const price: QuotedPrice | undefined =
    cell.quote?.outcome.kind === 'priced' ? cell.quote.outcome.price : undefined
  return price && shortPriceText(price, reading.format)
}

function waitingNote(state: Extract<CellState, { kind: 'waiting' }>, now: number): string {
  return state.startsAt === null ? `waiting ${state.place}` : `waiting ${countdownText(state.startsAt - now)}`
}

const limitNote = (leftMs: number): string => (leftMs > 0 ? `again ${countdownText(leftMs)}` : 'R to retry')

function words(kind: CellState['kind'], main: string, note = ''): CellFace {
  const spoken = note === '' ? main : `${main}, ${note}`
  return { kind, main, note, isPrice: false, move: undefined, spoken }
}

function failureWords(failure: CallFailure): string {
  switch (failure.kind) {
    case 'timed-out':
      return 'Timed out'
    case 'unreachable':
      return 'Unreachable'
    case 'unreadable':
      return 'Unreadable'
    case 'server-error':
      return `Server error ${failure.status}`
    case 'redirected':
      return 'Redirected'
    case 'too-large':
      return 'Too large'
    case 'key-missing':
      return 'No key'
    case 'bad-address':
      return 'Bad address'
    case 'limited':
      return 'Limit'
    case 'key-refused':
      return 'Key refused'
    default:
      return assertNever(failure)
  }
}
