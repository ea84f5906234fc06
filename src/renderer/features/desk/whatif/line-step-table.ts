/** A leg's neighbouring lines against books: what stands in each cell, and which price of a line is the best. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
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

export interface StepTableInput {
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
export function toStepRows(parts: StepTableInput): StepRow[] {
  const rowOf = (step: LineStep) => stepRow(step, parts)
  return [...parts.steps.below.map(rowOf), ...ownRow(parts), ...parts.steps.above.map(rowOf)]
}

function stepRow(step: LineStep, { row, columns, answers, asking, display }: StepTableInput): StepRow {
  const shown = columns.map(({ bookId }): Shown => {
    const carried = step.books.find(book => book.bookId === bookId)
    if (carried === undefined) return { bookId, face: undefined, sentence: '', decimal: undefined }
    const name = toStepKey({ step: step.selection, bookId })
    const eyes = { isAsking: asking.has(name), display }
    return { bookId, ...describeOneOff(answers.get(name) ?? carried.last, row.legs.length, eyes) }
  })
  const { selection, name, books } = step
  return { selection, name, isOwn: false, books: books.length, cells: withBest(shown) }
}

function ownRow({ row, leg, columns, display }: StepTableInput): StepRow[] {
  const own = row.legs.find(({ key }) => key === leg)
  if (own === undefined) return []
  const shown = columns.map(({ bookId }): Shown => {
    const cell = row.cells.find(each => each.bookId === bookId)
    const outcome = cell?.quote?.outcome
    const decimal = outcome?.kind === 'priced' ? outcome.price.decimal : undefined
    return { bookId, face: describeCell(cell, row.legs.length, display), sentence: '', decimal }
  })
  return [{ selection: leg, name: own.name, isOwn: true, books: 0, cells: withBest(shown) }]
}

/** Only a fresh price ranks. */
function withBest(shown: readonly Shown[]): StepCell[] {
  const decimalOf = ({ face, decimal }: Shown) => (face?.kind === 'priced' ? (decimal ?? 0) : 0)
  const best = Math.max(...shown.map(decimalOf))
  return shown.map(cell => {
    const { bookId, face, sentence } = cell
    return { bookId, face, sentence, isBest: best > 0 && decimalOf(cell) === best }
  })
}

/** Everything that the chosen books can be asked for. */
export function listStepQuestions({ below, above }: LineSteps, chosen: ReadonlySet<string>): StepQuestion[] {
  return [...below, ...above].flatMap(({ selection: step, books }) =>
    books.filter(({ bookId }) => chosen.has(bookId)).map(({ bookId }) => ({ step, bookId })),
  )
}
