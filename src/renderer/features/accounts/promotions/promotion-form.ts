/** Form of a promotion: typed text, its terms, and an error for each field that is wrong. */
import type { PromotionKind, PromotionTerms } from '../../../../shared/model/accounts/promotion.ts'
import { majorText, parseMoney } from '../../../../shared/model/ticket/money.ts'
import { parseTakenPrice, type TakenPrice } from '../../../../shared/model/ticket/ticket.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { parseTimeInput, timeInput } from '../../../format/time-text.ts'

export interface PromotionForm {
  /** Created with the form, so that a promotion saved twice is one. */
  readonly promotionId: string
  readonly kind: PromotionKind
  readonly name: string
  readonly percent: string
  readonly odds: string
  /** Key of the parlay that an odds boost is for; empty for none. */
  readonly parlay: string
  readonly maxStake: string
  readonly maxExtra: string
  readonly minOdds: string
  readonly minLegs: string
  /** In the format of a datetime-local input; empty for no limit. */
  readonly starts: string
  readonly ends: string
  readonly uses: string
  /** Worth of 1 in bonus bets, in per cent; empty for that of the user's own ones, or the usual one. */
  readonly bonusWorth: string
  readonly playThrough: string
  readonly playThroughOf: 'bonus' | 'depositAndBonus'
  /** Format of its prices. */
  readonly format: PriceFormat
}

/** A parlay that an odds boost can be for. */
export interface BoostedParlay {
  readonly key: string
  readonly title: string
  readonly legKeys: readonly string[]
}

interface FormContext {
  readonly currency: string
  readonly parlays: readonly BoostedParlay[]
  readonly now: number
  /** End of the saved promotion; absent for a new one. */
  readonly savedEnd?: number | null
}

export type PromotionErrors = Partial<Record<keyof PromotionForm, string>>

export function blankPromotion(format: PriceFormat): PromotionForm {
  return {
    ...{ promotionId: crypto.randomUUID(), kind: 'profitBoost', name: '', percent: '', odds: '', parlay: '' },
    ...{ maxStake: '', maxExtra: '', minOdds: '', minLegs: '', starts: '', ends: '', uses: '1' },
    ...{ bonusWorth: '', playThrough: '1', playThroughOf: 'bonus', format },
  }
}

/** Form of a saved promotion. Its own parlay has the key `saved`. */
export function toPromotionForm(
  promotionId: string,
  terms: PromotionTerms,
  { currency, format }: { readonly currency: string; readonly format: PriceFormat },
): PromotionForm {
  const money = (minor: number | null) => (minor === null ? '' : majorText(minor, currency))
  const time = (at: number | null) => (at === null ? '' : timeInput(at))
  const { kind, name, minOdds, minLegs, uses, maxStakeMinor, startsAt, endsAt } = terms
  return {
    ...blankPromotion(minOdds?.format ?? (terms.kind === 'oddsBoost' ? terms.odds.format : format)),
    ...{ promotionId, kind, name, uses: String(uses), minLegs: minLegs === null ? '' : String(minLegs) },
    ...{ maxStake: money(maxStakeMinor), starts: time(startsAt), ends: time(endsAt) },
    minOdds: minOdds?.text ?? '',
    ...('percent' in terms && { percent: String(terms.percent) }),
    ...('maxExtraMinor' in terms && { maxExtra: money(terms.maxExtraMinor) }),
    ...(terms.kind === 'oddsBoost' && { odds: terms.odds.text, parlay: 'saved' }),
    ...(terms.kind === 'insurance' && {
      bonusWorth: terms.bonusWorth === null ? '' : String(Math.round(terms.bonusWorth * 100)),
    }),
    ...(terms.kind === 'depositMatch' && {
      playThrough: String(terms.playThrough),
      playThroughOf: terms.playThroughOf,
    }),
  }
}

/** A value, or the sentence why there is none. */
type Read<T> = { readonly value: T } | { readonly error: string }
const isError = <T>(read: Read<T>): read is { readonly error: string } => 'error' in read

function readAmount(text: string, currency: string): Read<number | null> {
  if (text.trim() === '') return { value: null }
  const parsed = parseMoney(text, currency)
  if (!parsed.ok) return { error: parsed.sentence }
  return parsed.minor > 0 ? { value: parsed.minor } : { error: 'Enter an amount above 0.' }
}

function readNeeded(text: string, currency: string, sentence: string): Read<number> {
  const read = readAmount(text, currency)
  if (isError(read)) return read
  return read.value === null ? { error: sentence } : { value: read.value }
}

function readPrice(text: string, format: PriceFormat): Read<TakenPrice> {
  const parsed = parseTakenPrice({ text: text.trim(), format })
  return parsed.ok ? { value: parsed.price } : { error: parsed.sentence }
}

function readNumber(text: string, { min, max, sentence }: NumberRule): Read<number> {
  const typed = text.trim().replace(/ ?%$/, '')
  const value = Number(typed)
  return /^\d+(\.\d{1,2})?$/.test(typed) && value >= min && value <= max ? { value } : { error: sentence }
}
interface NumberRule {
  readonly min: number
  readonly max: number
  readonly sentence: string
}
function readCount(text: string, rule: NumberRule): Read<number> {
  const read = readNumber(text, rule)
  return isError(read) || Number.isInteger(read.value) ? read : { error: rule.sentence }
}

