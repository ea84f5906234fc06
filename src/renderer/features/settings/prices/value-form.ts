/** The settings of value as they are typed, and what is wrong with them in plain words. */
import type { ValueSettings } from '../../../../shared/model/settings/settings.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { amountText, isCurrency, parseMinor } from '../../../format/money.ts'

/** As typed; shares in per cent. */
export interface ValueDraft {
  readonly margin: string
  readonly fewestBooks: string
  readonly bankroll: string
  readonly currency: string
  readonly kellyCap: string
  readonly kellyFraction: number
  readonly singlesFormat: PriceFormat
}

export type ValueErrors = Partial<Readonly<Record<keyof ValueDraft, string>>>

const mostMinor = 1_000_000_000_000
const asPercent = (share: number): string => String(Number((100 * share).toFixed(4)))

export function draftOf({ margin, bankrollMinor, currency, ...rest }: ValueSettings): ValueDraft {
  return {
    margin: asPercent(margin),
    fewestBooks: String(rest.fewestBooks),
    bankroll: bankrollMinor === 0 ? '' : amountText(bankrollMinor, currency),
    currency,
    kellyCap: asPercent(rest.kellyCap),
    kellyFraction: rest.kellyFraction,
    singlesFormat: rest.singlesFormat,
  }
}

/** The settings a draft stands for; with errors, those are what the user has to change first. */
export function readDraft(draft: ValueDraft): { settings: ValueSettings; errors: ValueErrors } {
  const margin = percentIn(draft.margin, 0, 50)
  const kellyCap = percentIn(draft.kellyCap, 0.01, 100)
  const fewestBooks = wholeIn(draft.fewestBooks, 1, 30)
  const currency = draft.currency.trim().toUpperCase()
  const knows = isCurrency(currency)
  const bankrollMinor = draft.bankroll.trim() === '' ? 0 : knows ? parseMinor(draft.bankroll, currency) : 0
  const { kellyFraction, singlesFormat } = draft
  return {
    settings: {
      margin: margin ?? 0,
      fewestBooks: fewestBooks ?? 1,
      bankrollMinor: bankrollMinor ?? 0,
      currency,
      kellyFraction,
      kellyCap: kellyCap ?? 1,
      singlesFormat,
    },
    errors: {
      ...(margin === undefined && { margin: 'Enter per cent from 0 to 50.' }),
      ...(fewestBooks === undefined && { fewestBooks: 'Enter a whole number from 1 to 30.' }),
      ...((bankrollMinor === undefined || bankrollMinor > mostMinor) && {
        bankroll: 'Enter an amount such as 5000 or 5,000.50, or nothing.',
      }),
      ...(!knows && { currency: 'Enter a currency’s three letters, such as USD.' }),
      ...(kellyCap === undefined && { kellyCap: 'Enter per cent from 0.01 to 100.' }),
    },
  }
}

/** A share; undefined for what is not per cent within these. */
function percentIn(text: string, least: number, most: number): number | undefined {
  const percent = /^\d{1,3}(?:\.\d{1,4})?$/.test(text.trim()) ? Number(text) : Number.NaN
  return percent >= least && percent <= most ? percent / 100 : undefined
}

function wholeIn(text: string, least: number, most: number): number | undefined {
  const whole = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  return whole >= least && whole <= most ? whole : undefined
}
