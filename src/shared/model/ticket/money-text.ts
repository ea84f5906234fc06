/** Amounts in the user's locale, the same on screen and in notifications. */
import { minorDigits } from './money.ts'

/** A format for each currency, made at its first use. */
export function currencyFormats(
  options: (currency: string) => Intl.NumberFormatOptions,
): (currency: string) => Intl.NumberFormat {
  const formats = new Map<string, Intl.NumberFormat>()
  return currency => {
    const basics = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
    const format =
      formats.get(currency) ?? new Intl.NumberFormat(undefined, { ...basics, ...options(currency) })
    formats.set(currency, format)
    return format
  }
}

const getExactFormat = currencyFormats(currency => {
  const digits = minorDigits(currency)
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
})

/** An amount with all decimals and a typographic minus: `$40.00`, `−$15.00`. */
export const exactMoney = (minor: number, currency: string): string =>
  getExactFormat(currency)
    .format(minor / 10 ** minorDigits(currency))
    .replace('-', '−')

/** A gain or loss: `+$160.00`, `−$15.00`, and `$0.00` without a sign. */
export const signedMoney = (minor: number, currency: string): string =>
  (minor > 0 ? '+' : '') + exactMoney(minor, currency)