function readTime(text: string): Read<number | null> {
  if (text.trim() === '') return { value: null }
  const at = parseTimeInput(text)
  return at === undefined ? { error: 'Enter a date and time.' } : { value: at }
}

const percentRule = {
  ...{ min: 0.01, max: 10_000 },
  sentence: 'Enter a percentage above 0 and up to 10,000, like 25 or 33.33.',
}
const legsRule = { min: 2, max: 20, sentence: 'Enter a number of legs from 2 to 20, or leave it empty.' }
const usesRule = { min: 1, max: 1_000, sentence: 'Enter how often you can use it, like 1.' }
const worthRule = { min: 0, max: 100, sentence: 'Enter a percentage from 0 to 100, like 70.' }
const playRule = { min: 0, max: 1_000, sentence: 'Enter how many times it must be bet, like 5.' }

/** Collects values, and an error for each field that has none. */
class FormReader {
  readonly errors: PromotionErrors = {}

  /** The value, or `instead` beside the error. */
  take<T>(field: keyof PromotionForm, read: Read<T>, instead: T): T {
    if (!isError(read)) return read.value
    this.errors[field] = read.error
    return instead
  }
}

/** Terms of a form, or an error for each field that is wrong. */
export function parsePromotion(
  form: PromotionForm,
  context: FormContext,
):
  | { readonly ok: true; readonly terms: PromotionTerms }
  | { readonly ok: false; readonly errors: PromotionErrors } {
  const reader = new FormReader()
  const terms = { ...readCommon(form, context, reader), ...readKind(form, context, reader) }
  return Object.keys(reader.errors).length > 0 ? { ok: false, errors: reader.errors } : { ok: true, terms }
}

const nothing: TakenPrice = { text: '+100', format: 'american', odds: '2/1' }

function readCommon(form: PromotionForm, { now, savedEnd = null }: FormContext, reader: FormReader) {
  const { name, minOdds, minLegs, starts, ends, uses, format } = form
  const startsAt = reader.take('starts', readTime(starts), null)
  const endsAt = reader.take('ends', readTime(ends), null)
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    reader.errors.ends = 'It must end after it starts.'
  // The form knows whole minutes only.
  const isSaved = savedEnd !== null && ends === timeInput(savedEnd)
  if (endsAt !== null && endsAt <= now && !isSaved)
    reader.errors.ends ??= 'That time has passed. Enter a later one, or leave it blank.'
  return {
    name: name.trim(),
    minOdds: minOdds.trim() === '' ? null : reader.take('minOdds', readPrice(minOdds, format), nothing),
    minLegs: minLegs.trim() === '' ? null : reader.take('minLegs', readCount(minLegs, legsRule), 2),
    startsAt,
    endsAt,
    uses: reader.take('uses', readCount(uses, usesRule), 1),
  }
}

function readKind(form: PromotionForm, { currency, parlays }: FormContext, reader: FormReader) {
  const { kind, maxStake, maxExtra, percent, playThroughOf } = form
  const amount = (field: 'maxStake' | 'maxExtra', text: string) =>
    reader.take(field, readAmount(text, currency), null)
  const needed = (sentence: string) => reader.take('maxStake', readNeeded(maxStake, currency, sentence), 1)
  const caps = () => ({
    maxStakeMinor: amount('maxStake', maxStake),
    maxExtraMinor: amount('maxExtra', maxExtra),
  })
  const percentOf = () => reader.take('percent', readNumber(percent, percentRule), 1)
  switch (kind) {
    case 'profitBoost':
      return { kind, percent: percentOf(), ...caps() }
    case 'oddsBoost':
      return { kind, ...readBoost(form, parlays, reader), ...caps() }
    case 'bonusBet':
      return { kind, maxStakeMinor: needed('Enter the amount of the bonus bet.') }
    case 'insurance': {
      const maxStakeMinor = needed('Enter the largest stake that comes back.')
      if (form.bonusWorth.trim() === '') return { kind, maxStakeMinor, bonusWorth: null }
      const worth = reader.take('bonusWorth', readNumber(form.bonusWorth, worthRule), 0)
      return { kind, maxStakeMinor, bonusWorth: worth / 100 }
    }
    case 'depositMatch': {
      const playThrough = reader.take('playThrough', readNumber(form.playThrough, playRule), 0)
      const maxStakeMinor = amount('maxStake', maxStake)
      return { kind, percent: percentOf(), maxStakeMinor, playThrough, playThroughOf }
    }
  }
}

function readBoost(
  { odds, parlay, format }: PromotionForm,
  parlays: readonly BoostedParlay[],
  reader: FormReader,
) {
  const found = parlays.find(({ key }) => key === parlay)
  if (found === undefined) reader.errors.parlay = 'Choose the parlay that the book boosts.'
  return {
    odds: reader.take('odds', readPrice(odds, format), nothing),
    legKeys: [...(found?.legKeys ?? [])],
    title: found?.title ?? '',
  }
}
