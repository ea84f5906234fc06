/** Money, kept in whole minor units, as this machine's user writes it. */
import { currencyFormats, exactMoney, signedMoney } from '../../shared/model/ticket/money-text.ts'
import { majorText, minorDigits, parseMoney } from '../../shared/model/ticket/money.ts'

const getFormat = currencyFormats(() => ({ trailingZeroDisplay: 'stripIfInteger' }))
const getShortFormat = currencyFormats(() => ({ notation: 'compact', maximumFractionDigits: 1 }))

/** `$17.58` for 1758 in USD; whole amounts without decimals, `$5,000`. */
export const moneyText = (minor: number, currency: string): string =>
  getFormat(currency).format(minor / 10 ** minorDigits(currency))

/** Short form for a chart's axis: `$1.2K`; amounts below 1,000 are whole or have all their decimals, `$20.20`. */
export const shortMoney = (minor: number, currency: string): string => {
  const amount = minor / 10 ** minorDigits(currency)
  const format = Math.abs(amount) < 1_000 ? getFormat(currency) : getShortFormat(currency)
  return format.format(amount).replace('-', '−')
}

/** Warns of an amount that is more than the account holds; undefined when it is not. */
export function overdraftText(heldMinor: number, minor: number, currency: string): string | undefined {
  const leftMinor = heldMinor - minor
  if (leftMinor >= 0) return undefined
  return `The account holds ${exactMoney(heldMinor, currency)}: its balance would be ${signedMoney(leftMinor, currency)}.`
}

const currencies = new Set(Intl.supportedValuesOf('currency'))
export const isCurrency = (code: string): boolean => currencies.has(code)

/** Parses a typed amount, `5,000.50`, to minor units; undefined when it is not an amount of the currency. */
export function parseMinor(text: string, currency: string): number | undefined {
  const parsed = parseMoney(text, currency)
  return parsed.ok ? parsed.minor : undefined
}

/** An amount as a user may type it: `5000`, `5000.50`. */
export const amountText = (minor: number, currency: string): string =>
  majorText(minor, currency).replace(/\.0+$/, '')
