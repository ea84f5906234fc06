/**
 * AG Grid Community with the same content and accessible names: names at the left, best at the right, two lines a cell,
 * one renderer a cell. Set up for speed as its documentation says: rows changed by asynchronous transactions, no rows
 * beyond the view, no animation. A new second reaches its rows in the turns in which it reaches ours.
 */
import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  createGrid,
  ModuleRegistry,
  RenderApiModule,
  RowApiModule,
  type ColDef,
  type ICellRendererComp,
  type ICellRendererParams,
  type IRowNode,
} from 'ag-grid-community'
import { findRowTop, getRowValue, type RowTop } from '../../src/renderer/features/desk/value/best-price.ts'
import { describeCell } from '../../src/renderer/features/desk/cell/cell-face.ts'
import type { DisplayContext } from '../../src/renderer/features/desk/context/useDisplay.ts'
import { rowNote, rowSpoken } from '../../src/renderer/features/desk/rows/row-text.ts'
import { claimSpoken, topSpoken } from '../../src/renderer/features/desk/value/value-text.ts'
import { shortenLegs } from '../../src/shared/model/game/leg-short.ts'
import { shortPriceText } from '../../src/renderer/format/price-text.ts'
import { signedPercent } from '../../src/renderer/format/number-text.ts'
import type { Cell } from '../../src/shared/model/price/cell.ts'
import type { Row } from '../../src/shared/model/parlay/desk.ts'
import { books, displayAt } from './feed.ts'
import { measure, startedAt } from './measured-page.ts'

ModuleRegistry.registerModules([
  ClientSideRowModelModule,
  ClientSideRowModelApiModule,
  RenderApiModule,
  RowApiModule,
  CellStyleModule,
])

/** As in useRowDisplays.ts: a new second reaches bands of rows in successive frames. */
const turns = 6
const bandRows = 4
const displays: DisplayContext[] = Array.from({ length: turns }, () => displayAt(startedAt))

const toTurn = (node: IRowNode<Row> | null) => Math.floor((node?.rowIndex ?? 0) / bandRows) % turns
const toDisplay = (node: IRowNode<Row> | null) => displays[toTurn(node)] ?? displayAt(startedAt)

const tops = new WeakMap<Row, { display: DisplayContext; top: RowTop | undefined }>()

/** A row's highest fresh price, found once for all of its cells, as our rows do in a computed value. */
function getRowTop(row: Row, display: DisplayContext): RowTop | undefined {
  const last = tops.get(row)
  if (last?.display === display) return last.top
  const top = findRowTop(row, books, display)
  tops.set(row, { display, top })
  return top
}

/** Content of a cell: two lines, a class, and the accessible name. */
interface Shown {
  readonly main: string
  readonly note: string
  readonly hint?: string
  readonly className: string
  readonly label: string
}

class TwoLines implements ICellRendererComp<Row> {
  readonly #element = document.createElement('div')
  readonly #main = document.createElement('span')
  readonly #note = document.createElement('span')
  readonly #shown: (params: ICellRendererParams<Row>) => Shown

  constructor(shown: (params: ICellRendererParams<Row>) => Shown) {
    this.#shown = shown
    this.#main.className = 'main'
    this.#note.className = 'note'
    this.#element.append(this.#main, this.#note)
  }

