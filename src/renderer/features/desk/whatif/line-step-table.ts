/** Table of a leg's neighboring lines by books: each cell's price, and the best price of each line. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { findPrice } from '../../../../shared/model/price/quote.ts'
import type { LineStep, LineSteps, OneOff } from '../../../../shared/model/price/whatif.ts'
import { describeCell, type CellFace } from '../cell/cell-face.ts'
import type { BookColumn } from '../columns/columns.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { describeOneOff } from './useOneOffs.ts'

/** One price that can be requested. */
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

/** Rows of the table, lowest line first, including the leg's own. */
export function toStepRows(input: StepTableInput) {
  const toRow = (step: LineStep) => toStepRow(step, input)
  return [...input.steps.below.map(toRow), ...toOwnRow(input), ...input.steps.above.map(toRow)]
}

/** `books`: number of books that offer the parlay with this line. */
function toStepRow(
  { selection, name, books }: LineStep,
  { row, columns, answers, asking, display }: StepTableInput,
) {
  const cells = columns.map(({ bookId }) => {
    const carried = books.find(book => book.bookId === bookId)
    if (carried === undefined) return { bookId }
    const key = toStepKey({ step: selection, bookId })
    const context = { isAsking: asking.has(key), display }
    return { bookId, ...describeOneOff(answers.get(key) ?? carried.last, row.legs.length, context) }
  })
  return { selection, name, isOwn: false, books: books.length, cells: markBest(cells) }
}

/** The leg's own line, with the prices that the desk has. */
function toOwnRow({ row, leg, columns, display }: StepTableInput) {
  const own = row.legs.find(({ key }) => key === leg)
  if (own === undefined) return []
  const cells = columns.map(({ bookId }) => {
    const cell = row.cells.find(each => each.bookId === bookId)
    const decimal = findPrice(cell?.quote)?.decimal
    return { bookId, face: describeCell(cell, row.legs.length, display), decimal }
  })
  return [{ selection: leg, name: own.name, isOwn: true, books: 0, cells: markBest(cells) }]
}

interface StepCell {
  readonly bookId: string
  /** Undefined when the book does not offer the parlay with this line. */
  readonly face?: CellFace
  /** The reason why there is no price. */
  readonly sentence?: string
  readonly decimal?: number | undefined
}

/** Marks the best of at least two fresh prices; none while an older one is higher. */
function markBest(cells: readonly StepCell[]) {
  const isFresh = ({ face, decimal }: StepCell) => face?.kind === 'priced' && decimal !== undefined
  const highest = Math.max(...cells.map(({ decimal = 0 }) => decimal))
  const isCompared = cells.filter(isFresh).length > 1
  return cells.map(cell => ({ ...cell, isBest: isCompared && isFresh(cell) && cell.decimal === highest }))
}

/** All prices that can be requested from the chosen books. */
export function listStepQuestions(steps: readonly LineStep[], chosen: ReadonlySet<string>): StepQuestion[] {
  return steps.flatMap(({ selection: step, books }) =>
    books.filter(({ bookId }) => chosen.has(bookId)).map(({ bookId }) => ({ step, bookId })),
  )
}
