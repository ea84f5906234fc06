/** Price, type and stake of a ticket with a promotion, exact to the cent with its caps. */
import type { PromotionTerms } from '../../../../shared/model/accounts/promotion.ts'
import { majorText, maxMinor, parseMoney } from '../../../../shared/model/ticket/money.ts'
import type { TicketKind } from '../../../../shared/model/ticket/ticket.ts'
import { writtenFrom } from '../../../../shared/odds/notation.ts'
import { exactPayoutMinor, type PriceFormat } from '../../../../shared/odds/price.ts'
import { priceIn } from '../../../../shared/odds/price-format.ts'
import { parsePrice } from '../../../../shared/odds/price-parse.ts'
import { toFixed, toNumber, type Rational } from '../../../../shared/odds/rational.ts'
import { boostedDecimal, type Promotion } from '../../../../shared/value/promotions.ts'
import { moneyText } from '../../../format/money.ts'
import { convertedPrice } from '../../../format/price-text.ts'
import type { TermsForm } from './terms-form.ts'

export interface PromotionChoice {
  readonly terms: PromotionTerms
  readonly promotion: Promotion
  readonly currency: string
}

type Amounts = Pick<TermsForm, 'price' | 'format' | 'stake' | 'plainPrice' | 'plainFormat'>

/** The price before any promotion. */
export const toPlainPrice = ({ price, format, plainPrice, plainFormat }: Omit<Amounts, 'stake'>) =>
  plainPrice === '' ? { text: price, format } : { text: plainPrice, format: plainFormat }

export function findPlainOdds(form: Omit<Amounts, 'stake'>): Rational | undefined {
  const { text, format } = toPlainPrice(form)
  const parsed = parsePrice(text, format)
  return parsed.ok ? parsed.price.odds : undefined
}

/** The stake in minor units; undefined while it cannot be read. */
function toStakeMinor(stake: string, currency: string): number | undefined {
  const parsed = parseMoney(stake, currency)
  return parsed.ok && parsed.minor > 0 ? parsed.minor : undefined
}

interface WrittenPrice {
  readonly price: string
  readonly format: PriceFormat
}

/** Stake by which a price is written while there is none yet, in minor units: $100. */
const usualStakeMinor = 10_000
const maxDecimals = 12

/**
 * A text that pays what these odds pay at this stake, to the cent: in the wanted format, in American odds with a decimal,
 * or in decimal odds with as many decimals as that takes. Fractions are for those who chose them: no bettor reads 459/40.
 */
function writeToTheCent(odds: Rational, format: PriceFormat, stakeMinor = usualStakeMinor): WrittenPrice {
  const exact = { text: '', odds, decimal: toNumber(odds) }
  if (format === 'fractional') return { price: `${odds.num - odds.den}/${odds.den}`, format }
  const payout = exactPayoutMinor(stakeMinor, { ...exact, format })
  const isRight = (written: WrittenPrice) => {
    const parsed = parsePrice(written.price, written.format)
    return parsed.ok && exactPayoutMinor(stakeMinor, parsed.price) === payout
  }
  return listTexts(odds, format).find(isRight) ?? { price: toFixed(odds, maxDecimals), format: 'decimal' }
}

/** Texts of these odds, the usual one first. */
function listTexts(odds: Rational, format: PriceFormat): WrittenPrice[] {
  const price = priceIn(format, { text: '', format: 'fractional', odds, decimal: toNumber(odds) })
  const american = toFixed(writtenFrom('american', odds), 1)
  return [
    { price, format },
    ...(format === 'american'
      ? [{ price: american.startsWith('-') ? american : `+${american}`, format }]
      : []),
    ...Array.from({ length: maxDecimals - 1 }, (_, more) => ({
      ...{ price: toFixed(odds, 2 + more), format: 'decimal' as const },
    })),
  ]
}

/** The price that a boost pays at this stake; the plain one for other kinds. */
export function boostedPrice(form: Amounts, { promotion, currency }: PromotionChoice) {
  const plain = toPlainPrice(form)
  const odds = findPlainOdds(form)
  const isBoost = promotion.kind === 'profitBoost' || promotion.kind === 'oddsBoost'
  if (odds === undefined || !isBoost) return { price: plain.text, format: plain.format }
  const stake = toStakeMinor(form.stake, currency)
  return writeToTheCent(boostedDecimal(promotion, odds, stake), plain.format, stake)
}

