/** What each leg of a parlay adds to its price at one book, line by line. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { isStale } from '../../../../shared/model/price/quote.ts'
import type { OneOff, Rest } from '../../../../shared/model/price/whatif.ts'
import { legCost, type LegCost } from '../../../../shared/odds/leg-cost.ts'
import { priceText } from '../../../format/price-text.ts'
import type { CellFace } from '../cell/cell-face.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { describeOneOff } from './one-off.ts'

export interface LegCostLine {
  readonly key: string
  readonly name: string
  readonly market: string
  /** The price without the leg. */
  readonly face: CellFace
  readonly sentence: string
  /** It is the book's listed single price, so that nothing needs to be asked. */
  readonly isListed: boolean
  /** Undefined until both prices are known. */
  readonly cost: LegCost | undefined
}

export interface LegCostInput {
  readonly row: Row
  readonly bookId: string
  readonly rests: readonly Rest[]
  readonly answers: ReadonlyMap<string, OneOff>
  readonly asking: ReadonlySet<string>
  readonly display: DisplayContext
}

export function toLegCostLines({
  row,
  bookId,
  rests,
  answers,
  asking,
  display,
}: LegCostInput): LegCostLine[] {
  const whole = wholePrice(row, bookId)
  return rests.flatMap(({ leftOut, listed, last }) => {
    const leg = row.legs.find(({ key }) => key === leftOut)
    if (leg === undefined) return []
    const eyes = { isAsking: asking.has(leftOut), display }
    const asked = describeOneOff(answers.get(leftOut) ?? last, row.legs.length - 1, eyes)
    const rest = listed?.decimal ?? asked.decimal
    return {
      key: leftOut,
      name: leg.name,
      market: leg.market,
      face: listed === null ? asked.face : { ...asked.face, kind: 'priced', isPrice: true, main: priceText(listed, display.format), note: 'listed single' }, // prettier-ignore
      sentence: asked.sentence,
      isListed: listed !== null,
      cost: whole === undefined || rest === undefined ? undefined : legCost(whole, rest),
    }
  })
}

/** The calls it takes: a smaller parlay for each leg that has no listed price, and the parlay itself unless it is fresh. */
export function countLegCostCalls(rests: readonly Rest[], isWholeFresh: boolean): number {
  return rests.filter(({ listed }) => listed === null).length + (isWholeFresh ? 0 : 1)
}

export function isWholeFresh(row: Row, bookId: string, { now, staleAfterMs }: DisplayContext): boolean {
  const quote = row.cells.find(cell => cell.bookId === bookId)?.quote ?? null
  return quote?.outcome.kind === 'priced' && !isStale(quote, now, staleAfterMs)
}

function wholePrice(row: Row, bookId: string): number | undefined {
  const outcome = row.cells.find(cell => cell.bookId === bookId)?.quote?.outcome
  return outcome?.kind === 'priced' ? outcome.price.decimal : undefined
}
