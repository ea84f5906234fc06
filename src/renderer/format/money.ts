/** Money, kept in whole minor units, as this machine's user writes it. */
import { majorText, minorDigits, parseMoney } from '../../shared/model/ticket/money.ts'

type CurrencyFormats = (currency: string) => Intl.NumberFormat

/** One format per currency, made at its first use. */
function formatsWith(options: (currency: string) => Intl.NumberFormatOptions): CurrencyFormats {
  const formats = new Map<string, Intl.NumberFormat>()
  return currency => {
    const basics = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
    const format =
      formats.get(currency) ?? new Intl.NumberFormat(undefined, { ...basics, ...options(currency) })
    formats.set(currency, format)
    return format
  }
}
const getFormat = formatsWith(() => ({ trailingZeroDisplay: 'stripIfInteger' }))
const getExactFormat = formatsWith(currency => {
  const digits = minorDigits(currency)
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
})
const getShortFormat = formatsWith(() => ({ notation: 'compact', maximumFractionDigits: 1 }))

/** `$17.58` for 1758 in USD; whole amounts without decimals, `$5,000`. */
export const moneyText = (minor: number, currency: string): string =>
  getFormat(currency).format(minor / 10 ** minorDigits(currency))

/** With all decimals, as a ledger writes it, and a typographic minus: `$40.00`, `−$15.00`. */
export const exactMoney = (minor: number, currency: string): string =>
  getExactFormat(currency)
    .format(minor / 10 ** minorDigits(currency))
    .replace('-', '−')

/** A gain or loss: `+$160.00`, `−$15.00`, and `$0.00` without a sign. */
export const signedMoney = (minor: number, currency: string): string =>
  (minor > 0 ? '+' : '') + exactMoney(minor, currency)

/** Short form for a chart's axis: `$1.2K`. */
export const shortMoney = (minor: number, currency: string): string =>
  getShortFormat(currency)
    .format(minor / 10 ** minorDigits(currency))
    .replace('-', '−')

const currencies = new Set(Intl.supportedValuesOf('currency'))
export const isCurrency = (code: string): boolean => currencies.has(code)

/** Minor units of an amount as typed, `5,000.50`; undefined where it is no amount of the currency. */
export function parseMinor(text: string, currency: string): number | undefined {
  const parsed = parseMoney(text, currency)
  return parsed.ok ? parsed.minor : undefined
}

/** An amount as a user may type it: `5000`, `5000.50`. */
export const amountText = (minor: number, currency: string): string =>
  majorText(minor, currency).replace(/\.0+$/, '')
