/** Zoom, panes of the desk, the ledger's layout, and the state of the tour. */
import { z } from 'zod'
import { newestFirst, SortKey, sortKeys, TicketSort } from '../ticket/ledger-filter.ts'

/** Widths of the panes beside the grid, in CSS pixels. */
export const paneWidthRange = { legs: { min: 208, max: 720 }, cell: { min: 260, max: 840 } } as const

const PaneWidth = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.number().int().min(min).max(max).nullable()

/** Panes of the desk that are open, and the widths that the user set; null follows the window's width. */
export const DeskPanes = z.strictObject({
  isLegsOpen: z.boolean(),
  legsWidth: PaneWidth(paneWidthRange.legs),
  isCellOpen: z.boolean(),
  cellWidth: PaneWidth(paneWidthRange.cell),
  /** True when the table under the summary line is open. */
  isTicketsOpen: z.boolean(),
  isTrendingOpen: z.boolean(),
  /** Panes of a team. */
  isInstructionsOpen: z.boolean(),
  isSharedOpen: z.boolean(),
})
/** As stored: from before teams without their panes. */
export const StoredPanes = DeskPanes.extend({
  isInstructionsOpen: DeskPanes.shape.isInstructionsOpen.default(true),
  isSharedOpen: DeskPanes.shape.isSharedOpen.default(true),
})
export type DeskPanes = Readonly<z.infer<typeof DeskPanes>>

export const plainPanes: DeskPanes = {
  isLegsOpen: true,
  legsWidth: null,
  isCellOpen: true,
  cellWidth: null,
  isTicketsOpen: false,
  isTrendingOpen: false,
  isInstructionsOpen: true,
  isSharedOpen: true,
}

/** Columns of the ledger's table that are shown only once chosen. Tickets are not sorted by these. */
export const extraColumns = ['tags', 'league', 'no-vig-clv'] as const
const ExtraColumn = z.enum(extraColumns)
export type ExtraColumn = z.infer<typeof ExtraColumn>
export type ColumnKey = SortKey | ExtraColumn

/** Columns of the ledger's table that are hidden, their places, the order of its rows, and the charts over it. */
export const LedgerLayout = z.strictObject({
  /** Columns from the left, with the hidden ones; absent or empty for the usual places. */
  places: z
    .array(z.enum([...sortKeys, ...extraColumns]))
    .max(sortKeys.length + extraColumns.length)
    .exactOptional(),
  /** Extra columns that are shown; absent for none. */
  extra: z.array(ExtraColumn).max(extraColumns.length).exactOptional(),
  hidden: z.array(SortKey.exclude(['title'])).max(sortKeys.length),
  sort: TicketSort,
  areChartsOpen: z.boolean(),
})
export type LedgerLayout = Readonly<z.infer<typeof LedgerLayout>>

export const plainLedgerLayout: LedgerLayout = { hidden: [], sort: newestFirst, areChartsOpen: true }

/** Zoom factors of the zoom keys, the same as a browser's. */
export const zoomFactors = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const
export const ZoomFactor = z.number().min(0.5).max(3)
export const ZoomStep = z.enum(['in', 'out', 'reset'])
export type ZoomStep = z.infer<typeof ZoomStep>

/** The tour is offered once, to a new user. */
export const TourState = z.enum(['new', 'offered', 'finished'])
export type TourState = z.infer<typeof TourState>

export const View = z.strictObject({
  zoom: ZoomFactor,
  panes: DeskPanes,
  ledger: LedgerLayout,
  tour: TourState,
})
export type View = Readonly<z.infer<typeof View>>
