/**
 * The face of a cell in the grid, for each state of the closed list: two short lines and an accessible name. Texts fit
 * the column, since clipping every cell would cost paint time.
 */
import { assertNever, type CallFailure } from '../../../../shared/failure.ts'
import {
  cellState,
  findLostPrice,
  lastMove,
  type Cell,
  type CellState,
  type Move,
} from '../../../../shared/model/price/cell.ts'
import type { LeftBehind } from '../../../../shared/model/price/live-prices.ts'
import { pluralize } from '../../../format/number-text.ts'
import { ageText, countdownText, shortAgeText } from '../../../format/time-text.ts'
import { columnPriceText, shortPriceText } from '../../../format/price-text.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { limitHint, limitText, moveText, suspectText } from '../value/value-text.ts'
import { callFailures, leftBehindTexts, lostPriceText } from './cell-text.ts'

export interface CellFace {
  readonly kind: CellState['kind']
  readonly main: string
  /** `main` in as few letters as a column has room for. */
  readonly short: string
  readonly note: string
  /** True when `short` is a mark, explained in the hint, so that prices stand out. */
  readonly isMark: boolean
  /** True when `main` is a price, which has another font. */
  readonly isPrice: boolean
  /** True when that price counts: it is not too old to be ranked. */
  readonly isFresh: boolean
  readonly move: Move['direction'] | undefined
  readonly isSuspect: boolean
  /** Text of the tooltip: the size of the move, or the reason for the suspicion. */
  readonly hint: string | undefined
  /** The accessible name, without the book's name before it: the same words in the same order. */
  readonly spoken: string
}

/** Words of a message that a narrow column takes, and letters of the longest of them. */
const [maxWords, maxWordLength] = [2, 8]
const plain = { move: undefined, isSuspect: false, hint: undefined, isMark: false, isFresh: false }
/** Marks of a book that lacks legs, that does not offer the parlay, of a price requested again, and of a book down. */
const [noLegs, noParlay, again, faulty] = ['–', '×', '…', '!']

interface CellContext {
  /** Distance of a suspect price from the others', as in `CellValue`. */
  readonly suspectBy?: number | null
  /** As in `CellValue`. */
  readonly limitMinor?: number | null
  /** As in `RowValue.leftBehind`. */
  readonly leftBehind?: LeftBehind | undefined
  /** True when all games of the parlay are over. */
  readonly isGameOver?: boolean
  /** True when the column's head says the book's fault. */
  readonly isBookDown?: boolean
}

/** `cell` is undefined for a book that came after its row was last sent. */
export function describeCell(
  cell: Cell | undefined,
  legs: number,
  display: DisplayContext,
  { isBookDown = false, ...given }: CellContext = {},
): CellFace {
  if (cell === undefined) return idleFace
  const face = addLostPrice(describeState(cell, legs, display, given), cell, display)
  return isBookDown && downKinds.has(face.kind) ? toDownFace(face) : face
}

function describeState(cell: Cell, legs: number, display: DisplayContext, context: CellContext): CellFace {
  const { suspectBy = null, limitMinor = null, leftBehind, isGameOver = false } = context
  const state = cellState(cell, display.now, display.staleAfterMs)
  if (leftBehind && state.kind === 'priced') return toLeftBehindFace(state, leftBehind, display)
  if (isGameOver && endedKinds.has(state.kind)) return toMarkFace(state.kind, noLegs, 'Game over')
  switch (state.kind) {
    case 'priced':
    case 'stale':
      return toPricedFace(state, { ...toMoveFacts(cell), suspectBy, limitMinor }, display)
    case 'pricing':
    case 'waiting': {
      const before = describeState({ ...cell, activity: { kind: 'none' } }, legs, display, context)
      return toRequestedFace(state, before, display.now)
    }
    case 'idle':
      return idleFace
    case 'no-token':
      return toMarkFace('no-token', noLegs, missingText(state.missingLegs, legs))
    case 'no-price':
      return toFace('no-price', 'No price')
    case 'cannot-combine':
      return toMarkFace('cannot-combine', noParlay, 'Can’t combine')
    case 'message':
      return toMessageFace(state.text)
    case 'limited':
      return toTimedFace('limited', { name: 'Rate limit', short: 'Limit' }, state.untilAt - display.now)
    case 'key-refused':
      return toFace('key-refused', 'Key rejected')
    case 'failed':
      return toFailedFace(state.failure, display.now)
    default:
      return assertNever(state)
  }
}

/** Longer prices are set smaller. */
const maxFigures = 5

