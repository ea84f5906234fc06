/** Form of the value settings: typed text, and its errors in plain words. */
import type { ValueSettings } from '../../../../shared/model/settings/settings.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { amountText, isCurrency, parseMinor } from '../../../format/money.ts'
import { parseWhole } from '../settings-form.ts'

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

type ValueErrors = Partial<Readonly<Record<keyof ValueDraft, string>>>

const maxMinor = 1_000_000_000_000
const percentText = (share: number): string => String(Number((100 * share).toFixed(4)))

export function toValueDraft({ margin, bankrollMinor, currency, ...rest }: ValueSettings): ValueDraft {
  return {
    margin: percentText(margin),
    fewestBooks: String(rest.fewestBooks),
    bankroll: bankrollMinor === 0 ? '' : amountText(bankrollMinor, currency),
    currency,
    kellyCap: percentText(rest.kellyCap),
    kellyFraction: rest.kellyFraction,
    singlesFormat: rest.singlesFormat,
  }
}

/** Settings of a draft; valid only without errors. */
export function parseValueDraft(draft: ValueDraft): { settings: ValueSettings; errors: ValueErrors } {
  const margin = parsePercent(draft.margin, 0, 50)
  const kellyCap = parsePercent(draft.kellyCap, 0.01, 100)
  const fewestBooks = parseWhole(draft.fewestBooks, 1, 30)
  const currency = draft.currency.trim().toUpperCase()
  const isKnown = isCurrency(currency)
  const bankrollMinor = draft.bankroll.trim() === '' ? 0 : isKnown ? parseMinor(draft.bankroll, currency) : 0
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
      ...((bankrollMinor === undefined || bankrollMinor > maxMinor) && {
        bankroll: 'Enter an amount such as 5000 or 5,000.50, or nothing.',
      }),
      ...(!isKnown && { currency: 'Enter a currency’s three letters, such as USD.' }),
      ...(kellyCap === undefined && { kellyCap: 'Enter per cent from 0.01 to 100.' }),
    },
  }
}

/** Share of a typed percentage; undefined where it is none or outside the limits. */
function parsePercent(text: string, min: number, max: number): number | undefined {
  const percent = /^\d{1,3}(?:\.\d{1,4})?$/.test(text.trim()) ? Number(text) : Number.NaN
  return percent >= min && percent <= max ? percent / 100 : undefined
}
