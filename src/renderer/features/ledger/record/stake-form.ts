/** Converts between stake and amount to win, by the exact price. */
import { majorText, parseMoney } from '../../../../shared/model/ticket/money.ts'
import { stakeToWin } from '../../../../shared/model/ticket/payout.ts'
import { exactPayoutMinor } from '../../../../shared/odds/price.ts'
import { parsePrice } from '../../../../shared/odds/price-parse.ts'
import type { TermsForm } from './terms-form.ts'

type Priced = Pick<TermsForm, 'price' | 'format' | 'currency'>

/** Hint of the field for the amount to win. */
export const toWinRule = 'Stake = to win ÷ (decimal odds − 1), to the nearest cent.'

const toCurrency = ({ currency }: Priced) => currency.trim().toUpperCase()

/** Profit of a winning stake, as typed text; empty while stake or price cannot be read. */
export function toWinText({ stake, ...form }: Priced & Pick<TermsForm, 'stake'>): string {
  const currency = toCurrency(form)
  const amount = parseMoney(stake, currency)
  const price = parsePrice(form.price, form.format)
  if (!amount.ok || !price.ok) return ''
  return majorText(Number(exactPayoutMinor(amount.minor, price.price)) - amount.minor, currency)
}

/** The stake that wins an amount, as typed text; undefined while amount or price cannot be read. */
export function findStakeText(toWin: string, form: Priced): string | undefined {
  const currency = toCurrency(form)
  const amount = parseMoney(toWin, currency)
  const price = parsePrice(form.price, form.format)
  if (!amount.ok || !price.ok) return undefined
  const stake = stakeToWin(amount.minor, price.price)
  return Number.isFinite(stake) && stake > 0 ? majorText(stake, currency) : undefined
}