/** Classes by which the grid draws a cell. */
export function toCellClasses(
  { kind, short, move, isMark, isPrice, isFresh, isSuspect }: CellFace,
  { isBest = false, isUnseen = false },
): string[] {
  const classes: string[] = ['cell', kind]
  if (move !== undefined) classes.push(move)
  if (isBest) classes.push('best')
  if (isSuspect) classes.push('suspect')
  if (isUnseen) classes.push('unseen')
  if (isMark) classes.push('mark')
  if (isFresh) classes.push('fresh')
  if (isPrice) classes.push(short.length > maxFigures ? 'price long' : 'price')
  return classes
}

/** States that a fault at the column's head explains. */
const downKinds: ReadonlySet<CellState['kind']> = new Set(['limited', 'key-refused', 'failed'])
const toDownFace = (face: CellFace): CellFace => ({
  ...face,
  short: faulty,
  note: '',
  isMark: true,
  hint: face.spoken,
})

/** States without a price that the end of the games explains. */
const endedKinds: ReadonlySet<CellState['kind']> = new Set(['idle', 'no-token', 'no-price', 'message'])

const missingText = (missing: number, legs: number): string =>
  missing >= legs ? 'Not offered' : `${pluralize(missing, 'leg')} missing`

const idleFace: CellFace = { ...toFace('idle', '—'), short: '·', isMark: true, spoken: 'not priced yet' }

interface PricedFacts extends Pick<Cell, 'before'> {
  readonly move: Move | undefined
  readonly suspectBy: number | null
  readonly limitMinor: number | null
}

const toMoveFacts = (cell: Cell) => ({ move: lastMove(cell), before: cell.before })

function toPricedFace(
  state: Extract<CellState, { kind: 'priced' | 'stale' }>,
  { move, before, suspectBy, limitMinor }: PricedFacts,
  display: DisplayContext,
): CellFace {
  const { price } = state.outcome
  const main = shortPriceText(price, display.format)
  const short = columnPriceText(main, price.decimal, display.format)
  const ageMs = display.now - state.quote.at
  const age = ageText(ageMs)
  const isSuspect = suspectBy !== null
  const isStale = state.kind === 'stale'
  const shortAge = shortAgeText(ageMs)
  const limit = limitMinor === null || isStale ? undefined : limitText(limitMinor, display.value.currency)
  const note = isStale ? `${shortAge} old` : isSuspect ? 'check' : (limit ?? shortAge)
  const spokenAge = isStale ? note : isSuspect ? `check price, ${age} ago` : `${age} ago`
  const remarks = [
    isSuspect ? suspectText(suspectBy) : '',
    limitMinor === null || limit === undefined ? '' : limitHint(limitMinor, display.value.currency),
    move && before ? moveText(move, before, display.format) : '',
  ]
  const said = remarks.filter(remark => remark !== '')
  const hint = [...(short === main ? [] : [main]), ...said].join(', ')
  return {
    kind: state.kind,
    main,
    short,
    note,
    isPrice: true,
    isFresh: !isStale,
    isMark: false,
    // A stale price has no room for a mark, and its move is old.
    move: isStale ? undefined : move?.direction,
    isSuspect,
    hint: hint || undefined,
    spoken: [main, spokenAge, ...said].join(', '),
  }
}

/** A fresh price of a live game that the others have left looks as old as it is to a bettor. */
const toLeftBehindFace = (
  state: Extract<CellState, { kind: 'priced' | 'stale' }>,
  leftBehind: LeftBehind,
  display: DisplayContext,
): CellFace => {
  const reason = leftBehindTexts[leftBehind]
  const facts = { move: undefined, before: null, suspectBy: null, limitMinor: null }
  const face = toPricedFace({ ...state, kind: 'stale' }, facts, display)
  const hint = face.hint === undefined ? reason : `${face.hint}, ${reason}`
  return { ...face, hint, spoken: `${face.spoken}, ${reason}` }
}

type Requested = Extract<CellState, { kind: 'waiting' | 'pricing' }>

/**
 * While a new price is requested the one before stays. As long as it is fresh it looks so, and a wait is said in the
 * tooltip alone; for an old price the wait replaces the age.
 */
function toRequestedFace(state: Requested, before: CellFace, now: number): CellFace {
  const turn = describeTurn(state, now)
  if (!before.isPrice) return toFirstFace(state, turn, before.kind)
  const { kind } = state
  const spoken = `${before.spoken}, ${turn.spoken}`
  const hint = [before.hint ?? '', turn.hint].filter(part => part !== '').join('\n') || undefined
  const isNoted = kind === 'pricing' || !before.isFresh
  const face = { ...before, kind, spoken, hint }
  return isNoted ? { ...face, note: turn.note || turn.place || before.note, move: undefined } : face
}

