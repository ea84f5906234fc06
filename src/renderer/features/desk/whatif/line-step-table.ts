/** Table of a leg's neighboring lines by books: each cell's price, and the best price of each line. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { findPrice } from '../../../../shared/model/price/quote.ts'
import type { LineStep, LineSteps, OneOff } from '../../../../shared/model/price/whatif.ts'
import { describeCell, type CellFace } from '../cell/cell-face.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import type { BookColumn } from '../columns/columns.ts'
import { describeOneOff } from './one-off.ts'

export interface StepCell {
  readonly bookId: string
  /** Undefined where the book does not carry the parlay with this line. */
  readonly face: CellFace | undefined
  readonly sentence: string
  readonly isBest: boolean
}

export interface StepRow {
  readonly selection: string
  readonly name: string
  /** The leg's own line, with the prices that the desk has. */
  readonly isOwn: boolean
  /** Books that carry the parlay with it. */
  readonly books: number
  readonly cells: readonly StepCell[]
}

/** One price that can be asked for. */
export interface StepQuestion {
  readonly step: string
  readonly bookId: string
}
export const toStepKey = ({ step, bookId }: StepQuestion): string => `${bookId} ${step}`

interface StepTableInput {
  readonly row: Row
  readonly leg: string
  readonly steps: LineSteps
  /** The books chosen, in the order of their columns. */
  readonly columns: readonly BookColumn[]
  readonly answers: ReadonlyMap<string, OneOff>
  readonly asking: ReadonlySet<string>
  readonly display: DisplayContext
}

type Shown = Omit<StepCell, 'isBest'> & { readonly decimal: number | undefined }

/** Lowest line first, the leg's own where it belongs. */
export function toStepRows(input: StepTableInput): StepRow[] {
  const toRow = (step: LineStep) => toStepRow(step, input)
  return [...input.steps.below.map(toRow), ...toOwnRow(input), ...input.steps.above.map(toRow)]
}

function toStepRow(step: LineStep, { row, columns, answers, asking, display }: StepTableInput): StepRow {
  const shown = columns.map(({ bookId }): Shown => {
    const carried = step.books.find(book => book.bookId === bookId)
    if (carried === undefined) return { bookId, face: undefined, sentence: '', decimal: undefined }
    const key = toStepKey({ step: step.selection, bookId })
    const context = { isAsking: asking.has(key), display }
    return { bookId, ...describeOneOff(answers.get(key) ?? carried.last, row.legs.length, context) }
  })
  const { selection, name, books } = step
  return { selection, name, isOwn: false, books: books.length, cells: withBest(shown) }
}

function toOwnRow({ row, leg, columns, display }: StepTableInput): StepRow[] {
  const own = row.legs.find(({ key }) => key === leg)
  if (own === undefined) return []
  const shown = columns.map(({ bookId }): Shown => {
    const cell = row.cells.find(each => each.bookId === bookId)
    const decimal = findPrice(cell?.quote)?.decimal
    return { bookId, face: describeCell(cell, row.legs.length, display), sentence: '', decimal }
  })
  return [{ selection: leg, name: own.name, isOwn: true, books: 0, cells: withBest(shown) }]
}

/** Only a fresh price ranks. */
function withBest(shown: readonly Shown[]): StepCell[] {
  const toFreshDecimal = ({ face, decimal }: Shown) => (face?.kind === 'priced' ? (decimal ?? 0) : 0)
  const best = Math.max(...shown.map(toFreshDecimal))
  return shown.map(cell => {
    const { bookId, face, sentence } = cell
    return { bookId, face, sentence, isBest: best > 0 && toFreshDecimal(cell) === best }
  })
}

/** Everything that the chosen books can be asked for. */
export function listStepQuestions({ below, above }: LineSteps, chosen: ReadonlySet<string>): StepQuestion[] {
  return [...below, ...above].flatMap(({ selection: step, books }) =>
    books.filter(({ bookId }) => chosen.has(bookId)).map(({ bookId }) => ({ step, bookId })),
  )
}
