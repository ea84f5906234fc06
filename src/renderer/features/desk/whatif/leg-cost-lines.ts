/** The share of each leg in a parlay's price at one book, line by line. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { QuotedPrice } from '../../../../shared/model/price/quote.ts'
import type { OneOff, Remainder } from '../../../../shared/model/price/whatif.ts'
import { legCost, type LegCost } from '../../../../shared/odds/value.ts'
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
  /** Undefined until both prices are known. */
  readonly cost: LegCost | undefined
}

interface LegCostInput {
  readonly row: Row
  /** The price of the whole parlay, as decimal odds. */
  readonly whole: number | undefined
  readonly smallerParlays: readonly Remainder[]
  readonly answers: ReadonlyMap<string, OneOff>
  readonly asking: ReadonlySet<string>
  readonly display: DisplayContext
}

export function toLegCostLines({
  row,
  whole,
  smallerParlays,
  answers,
  asking,
  display,
}: LegCostInput): LegCostLine[] {
  return smallerParlays.flatMap(({ leftOut, listed, last }) => {
    const leg = row.legs.find(({ key }) => key === leftOut)
    if (leg === undefined) return []
    const isAsking = asking.has(leftOut)
    const answer = answers.get(leftOut) ?? last
    const asked = describeOneOff(answer, row.legs.length - 1, { isAsking, display })
    const priceWithout = listed?.decimal ?? asked.decimal
    return {
      key: leftOut,
      name: leg.name,
      market: leg.market,
      face: listed === null ? asked.face : { ...asked.face, ...toListedFace(listed, display) },
      sentence: asked.sentence,
      cost: whole === undefined || priceWithout === undefined ? undefined : legCost(whole, priceWithout),
    }
  })
}

/** The book's listed single price: no call is needed for it. */
const toListedFace = (listed: QuotedPrice, { format }: DisplayContext) =>
  ({ kind: 'priced', isPrice: true, main: priceText(listed, format), note: 'listed single' }) as const
