/** Value of a cell, as the lines of the Cell pane. A line that would not be true is left out. */
import type { Cell } from '../../../../shared/model/price/cell.ts'
import { type CellValue, type RowValue, stakeAdvice } from '../../../../shared/model/price/row-value.ts'
import type { ValueSettings } from '../../../../shared/model/settings/settings.ts'
import { correlation, fairDecimal, payoutGain, stakeMinor } from '../../../../shared/odds/value.ts'
import { pluralize, percentText, pointsText, signedPercent } from '../../../format/number-text.ts'
import { moneyText } from '../../../format/money.ts'
import { estimateText, shortPriceText } from '../../../format/price-text.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import type { BookColumn } from '../columns/columns.ts'
import { definitions, type DefinitionName } from './value-text.ts'

export interface ValueLine {
  readonly name: DefinitionName
  readonly label: string
  readonly text: string
  /** The basis of `text`. */
  readonly note?: string
  readonly tone?: 'up' | 'down'
}

interface ValueInput {
  readonly cell: Cell
  readonly row: RowValue
  readonly columns: readonly BookColumn[]
  readonly display: DisplayContext
}

export function listValueLines({ cell, row, columns, display }: ValueInput): ValueLine[] {
  const own = row.cells.get(cell.bookId)
  return [
    consensusLine(own, row, display),
    ...(own === undefined ? [] : worthLines(own, display.value)),
    ...nextBestLine(own, row, { columns, display }),
    ...singlesLines(cell, display),
  ]
}

/** A line is labelled with its number's name unless `rest` says otherwise. */
function toLine(name: DefinitionName, text: string, rest: Partial<ValueLine> = {}): ValueLine {
  return { name, label: definitions[name].name, text, ...rest }
}

function consensusLine(own: CellValue | undefined, row: RowValue, display: DisplayContext): ValueLine {
  const { consensus } = own ?? row
  const others = row.cells.size - (own === undefined ? 0 : 1)
  if (consensus === null)
    return toLine('consensus', '—', {
      note: `${others} of ${pluralize(display.value.fewestBooks, 'other book')}`,
    })
  const text = estimateText(fairDecimal(consensus.p), display.format)
  return toLine('consensus', text, { note: pluralize(consensus.books, 'other book') })
}

const sources = { mine: 'by my fair price', consensus: 'by consensus' } as const

/** No stake is advised on a price that may be an error, and its value is not praised. */
function worthLines({ worth, price, suspectBy }: CellValue, settings: ValueSettings): ValueLine[] {
  if (worth === null) return []
  const { source, p, ev, edge } = worth
  const value = toLine('ev', signedPercent(ev), { note: sources[source] })
  const edgeLine = toLine('edge', `${edge > 0 ? '+' : ''}${pointsText(edge)} pt`)
  if (suspectBy !== null) return [value, edgeLine]
  return [{ ...value, tone: ev > 0 ? 'up' : 'down' }, edgeLine, kellyLine(p, price.decimal, settings)]
}

const fractions: Readonly<Record<number, string>> = { 1: '', 0.5: ' ½', 0.25: ' ¼', 0.125: ' ⅛' }

function kellyLine(p: number, d: number, settings: ValueSettings): ValueLine {
  const { kellyFraction, bankrollMinor, currency, kellyCap } = settings
  const { advised, low, high } = stakeAdvice(p, d, settings)
  const isSet = bankrollMinor > 0
  const stake = (share: number) =>
    isSet ? moneyText(stakeMinor(share, bankrollMinor), currency) : percentText(share, 2)
  const fraction = fractions[kellyFraction] ?? ` × ${kellyFraction}`
  const cap = advised === kellyCap ? `, capped at ${percentText(kellyCap)}` : ''
  return toLine('kelly', advised === 0 ? 'no bet' : stake(advised), {
    label: `Kelly${fraction} of ${isSet ? moneyText(bankrollMinor, currency) : 'bankroll'}`,
    note: high === 0 ? '' : `${stake(low)} to ${stake(high)} for p ± 10%${cap}`,
  })
}

/** The price to beat: for the best cell the next one, for any other the best. */
function nextBestLine(
  own: CellValue | undefined,
  { ranked }: RowValue,
  { columns, display }: Pick<ValueInput, 'columns' | 'display'>,
): ValueLine[] {
  const rival = ranked.find(({ bookId }) => bookId !== own?.bookId)
  if (rival === undefined) return []
  const isBest = own !== undefined && ranked[0] === own
  const book = columns.find(({ bookId }) => bookId === rival.bookId)?.name ?? rival.bookId
  const line = toLine('gap', `${shortPriceText(rival.price, display.format)} ${book}`, {
    label: isBest ? 'Next best' : 'Best price',
  })
  const gap = own && payoutGain(rival.price.decimal, own.price.decimal)
  if (gap === undefined) return [line]
  const note = gap === 0 ? 'the same' : `pays ${percentText(Math.abs(gap))} ${gap > 0 ? 'more' : 'less'}`
  return [{ ...line, note }]
}

function singlesLines({ singles, missingLegs, quote }: Cell, { format }: DisplayContext): ValueLine[] {
  if (singles === null || missingLegs > 0) return []
  const product = toLine('singles', estimateText(singles, format))
  if (quote?.outcome.kind !== 'priced') return [product]
  const ratio = correlation([singles], quote.outcome.price.decimal)
  return [product, toLine('correlation', percentText(1 - 1 / ratio), { note: `× ${ratio.toFixed(2)}` })]
}
