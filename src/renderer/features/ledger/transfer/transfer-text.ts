/** Texts of the dialogs of import and export. */
import type {
  DateOrder,
  ExportScope,
  ImportPreview,
  DuplicateKind,
  LegSeparator,
  TableField,
  TransferProgress,
} from '../../../../shared/model/ticket/transfer.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { calendarDay } from '../../../format/time-text.ts'
import { pluralize, countText } from '../../../format/number-text.ts'
import type { RadioOption } from '../../../ui/radio-option.ts'
import { allTickets, type LedgerFilter } from '../../../../shared/model/ticket/ledger-filter.ts'

/** Tickets that the ledger shows. */
export interface ShownTickets {
  readonly filter: LedgerFilter
  readonly selected: readonly number[]
  /** Number that pass the filter and number of all; undefined while unknown, as for several currencies. */
  readonly counts: { readonly filtered: number; readonly all: number } | undefined
}

export const fieldNames: Readonly<Record<TableField, string>> = {
  placedAt: 'Date placed',
  book: 'Book',
  legs: 'Legs',
  odds: 'Odds',
  stake: 'Stake',
  currency: 'Currency',
  result: 'Result',
  payout: 'Payout (stake included)',
  profit: 'Profit or loss',
  league: 'League',
  market: 'Market',
  tags: 'Tags',
  note: 'Note',
}

/** Fields that every ticket needs. */
export const requiredFields: readonly TableField[] = ['placedAt', 'book', 'legs', 'odds', 'stake']

type Options<T> = readonly { readonly value: T; readonly name: string }[]

export const formatOptions: Options<PriceFormat> = [
  { value: 'american', name: 'American, +512' },
  { value: 'decimal', name: 'Decimal, 6.12' },
  { value: 'fractional', name: 'Fractional, 128/25' },
  { value: 'probability', name: 'Probability, 16.3%' },
  { value: 'malaysian', name: 'Malaysian' },
  { value: 'indonesian', name: 'Indonesian' },
  { value: 'hong_kong', name: 'Hong Kong' },
]

export const dateOptions: Options<DateOrder> = [
  { value: 'month-first', name: 'Month first, 11/20/2026' },
  { value: 'day-first', name: 'Day first, 20/11/2026' },
]

export const separatorOptions: Options<LegSeparator> = [
  { value: 'none', name: 'One leg per cell' },
  { value: 'line', name: 'New line' },
  { value: 'pipe', name: '|' },
  { value: 'semicolon', name: ';' },
  { value: 'plus', name: '+' },
  { value: 'comma', name: ',' },
]

export const duplicateKindNames: Readonly<Record<DuplicateKind, string>> = {
  same: 'duplicate',
  alike: 'same book, time, stake, price and legs',
  perhaps: 'same book, day, stake and odds',
}

/** `Thu, 20 Nov · Bravo · +512 · 40.00 USD · won` */
export const previewLineText = (line: ImportPreview['first'][number]): string =>
  `${calendarDay(line.placedAt)} · ${line.book} · ${line.price} · ${line.stake} ${line.currency} · ${line.result}`

export function progressText(progress: TransferProgress | undefined): string {
  if (progress === undefined) return 'Reading file…'
  const { of, lines, ofLines } = progress
  if (of === 'preview') return `Reading file… ${pluralize(lines, 'line')}`
  return `Importing… ${countText(lines)} of ${countText(ofLines ?? lines)}`
}

/** Choices of an export, with their counts where they are known; the first is what the user sees. */
export function listExportScopes(
  shown: ShownTickets | undefined,
): readonly RadioOption<ExportScope['kind']>[] {
  const { selected = [], filter = allTickets, counts } = shown ?? {}
  const count = (number: number | undefined) => (number === undefined ? '' : ` (${countText(number)})`)
  const chosen = { value: 'selected', name: `Selected${count(selected.length)}` } as const
  const filtered = { value: 'filtered', name: `Filtered${count(counts?.filtered)}` } as const
  const all = { value: 'all', name: `All${count(counts?.all)}`, hint: 'and deleted ones' } as const
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(allTickets)
  return [
    // A single ticket is also selected by moving to it.
    ...(selected.length > 1 ? [chosen] : []),
    ...(isFiltered ? [filtered] : []),
    all,
    ...(selected.length === 1 ? [chosen] : []),
  ]
}

export function toExportScope(kind: ExportScope['kind'], shown: ShownTickets | undefined): ExportScope {
  if (kind === 'all' || shown === undefined) return { kind: 'all' }
  return kind === 'filtered' ? { kind, filter: shown.filter } : { kind, ids: shown.selected }
}

/** `skipped`: duplicates that the user did not choose. */
export function importedText({ imported, skipped }: { imported: number; skipped: number }): string {
  const rest = skipped > 0 ? `, ${pluralize(skipped, 'duplicate')} skipped` : ''
  return `Imported ${pluralize(imported, 'ticket')}${rest}.`
}