/** Text the first time, then a mark, so that prices that refresh often do not flicker. */
function toFirstFace({ kind }: Requested, turn: Turn, before: CellState['kind']): CellFace {
  if (kind === 'waiting') return { ...toFace(kind, turn.place || 'waiting', turn.note), spoken: turn.spoken }
  const first = toFace(kind, 'pricing…')
  return before === 'idle' ? first : { ...first, short: again, isMark: true }
}

interface Turn {
  /** `#3` in the queue; empty without a place. */
  readonly place: string
  /** In a cell, beside a price or the place; with a word, because a time alone would look like an age. */
  readonly note: string
  readonly hint: string
  readonly spoken: string
}

/** Place in the queue, and the wait when the limit delays it. */
function describeTurn(state: Requested, now: number): Turn {
  if (state.kind === 'pricing') return { place: '', note: again, hint: '', spoken: 'pricing…' }
  const place = state.place === 0 ? '' : `#${state.place}`
  const left = state.startsAt === null ? '' : countdownText(state.startsAt - now)
  const parts = (words: readonly string[]) => words.filter(part => part !== '').join(', ')
  const note = left && `in ${left}`
  const said = parts([place, note])
  return {
    place,
    note,
    hint: said && `In line for a new price: ${said}`,
    spoken: parts(['waiting', place, left && `${left} to go`]),
  }
}

/** A failure that ends by time: the time left, or the user's next step after it. `short` is its name in a column. */
function toTimedFace(
  kind: CellState['kind'],
  { name, short }: { name: string; short: string },
  leftMs: number,
): CellFace {
  if (leftMs <= 0) return toRetryFace(kind, name)
  const left = countdownText(leftMs)
  return { ...toFace(kind, name, left), short, spoken: `${name} ${left} until retry` }
}

/** The cell shows the failure; tooltip and accessible name also say what to do. */
const toRetryFace = (kind: CellState['kind'], main: string, short = main): CellFace => ({
  ...toFace(kind, main),
  short,
  hint: retryHint,
  spoken: `${main}, ${retryHint}`,
})
const retryHint = 'R to retry'

function toFailedFace(failure: CallFailure, now: number): CellFace {
  const { name, short } = callFailures[failure.kind]
  if (failure.kind === 'host-failing')
    return toTimedFace('failed', { name, short: 'Down' }, failure.untilAt - now)
  if (failure.kind === 'server-error') return toRetryFace('failed', `${name} ${failure.status}`)
  const isInSettings = failure.kind === 'key-missing' || failure.kind === 'bad-address'
  return isInSettings ? toFace('failed', name, 'see Settings') : toRetryFace('failed', name, short)
}

/** A message of the service: a state word in a column, whole in its tooltip, accessible name and pane. */
const toMessageFace = (text: string): CellFace => ({
  ...toFace('message', text),
  short: toShortMessage(text),
  hint: text,
})

/** Words of these messages that bettors know in short. */
const stateWords = new Map([
  ['suspended', 'Susp.'],
  ['unavailable', 'Unavail.'],
  ['closed', 'Closed'],
])

/** The message if it fits a column, else the word in it that names the state. */
function toShortMessage(text: string): string {
  const words = text.trim().split(/\s+/)
  if (words.length <= maxWords && words.every(word => word.length <= maxWordLength)) return text.trim()
  const stateWord = words
    .map(word => word.toLowerCase().replace(/\W+$/, ''))
    .find(word => stateWords.has(word))
  return stateWords.get(stateWord ?? '') ?? 'Message'
}

/** Adds the price that the cell had last to the tooltip and the accessible name of a cell that has none now. */
function addLostPrice(face: CellFace, cell: Cell, display: DisplayContext): CellFace {
  const lost = lostKinds.has(face.kind) ? findLostPrice(cell) : undefined
  if (lost === undefined) return face
  const was = lostPriceText(lost, display)
  return { ...face, hint: `${face.hint ?? face.main}, ${was}`, spoken: `${face.spoken}, ${was}` }
}
const lostKinds: ReadonlySet<CellState['kind']> = new Set([
  'no-price',
  'cannot-combine',
  'message',
  'limited',
  'key-refused',
  'failed',
])

const toMarkFace = (kind: CellState['kind'], mark: string, words: string): CellFace => ({
  ...toFace(kind, words),
  short: mark,
  isMark: true,
  hint: words,
})

function toFace(kind: CellState['kind'], main: string, note = ''): CellFace {
  const spoken = note === '' ? main : `${main}, ${note}`
  return { ...plain, kind, main, short: main, note, isPrice: false, spoken }
}
