/** Export and import of tickets, as the renderer sees them. Paths of files stay in the main process. */
import { z } from 'zod'
import { LedgerFilter } from './ledger-filter.ts'
import { Count, Currency } from './money.ts'
import { PriceFormatName } from '../price/quote.ts'
import { TicketId } from './ticket-line.ts'

/**
 * `json` has everything and is for moving a ledger; `csv` is for spreadsheets, and is imported exactly if unchanged.
 */
export const ExportFormat = z.enum(['json', 'csv'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** Tickets of an export: all, deleted ones included; those that pass a filter; or those selected. */
export const ExportScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('filtered'), filter: LedgerFilter }),
  z.strictObject({ kind: z.literal('selected'), ids: z.array(TicketId).min(1).max(100_000).readonly() }),
])
export type ExportScope = Readonly<z.infer<typeof ExportScope>>

/** Kinds of column of a table. Only legs may have several columns. */
export const tableFields = [
  'placedAt',
  'book',
  'legs',
  'odds',
  'stake',
  'currency',
  'result',
  'payout',
  'profit',
  'league',
  'market',
  'tags',
  'note',
] as const
const TableField = z.enum(tableFields)
export type TableField = z.infer<typeof TableField>

/** Order of day and month in a date with slashes or dots; a date that begins with its year needs none. */
export const DateOrder = z.enum(['month-first', 'day-first'])
export type DateOrder = z.infer<typeof DateOrder>

/** Separator of the legs in one cell. */
export const LegSeparator = z.enum(['none', 'line', 'semicolon', 'pipe', 'plus', 'comma'])
export type LegSeparator = z.infer<typeof LegSeparator>

export const maxTableColumns = 200
/** Settings by which a table is read. */
export const TableMapping = z.strictObject({
  /** Kind of each column; null for one that is not read. */
  fields: z.array(TableField.nullable()).max(maxTableColumns),
  priceFormat: PriceFormatName,
  /** Currency of amounts, unless a column names it. */
  currency: Currency,
  dateOrder: DateOrder,
  legSeparator: LegSeparator,
})
export type TableMapping = Readonly<z.infer<typeof TableMapping>>

/**
 * A file chosen to be imported. `ledger`: an export of this program; `table`: any other CSV, whose columns must be
 * mapped.
 */
export const ImportFile = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ledger'), name: z.string(), bytes: Count }),
  z.strictObject({
    kind: z.literal('table'),
    name: z.string(),
    bytes: Count,
    columns: z.array(z.string()),
    /** The first rows, unparsed. */
    sample: z.array(z.array(z.string())),
    mapping: TableMapping,
  }),
])
export type ImportFile = Readonly<z.infer<typeof ImportFile>>

/** A ticket of the file in short. */
const PreviewLine = z.strictObject({
  line: Count,
  placedAt: z.number(),
  book: z.string(),
  title: z.string(),
  price: z.string(),
  /** In major units, as plain decimal text. */
  stake: z.string(),
  currency: z.string(),
  result: z.string(),
})

/**
 * `same`: equal uid. `alike`: equal book, time, stake, price and legs. `perhaps`: a row of a table with equal book,
 * day, stake and odds, whose times and legs cannot be compared.
 */
const DuplicateKind = z.enum(['same', 'alike', 'perhaps'])
export type DuplicateKind = z.infer<typeof DuplicateKind>

/** Effect of an import. Lists are cut off; `bad` and `alike` count all. */
export const ImportPreview = z.strictObject({
  /** Lines that are tickets, including duplicates. */
  tickets: Count,
  bad: Count,
  alike: Count,
  /** Refund policies of books that have none here. */
  policies: Count,
  /** Accounts that are not here. */
  accounts: Count,
  first: z.array(PreviewLine),
  badLines: z.array(z.strictObject({ line: Count, reason: z.string() })),
  /** Tickets that are imported as the file has them, though that is hardly true. */
  doubts: Count,
  doubtLines: z.array(z.strictObject({ line: Count, text: z.string() })),
  /** Tickets that are, or may be, in the ledger or earlier in the file already. */
  alikeLines: z.array(PreviewLine.extend({ duplicateKind: DuplicateKind })),
})
export type ImportPreview = Readonly<z.infer<typeof ImportPreview>>

/** Maximum duplicates that are listed and can be chosen one by one. */
export const maxAlikeLines = 200

/** Choice for duplicates, and the lines with the other choice. */
export const AlikeChoice = z.strictObject({
  all: z.enum(['skip', 'import']),
  except: z.array(Count).max(maxAlikeLines),
})
export type AlikeChoice = Readonly<z.infer<typeof AlikeChoice>>

/** The tickets of one import, which has all numbers between its first and its last. */
export const ImportedTickets = z.strictObject({ first: TicketId, last: TicketId })
export type ImportedTickets = Readonly<z.infer<typeof ImportedTickets>>

export const TransferProgress = z.strictObject({
  of: z.enum(['preview', 'import']),
  lines: Count,
  /** Total number of lines; null while unknown. */
  ofLines: Count.nullable(),
})
export type TransferProgress = Readonly<z.infer<typeof TransferProgress>>