  init(params: ICellRendererParams<Row>): void {
    this.refresh(params)
  }
  getGui(): HTMLElement {
    return this.#element
  }
  refresh(params: ICellRendererParams<Row>): boolean {
    const { main, note, hint = '', className, label } = this.#shown(params)
    if (this.#main.textContent !== main) this.#main.textContent = main
    if (this.#note.textContent !== note) this.#note.textContent = note
    if (params.eGridCell.dataset['tip'] !== hint) params.eGridCell.dataset['tip'] = hint
    if (this.#element.className !== className) this.#element.className = className
    if (params.eGridCell.ariaLabel !== label) params.eGridCell.ariaLabel = label
    return true
  }
}
/** A renderer class for one kind of column. */
const twoLines = (shown: (params: ICellRendererParams<Row>) => Shown) =>
  class extends TwoLines {
    constructor() {
      super(shown)
    }
  }

interface PriceValue {
  readonly cell: Cell | undefined
  /** The row's highest fresh price, if this book pays it. */
  readonly top: RowTop | undefined
  readonly suspectBy: number | null
}

/** Longer prices are set smaller, as in PriceRow.vue. */
const maxFigures = 5

function toPriceValue(row: Row, node: IRowNode<Row> | null, index: number): PriceValue {
  const display = toDisplay(node)
  const cell = row.cells[index]
  const top = getRowTop(row, display)
  const suspectBy = getRowValue(row, books, display).cells.get(cell?.bookId ?? '')?.suspectBy ?? null
  return { cell, top: top?.books.some(({ bookId }) => bookId === cell?.bookId) ? top : undefined, suspectBy }
}

function showPrice(name: string, { value, data, node }: ICellRendererParams<Row, PriceValue>): Shown {
  const display = toDisplay(node)
  const top = value?.top
  const suspectBy = value?.suspectBy ?? null
  const face = describeCell(value?.cell, data?.legs.length ?? 0, display, { suspectBy })
  const classes = ['cell', face.kind, face.move]
  if (top?.claim === 'best') classes.push('best')
  if (face.isSuspect) classes.push('suspect')
  if (face.isMark) classes.push('mark')
  if (face.isPrice) classes.push(face.main.length > maxFigures ? 'price long' : 'price')
  const claim = top === undefined ? [] : [claimSpoken(top)]
  const worth = top === undefined ? [] : topSpoken(top, display)
  return {
    main: face.short,
    note: face.note,
    hint: face.hint ?? '',
    className: classes.join(' '),
    label: [name, ...claim, face.spoken, ...worth].join(', '),
  }
}

const priceColumn = ({ bookId, name }: (typeof books)[number], index: number): ColDef<Row, PriceValue> => ({
  colId: bookId,
  headerName: name,
  width: 76,
  valueGetter: ({ data, node }) => data && toPriceValue(data, node, index),
  equals: (a, b) => a?.cell === b?.cell && a?.top === b?.top && a?.suspectBy === b?.suspectBy,
  cellRenderer: twoLines((params: ICellRendererParams<Row, PriceValue>) => showPrice(name, params)),
})

const columns: ColDef<Row>[] = [
  {
    colId: 'name',
    headerName: 'Parlay',
    pinned: 'left',
    width: 260,
    valueGetter: ({ data }) => data?.legs,
    cellRenderer: twoLines(({ data }) => {
      const [main, note] = data === undefined ? ['', ''] : [shortenLegs(data.legs), rowNote(data)]
      return { main, note, className: 'row-name', label: data === undefined ? '' : rowSpoken(data) }
    }),
  },
  ...books.map(priceColumn),
  {
    colId: 'best',
    headerName: 'Best',
    pinned: 'right',
    width: 88,
    valueGetter: ({ data, node }) => data && getRowTop(data, toDisplay(node)),
    cellRenderer: twoLines(({ data, node }) => {
      const best = data && getRowTop(data, toDisplay(node))
      const main = best?.worth
        ? signedPercent(best.worth.ev)
        : best
          ? shortPriceText(best.price, 'american')
          : '—'
      const note = best?.books[0]?.name ?? ''
      return { main, note, className: 'row-best', label: `${main}, ${note}` }
    }),
  },
]

measure((feed, host) => {
  const api = createGrid<Row>(host, {
    columnDefs: columns,
    rowData: [...feed.rows],
    getRowId: ({ data }) => String(data.id),
    rowHeight: 40,
    headerHeight: 34,
    rowBuffer: 0,
    animateRows: false,
    suppressRowHoverHighlight: true,
    suppressColumnMoveAnimation: true,
    suppressCellFocus: false,
    ensureDomOrder: false,
  })
  let pending: number | undefined
  function handOut(turn: number, next: DisplayContext): void {
    displays[turn] = next
    api.refreshCells({ force: true, rowNodes: api.getRenderedNodes().filter(node => toTurn(node) === turn) })
    pending = turn + 1 < turns ? requestAnimationFrame(() => handOut(turn + 1, next)) : undefined
  }
  return {
    apply(changed) {
      api.applyTransactionAsync({ update: [...changed] })
    },
    age(now) {
      const next = displayAt(now)
      if (pending === undefined) {
        handOut(0, next)
        return
      }
      // The last second has not reached all rows: the new one reaches them in one frame.
      cancelAnimationFrame(pending)
      pending = undefined
      displays.fill(next)
      api.refreshCells({ force: true })
    },
  }
})
