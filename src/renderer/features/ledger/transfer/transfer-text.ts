/** Texts of the import dialog. */
import type {
  DateOrder,
  ImportPreview,
  DuplicateKind,
  LegSeparator,
  TableField,
  TransferProgress,
} from '../../../../shared/model/ticket/transfer.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { calendarDay } from '../../../format/time-text.ts'
import { pluralize, countText } from '../../../format/number-text.ts'

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
