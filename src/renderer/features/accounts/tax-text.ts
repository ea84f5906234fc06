/** Texts and rows of the tax report. */
import type { CurrencyTax, TaxReport, TaxSums } from '../../../shared/model/accounts/tax-report.ts'
import { exactMoney, signedMoney } from '../../../shared/model/ticket/money-text.ts'
import type { TicketKind } from '../../../shared/model/ticket/ticket.ts'
import type { Jurisdiction } from '../../../shared/value/tax-rules.ts'
import { countText } from '../../format/number-text.ts'
import { calendarDay, startOfDay } from '../../format/time-text.ts'

export const jurisdictionNames: readonly { readonly value: Jurisdiction; readonly name: string }[] = [
  { value: 'us', name: 'United States, federal' },
  { value: 'none', name: 'No rule' },
]

export type TaxPart = 'days' | 'books' | 'kinds'
export const taxParts: readonly { readonly value: TaxPart; readonly name: string }[] = [
  { value: 'days', name: 'Day' },
  { value: 'books', name: 'Book' },
  { value: 'kinds', name: 'Kind of bet' },
]

const kindNames: Readonly<Record<TicketKind, string>> = {
  normal: 'Regular',
  bonus: 'Bonus bet',
  boosted: 'Boost',
}

/** `From 2026: 90% of losses may be deducted, at most the gains (26 U.S.C. …).` */
export function describeRule(rule: TaxReport['rule']): string {
  if (rule === null) return 'No rule is applied to losses.'
  const { fromYear, lossPercent, source } = rule
  return `From ${fromYear}: ${lossPercent}% of losses may be deducted, at most the gains (${source}).`
}

/** Totals of the year, by bet and by day at a book. */
export function toTaxTotals({ currency, bets, sessions }: CurrencyTax) {
  const money = (minor: number) => exactMoney(minor, currency)
  const row = (name: string, say: (of: typeof bets) => string) => ({
    name,
    bets: say(bets),
    sessions: say(sessions),
  })
  const deducted = row('Losses to deduct', ({ deductibleMinor: minor }) => money(minor ?? 0))
  return [
    row('Count', ({ count }) => countText(count)),
    row('Gains', ({ gainMinor }) => money(gainMinor)),
    row('Losses', ({ lossMinor }) => money(lossMinor)),
    row('Net', ({ gainMinor, lossMinor }) => signedMoney(gainMinor - lossMinor, currency)),
    ...(bets.deductibleMinor === null ? [] : [deducted]),
  ]
}

interface TaxRow extends TaxSums {
  readonly key: string
  readonly label: string
}

export function listTaxRows(tax: CurrencyTax, part: TaxPart): readonly TaxRow[] {
  switch (part) {
    case 'days':
      return tax.days.map(({ day, ...sums }) => ({ key: day, label: calendarDay(startOfDay(day)), ...sums }))
    case 'books':
      return tax.books.map(({ name, ...sums }, at) => ({ key: `${at} ${name}`, label: name, ...sums }))
    case 'kinds':
      return tax.kinds.map(({ kind, ...sums }) => ({ key: kind, label: kindNames[kind], ...sums }))
  }
}
