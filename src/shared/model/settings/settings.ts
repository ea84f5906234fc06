/** The user's settings: prices and stakes, the price history that is kept, and the layout of the price grid. */
import { z } from 'zod'
import { Book, BookId } from '../game/book.ts'
import { equalWeights, FairMethod, FairWeights } from '../price/fair.ts'
import { PriceFormatName } from '../price/quote.ts'
import { maxMinor } from '../ticket/money.ts'

export const maxStakePresets = 6

/**
 * Fair price that prices are valued by, where there is one: of the books' partitions that the user chose to use, the
 * user's own, or the consensus. Without it the next of these is used.
 */
export const fairSources = ['partition', 'mine', 'consensus'] as const
export const FairSource = z.enum(fairSources)
export type FairSource = z.infer<typeof FairSource>

/** Settings for valuing prices and stakes. */
export const ValueSettings = z.strictObject({
  /** Subtracted from the other books' median probability: the assumed hold of those books. */
  margin: z.number().min(0).max(0.5),
  /** Minimum number of other books with a fresh price for a consensus. */
  fewestBooks: z.number().int().min(1).max(30),
  /** In minor units of `currency` (ISO 4217); 0 until the user sets it. */
  bankrollMinor: z.number().int().min(0).max(1_000_000_000_000),
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** The share of full Kelly to stake. */
  kellyFraction: z.number().gt(0).max(1),
  /** The largest share of the bankroll on one bet. */
  kellyCap: z.number().gt(0).max(1),
  /** The largest share in open tickets on one game, and in all of them; 1 for no limit. */
  gameCap: z.number().gt(0).max(1),
  openCap: z.number().gt(0).max(1),
  /** Format of the single prices in odds objects, which do not name one. */
  singlesFormat: PriceFormatName,
  /** Maximum age in ms of single prices that are multiplied. */
  singlesMaxAgeMs: z.number().int().min(60_000).max(86_400_000),
  fairSource: FairSource,
  fairMethod: FairMethod,
  /** Weights of the methods in a blend. */
  fairWeights: FairWeights,
  /** Maximum age in ms of a partition that prices are valued by; a live game's must be newer. */
  partitionMaxAgeMs: z.number().int().min(60_000).max(86_400_000),
  /** Stakes offered when a ticket is recorded, in minor units of `currency`. */
  stakePresets: z.array(z.number().int().min(1).max(maxMinor)).max(maxStakePresets),
})
export type ValueSettings = Readonly<z.infer<typeof ValueSettings>>

export const defaultValueSettings: ValueSettings = {
  margin: 0.05,
  fewestBooks: 3,
  bankrollMinor: 0,
  currency: 'USD',
  kellyFraction: 0.25,
  kellyCap: 0.05,
  gameCap: 1,
  openCap: 1,
  singlesFormat: 'american',
  singlesMaxAgeMs: 2 * 60_000,
  fairSource: 'partition',
  fairMethod: 'lowest',
  fairWeights: equalWeights,
  partitionMaxAgeMs: 10 * 60_000,
  stakePresets: [1_000, 2_500, 5_000, 10_000],
}

/** `system` follows the desktop. */
export const Theme = z.enum(['system', 'light', 'dark'])
export type Theme = z.infer<typeof Theme>

/** `books`: those of the profile in use, in the order of their columns. */
export const Settings = z.strictObject({
  theme: Theme,
  priceFormat: PriceFormatName,
  /** Age in ms after which a quote is stale. */
  staleAfterMs: z.number().int().min(5_000).max(3_600_000),
  value: ValueSettings,
  books: z.array(Book),
})
export type Settings = Readonly<z.infer<typeof Settings>>

export const defaultStaleAfterMs = 30_000

/** Limits of the price history. */
export const KeepLimits = z.strictObject({
  days: z.number().int().min(1).max(3_650),
  /** Megabytes of 1,000,000 bytes. */
  megabytes: z.number().int().min(20).max(10_000),
})
export type KeepLimits = Readonly<z.infer<typeof KeepLimits>>

export const defaultKeepLimits: KeepLimits = { days: 90, megabytes: 200 }

/** The price history's limits, and its size now. */
export const QuoteKeeping = z.strictObject({
  limits: KeepLimits,
  /** Bytes in use in the desk's file. */
  bytes: z.number().int(),
  quotes: z.number().int(),
  /** Epoch ms of the oldest; null while there is none. */
  sinceAt: z.number().nullable(),
})
export type QuoteKeeping = Readonly<z.infer<typeof QuoteKeeping>>

/** CSS pixels. Narrower columns would cut prices; wider ones gain nothing. */
export const columnWidthRange = { min: 44, max: 320 } as const

const ColumnWidth = z.number().int().min(columnWidthRange.min).max(columnWidthRange.max)
const maxBooks = 200

/** Orders of the rows; `mine`: as the user put them. */
export const rowSorts = ['added', 'mine', 'ev', 'promotion', 'gap', 'age', 'game', 'start', 'tag'] as const
export const RowSort = z.enum(rowSorts)
export type RowSort = z.infer<typeof RowSort>

export const maxOwnOrder = 5_000

/** The user's layout of the price grid under a profile. Columns and their order follow the list of books. */
export const GridLayout = z.strictObject({
  density: z.enum(['compact', 'cozy', 'comfortable']),
  /** Books whose columns stay at the left while the others scroll. */
  frozen: z.array(BookId).max(maxBooks),
  /** Widths that the user set, in CSS pixels; all other columns share the remaining width. */
  widths: z.array(z.strictObject({ bookId: BookId, px: ColumnWidth })).max(maxBooks),
  rowSort: RowSort,
  /** Ids of parlays in the user's order. Parlays not listed come after; removed ones may be restored. */
  myOrder: z.array(z.number().int().positive()).max(maxOwnOrder),
  /** Absent or false while prices with promotions are shown beside plain ones. */
  hidesPromotions: z.boolean().exactOptional(),
})
export type GridLayout = Readonly<z.infer<typeof GridLayout>>

const { shape } = GridLayout
/** Parts of a layout that a window changed: the others may be those that another window changes. */
export const GridLayoutPart = z
  .strictObject({
    density: shape.density.exactOptional(),
    frozen: shape.frozen.exactOptional(),
    widths: shape.widths.exactOptional(),
    rowSort: shape.rowSort.exactOptional(),
    myOrder: shape.myOrder.exactOptional(),
    hidesPromotions: shape.hidesPromotions,
  })
  .refine(part => Object.keys(part).length > 0, 'nothing is changed')
export type GridLayoutPart = Readonly<z.infer<typeof GridLayoutPart>>

export const plainLayout: GridLayout = {
  density: 'cozy',
  frozen: [],
  widths: [],
  rowSort: 'added',
  myOrder: [],
}
