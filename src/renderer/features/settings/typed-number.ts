/** The limits of the price history as they are typed, and what is kept of it now in words. */
import type { KeepLimits, QuoteKeeping } from '../../../shared/model/settings/quote-keeping.ts'
import { megabytes, pluralize } from '../../format/number-text.ts'
import { calendarDay } from '../../format/time-text.ts'

const wholeIn = (text: string, least: number, most: number): number | undefined => {
  const value = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : -1
  return value >= least && value <= most ? value : undefined
}

export const daysOf = (text: string): KeepLimits['days'] | undefined => wholeIn(text, 1, 3_650)
export const megabytesOf = (text: string): KeepLimits['megabytes'] | undefined => wholeIn(text, 20, 10_000)

/** `Now 12 MB, 48,210 answers since Mon, 3 Nov.` */
export function keepingText({ bytes, quotes, sinceAt }: QuoteKeeping): string {
  const since = sinceAt === null ? '' : ` since ${calendarDay(sinceAt)}`
  return `Now ${megabytes(bytes)} MB, ${pluralize(quotes, 'answer')}${since}.`
}

/** The limit of a fresh price as it is typed. */
const fewest = 5
const most = 3600

/** Milliseconds for a text of whole seconds from 5 to 3600; undefined for any other. */
export function staleMsOf(text: string): number | undefined {
  const seconds = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : 0
  return seconds >= fewest && seconds <= most ? seconds * 1000 : undefined
}
