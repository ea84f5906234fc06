/** Converts between stake and amount to win, by the exact price. */
import type { AccountLine } from '../../../../shared/model/accounts/account.ts'
import { majorText, parseMoney } from '../../../../shared/model/ticket/money.ts'
import { stakeToWin } from '../../../../shared/model/ticket/payout.ts'
import { exactPayoutMinor } from '../../../../shared/odds/price.ts'
import { parsePrice } from '../../../../shared/odds/price-parse.ts'
import { overdraftText } from '../../../format/money.ts'
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

/** Warns of an own stake that is more than its account holds, as far as that is known; undefined when it is not. */
export function findOverdraft(
  { stake, kind }: Pick<TermsForm, 'stake' | 'kind'>,
  account: Pick<AccountLine, 'balanceMinor' | 'isMoneyKnown' | 'check' | 'currency'> | undefined,
): string | undefined {
  if (account === undefined || !account.isMoneyKnown) return undefined
  const { balanceMinor, check, currency } = account
  const amount = parseMoney(stake, currency)
  if (!amount.ok || kind === 'bonus') return undefined
  const text = overdraftText(balanceMinor + (check?.differenceMinor ?? 0), amount.minor, currency)
  return text && `${text} Check the stake before you record it.`
}