const ticketKinds: Readonly<Record<PromotionTerms['kind'], TicketKind>> = {
  profitBoost: 'boosted',
  oddsBoost: 'boosted',
  bonusBet: 'bonus',
  insurance: 'normal',
  depositMatch: 'normal',
}

/** Fields of the form after the promotion was chosen. A bonus bet is staked in full. */
export function withPromotion(form: Amounts, choice: PromotionChoice): Partial<TermsForm> {
  const { terms, promotion, currency } = choice
  const plain = toPlainPrice(form)
  return {
    promotion: promotion.id,
    ...{ plainPrice: plain.text, plainFormat: plain.format, kind: ticketKinds[terms.kind] },
    ...boostedPrice(form, choice),
    ...(terms.kind === 'bonusBet' && { stake: majorText(terms.maxStakeMinor, currency) }),
  }
}

/** Fields of the form without a promotion. */
export function withoutPromotion(form: Amounts): Partial<TermsForm> {
  const { text, format } = toPlainPrice(form)
  return { promotion: 'none', price: text, format, plainPrice: '', kind: 'normal' }
}

/** Effect of the promotion on this ticket: its caps, and which of them bind at this stake. */
export function describePromoted(form: Amounts, { terms, promotion, currency }: PromotionChoice): string {
  const stake = toStakeMinor(form.stake, currency) ?? 0
  const money = (minor: number) => moneyText(minor, currency)
  if (terms.kind === 'insurance')
    return stake > terms.maxStakeMinor
      ? `If it loses, ${money(terms.maxStakeMinor)} comes back as a bonus bet, not the whole stake.`
      : `A lost stake comes back as a bonus bet, up to ${money(terms.maxStakeMinor)}.`
  if (terms.kind === 'bonusBet') return `Max stake ${money(terms.maxStakeMinor)}.`
  if (promotion.kind !== 'profitBoost' && promotion.kind !== 'oddsBoost') return ''
  const { text, format } = toPlainPrice(form)
  const from = `From ${convertedPrice(text, format, format)}.`
  return [from, ...describeCaps(form, { promotion, stake, money })].join(' ')
}

interface CapInput {
  readonly promotion: Extract<Promotion, { kind: 'profitBoost' | 'oddsBoost' }>
  readonly stake: number
  readonly money: (minor: number) => string
}

function describeCaps(form: Amounts, { promotion, stake, money }: CapInput): string[] {
  const { maxStakeMinor, maxExtraMinor } = promotion
  const odds = findPlainOdds(form)
  const payAt = (extraMinor: number) =>
    odds && toNumber(boostedDecimal({ ...promotion, maxExtraMinor: extraMinor }, odds, stake))
  const endsAt = (minor: number) => stake > 0 && (payAt(minor) ?? 0) < (payAt(maxMinor) ?? 0)
  const caps: string[] = []
  if (maxStakeMinor !== undefined)
    caps.push(
      stake > maxStakeMinor
        ? `Only the first ${money(maxStakeMinor)} is boosted.`
        : `Boosts up to ${money(maxStakeMinor)} of stake.`,
    )
  if (maxExtraMinor !== undefined)
    caps.push(
      endsAt(maxExtraMinor)
        ? `Extra winnings end at ${money(maxExtraMinor)}.`
        : `Up to ${money(maxExtraMinor)} extra winnings.`,
    )
  return caps
}

/** The reason why this stake cannot be placed with the promotion; undefined when it can. */
export function findStakeError(
  { stake }: Pick<TermsForm, 'stake'>,
  choice: PromotionChoice,
): string | undefined {
  const { terms, currency } = choice
  if (terms.kind !== 'bonusBet') return undefined
  const minor = toStakeMinor(stake, currency) ?? 0
  return minor > terms.maxStakeMinor
    ? `This bonus bet is ${moneyText(terms.maxStakeMinor, currency)}. Enter no more.`
    : undefined
}
