/** The limits of the price history as they are typed, and what is kept of it now in words. */
import type { KeepLimits, QuoteKeeping } from '../../../../shared/model/settings/quote-keeping.ts'
import { megabytes } from '../../../format/byte-size.ts'
import { calendarDay } from '../../../format/clock-time.ts'
import { countOf } from '../../../format/count.ts'

const wholeIn = (text: string, least: number, most: number): number | undefined => {
  const value = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : -1
  return value >= least && value <= most ? value : undefined
}

export const daysOf = (text: string): KeepLimits['days'] | undefined => wholeIn(text, 1, 3_650)
export const megabytesOf = (text: string): KeepLimits['megabytes'] | undefined => wholeIn(text, 20, 10_000)

/** `Now 12 MB, 48,210 answers since Mon, 3 Nov.` */
export function keepingText({ bytes, quotes, sinceAt }: QuoteKeeping): string {
  const since = sinceAt === null ? '' : ` since ${calendarDay(sinceAt)}`
  return `Now ${megabytes(bytes)} MB, ${countOf(quotes, 'answer')}${since}.`
}
