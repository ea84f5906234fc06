/** Words of the question whether to open a bet slip, and its rows, which stay where they are while prices move. */
import type { Recheck } from '../../../../shared/model/parlay/desk.ts'
import type { LeftBehind } from '../../../../shared/model/price/live-prices.ts'
import { isStale } from '../../../../shared/model/price/quote.ts'
import type { CellValue } from '../../../../shared/model/price/row-value.ts'
import { signTone } from '../../../format/number-text.ts'
import { shortPriceText } from '../../../format/price-text.ts'
import { ageText } from '../../../format/time-text.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import type { Alternative } from '../value/best-price.ts'
import { evText, suspectText } from '../value/value-text.ts'
import type { PriceQuestion } from './useBetslip.ts'

interface Fact {
  readonly term: string
  readonly text: string
  readonly note: string
  readonly tone?: string
}

/** Title, which follows the book's name, and beginning of the sentence about the price. */
export function describeMove(recheck: Recheck, isSuspect: boolean): { title: string; lead: string } {
  switch (recheck.kind) {
    case 'gone':
      return { title: recheck.failure ? 'price not checked' : 'price is gone', lead: '' }
    case 'worse':
      return { title: 'price dropped', lead: 'Price dropped to' }
    case 'better':
      return recheck.before === null
        ? { title: isSuspect ? 'check this price' : 'price is in', lead: 'Price is' }
        : { title: isSuspect ? 'check this price' : 'price rose', lead: 'Price rose to' }
    case 'same':
      return { title: isSuspect ? 'check this price' : 'price is back', lead: 'Price is' }
  }
}

/** The reason to doubt a suspect price. */
export const doubtOf = (suspectBy: number): string =>
  `It may be an error: ${suspectText(suspectBy)}. Books void obvious errors.`
export const noDoubt = 'It is no longer far off the other books.'

export function toWasFact(recheck: Recheck, { format }: DisplayContext): Fact {
  const was = 'before' in recheck ? recheck.before : recheck.now
  return was === null
    ? { term: 'Was', text: '—', note: 'no price before' }
    : { term: 'Was', text: shortPriceText(was, format), note: '' }
}

const leftBehindNotes: Readonly<Record<LeftBehind, string>> = {
  older: 'live, and others are newer',
  moving: 'the odds are moving',
}

/** The expected value at the newest price, or why there is none. */
export function toEvFact(
  { recheck, newest }: PriceQuestion,
  {
    value,
    leftBehind,
  }: { readonly value: CellValue | undefined; readonly leftBehind: LeftBehind | undefined },
  { now, staleAfterMs }: DisplayContext,
): Fact {
  const term = 'EV now'
  if (recheck.kind !== 'gone' && value?.worth) {
    const text = evText(value.worth)
    return { term, text, note: '', tone: signTone(text) }
  }
  const isOld = isStale(newest, now, staleAfterMs)
  const note =
    recheck.kind === 'gone'
      ? 'no price now'
      : isOld
        ? `price ${ageText(now - newest.at)} old`
        : leftBehind === undefined
          ? 'too few fresh prices elsewhere'
          : leftBehindNotes[leftBehind]
  return { term, text: '—', note }
}

/** A higher price elsewhere; `none` says that there is none. */
export function toElsewhereFact(
  term: string,
  other: Alternative | undefined,
  { none, now, format }: { readonly none: string } & Pick<DisplayContext, 'now' | 'format'>,
): Fact {
  if (other === undefined) return { term, text: none, note: '' }
  const age = `${ageText(now - other.at)} ago`
  return {
    term,
    text: `${shortPriceText(other.price, format)} at ${other.book.name}`,
    note: other.canOpen ? age : `${age}, enter it on their site`,
  }
}
