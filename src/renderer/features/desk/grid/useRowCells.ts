/**
 * Texts and classes of a row's cells in view. A cell is described again only when one of its own facts has changed: a
 * new price at one book leaves the other cells as they are.
 */
import { computed, type ComputedRef } from 'vue'
import type { Cell } from '../../../../shared/model/price/cell.ts'
import type { LeftBehind } from '../../../../shared/model/price/live-prices.ts'
import type { PromotedPrice } from '../../../../shared/model/price/promoted-price.ts'
import type { QuotedPrice } from '../../../../shared/model/price/quote.ts'
import { priceText } from '../../../format/price-text.ts'
import { describeCell, toCellClasses } from '../cell/cell-face.ts'
import type { PlacedColumn } from '../columns/columns.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import type { RowTop } from '../value/best-price.ts'
import { fitPromoted, promotedSpoken } from '../value/promoted-text.ts'
import { claimSpoken, topSpoken } from '../value/value-text.ts'

/** Inputs of all that a cell shows; compared one by one, so each is a plain value or an object that is kept. */
export interface CellFacts {
  readonly column: PlacedColumn
  /** Width of the columns before it that are not drawn, in CSS pixels. */
  readonly gap: number
  /** Undefined for a book that came after the row was last sent. */
  readonly cell: Cell | undefined
  readonly legs: number
  readonly display: DisplayContext
  readonly suspectBy: number | null
  readonly limitMinor: number | null
  readonly leftBehind: LeftBehind | undefined
  readonly isGameOver: boolean
  readonly isBookDown: boolean
  /** The row's highest fresh price, if this book pays it. */
  readonly top: RowTop | undefined
  /** The reason why there is no expected value, where the cell says it. */
  readonly noEv: string | undefined
  /** The price that the user saw last, if the cell has moved since. */
  readonly was: QuotedPrice | undefined
  /** True for the row's highest price, or the highest of then, when it moved since the user looked. */
  readonly isUnseen: boolean
  /** Class of a price that just changed. */
  readonly flash: string | undefined
  /** Text of the next refresh, of the selected cell alone. */
  readonly due: string | undefined
  readonly isSelected: boolean
  readonly promoted: PromotedPrice | undefined
  /** Name of another desk that asked for the price. */
  readonly author: string | undefined
}

export interface RowCell {
  readonly bookId: string
  readonly column: number
  readonly style: string
  readonly className: string
  readonly main: string
  readonly note: string
  readonly boost: string | undefined
  /** The tooltip. */
  readonly hint: string | undefined
  /** The accessible name. */
  readonly label: string
  readonly isSelected: boolean
}

/** Returns the same object for a cell whose facts are the same. */
export function useRowCells(facts: () => readonly CellFacts[]): ComputedRef<readonly RowCell[]> {
  let last = new Map<string, { readonly facts: CellFacts; readonly cell: RowCell }>()
  return computed(() => {
    const next = new Map(
      facts().map(now => {
        const known = last.get(now.column.bookId)
        const isKept = known !== undefined && isSame(known.facts, now)
        return [now.column.bookId, isKept ? known : { facts: now, cell: drawCell(now) }]
      }),
    )
    last = next
    return [...next.values()].map(({ cell }) => cell)
  })
}

function isSame(a: CellFacts, b: CellFacts): boolean {
  let name: keyof CellFacts
  for (name in a) if (a[name] !== b[name]) return false
  return true
}

function drawCell(facts: CellFacts): RowCell {
  const { column, gap, cell, display, top, noEv, was, promoted, isSelected } = facts
  const face = describeCell(cell, facts.legs, display, facts)
  const boosted = promoted && promotedSpoken(promoted, display.format)
  const pricedBy = facts.author && `priced by ${facts.author}`
  const wasShown = was && `was ${priceText(was, display.format)} when you looked`
  return {
    ...{ bookId: column.bookId, column: column.index + 2, isSelected },
    style: column.sticks ? column.style : `margin-left:${gap}px;width:${column.px}px`,
    className: toClassName(
      facts,
      toCellClasses(face, { isBest: top?.claim === 'best', isUnseen: facts.isUnseen }),
    ),
    main: face.short,
    note: face.note,
    boost: promoted && fitPromoted(promoted, display.format, column.px),
    hint: join('\n', [join('; ', [face.hint, wasShown, pricedBy]), boosted, facts.due, noEv]) || undefined,
    label: join(', ', [column.name, ...describeTop(facts, face.spoken), boosted, wasShown, pricedBy]),
  }
}

function toClassName({ flash, isSelected, column, promoted }: CellFacts, classes: readonly string[]): string {
  const own = [flash, isSelected && 'selected', column.sticks && 'frozen', promoted && 'promoted']
  return [...classes, ...own].filter(Boolean).join(' ')
}

/** Accessible text of a cell, including the claim of the highest fresh price if it is the cell's. */
function describeTop({ top, display, noEv }: CellFacts, spoken: string): string[] {
  return top === undefined ? [spoken] : [claimSpoken(top), spoken, ...topSpoken(top, display, noEv)]
}

const join = (separator: string, parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join(separator)
