/** AG Grid Community with the same content: names at the left, best at the right, two lines a cell, one renderer a cell. */
import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  createGrid,
  ModuleRegistry,
  RenderApiModule,
  type ColDef,
  type ICellRendererComp,
  type ICellRendererParams,
} from 'ag-grid-community'
import { findRowTop, getRowValue } from '../../src/renderer/features/desk/value/best-price.ts'
import { describeCell } from '../../src/renderer/features/desk/cell/cell-face.ts'
import type { DisplayContext } from '../../src/renderer/features/desk/context/useDisplay.ts'
import { rowNote } from '../../src/renderer/features/desk/rows/row-text.ts'
import { shortenLegs } from '../../src/shared/model/game/leg-short.ts'
import { shortPriceText } from '../../src/renderer/format/price-text.ts'
import { signedPercent } from '../../src/renderer/format/number-text.ts'
import type { Cell } from '../../src/shared/model/price/cell.ts'
import type { Row } from '../../src/shared/model/parlay/desk.ts'
import { books, displayAt } from './feed.ts'
import { measure } from './measured-page.ts'

ModuleRegistry.registerModules([
  ClientSideRowModelModule,
  ClientSideRowModelApiModule,
  RenderApiModule,
  CellStyleModule,
])

let display: DisplayContext = displayAt(Date.now())

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
    if (this.#main.title !== hint) this.#main.title = hint
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
  readonly isBest: boolean
}

const priceColumn = ({ bookId, name }: (typeof books)[number], index: number): ColDef<Row, PriceValue> => ({
  colId: bookId,
  headerName: name,
  width: 76,
  valueGetter: ({ data }) => ({
    cell: data?.cells[index],
    isBest:
      data !== undefined &&
      (findRowTop(data, books, display)?.books.some(book => book.bookId === bookId) ?? false),
  }),
  equals: (a, b) => a?.cell === b?.cell && a?.isBest === b?.isBest,
  cellRenderer: twoLines(({ value, data }: ICellRendererParams<Row, PriceValue>) => {
    const suspectBy = data && getRowValue(data, books, display).cells.get(bookId)?.suspectBy
    const face = describeCell(value?.cell, data?.legs.length ?? 0, display, { suspectBy: suspectBy ?? null })
    return {
      main: face.main,
      note: face.note,
      hint: face.hint ?? '',
      className: `cell ${face.kind} ${face.move ?? ''} ${face.isPrice ? 'price' : ''} ${value?.isBest ? 'best' : ''}`,
      label: `${name}, ${value?.isBest ? 'best price, ' : ''}${face.spoken}`,
    }
  }),
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
      return { main, note, className: 'row-name', label: `${main}, ${note}` }
    }),
  },
  ...books.map(priceColumn),
  {
    colId: 'best',
    headerName: 'Best',
    pinned: 'right',
    width: 88,
    valueGetter: ({ data }) => data && findRowTop(data, books, display),
    cellRenderer: twoLines(({ data }) => {
      const best = data && findRowTop(data, books, display)
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
    animateRows: false,
    suppressColumnMoveAnimation: true,
    suppressCellFocus: false,
    ensureDomOrder: false,
  })
  return {
    apply(changed) {
      api.applyTransaction({ update: [...changed] })
    },
    age(now) {
      display = displayAt(now)
      api.refreshCells({ force: true })
    },
  }
})
