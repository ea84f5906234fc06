/** Money, kept in whole minor units, as this machine's user writes it. */
import { majorText, minorDigits, parseMoney } from '../../shared/model/ticket/money.ts'

type FormatOf = (currency: string) => Intl.NumberFormat

/** A format for each currency, made once. */
function formatsWith(options: (currency: string) => Intl.NumberFormatOptions): FormatOf {
  const formats = new Map<string, Intl.NumberFormat>()
  return currency => {
    const basics = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
    const format =
      formats.get(currency) ?? new Intl.NumberFormat(undefined, { ...basics, ...options(currency) })
    formats.set(currency, format)
    return format
  }
}
const formatOf = formatsWith(() => ({ trailingZeroDisplay: 'stripIfInteger' }))
const exactFormatOf = formatsWith(currency => {
  const digits = minorDigits(currency)
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
})
const shortFormatOf = formatsWith(() => ({ notation: 'compact', maximumFractionDigits: 1 }))

/** Of 1758 in USD: `$17.58`; whole amounts without decimals, `$5,000`. */
export const moneyText = (minor: number, currency: string): string =>
  formatOf(currency).format(minor / 10 ** minorDigits(currency))

/** With all decimals, as a ledger writes it, and a typographic minus: `$40.00`, `−$15.00`. */
export const exactMoney = (minor: number, currency: string): string =>
  exactFormatOf(currency)
    .format(minor / 10 ** minorDigits(currency))
    .replace('-', '−')

/** What was gained or lost: `+$160.00`, `−$15.00`, and `$0.00` without a sign. */
export const signedMoney = (minor: number, currency: string): string =>
  (minor > 0 ? '+' : '') + exactMoney(minor, currency)

/** Of the axis of a chart, where there is no room: `$1.2K`. */
export const shortMoney = (minor: number, currency: string): string =>
  shortFormatOf(currency)
    .format(minor / 10 ** minorDigits(currency))
    .replace('-', '−')

const currencies = new Set(Intl.supportedValuesOf('currency'))
export const isCurrency = (code: string): boolean => currencies.has(code)

/** Minor units of an amount as typed, `5,000.50`; undefined for what is no amount of the currency. */
export function minorOf(text: string, currency: string): number | undefined {
  const parsed = parseMoney(text, currency)
  return parsed.ok ? parsed.minor : undefined
}

/** The same amount as it may be typed: `5000`, `5000.50`. */
export const amountText = (minor: number, currency: string): string =>
  majorText(minor, currency).replace(/\.0+$/, '')
