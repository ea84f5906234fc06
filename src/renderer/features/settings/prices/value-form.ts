/** Form of the value settings: typed text, and its errors. */
import {
  maxStakePresets,
  type FairSource,
  type ValueSettings,
} from '../../../../shared/model/settings/settings.ts'
import { equalWeights, type FairMethod, type FairWeights } from '../../../../shared/model/price/fair.ts'
import { devigMethods } from '../../../../shared/value/devig.ts'
import { fairMethodNames } from '../../../format/fair-text.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { amountText, isCurrency, parseMinor } from '../../../format/money.ts'
import type { SettingId } from '../setting-list.ts'
import { parseWhole } from '../settings-form.ts'

/** As typed; shares as percentages. */
export interface ValueDraft {
  readonly margin: string
  readonly fewestBooks: string
  readonly bankroll: string
  readonly currency: string
  readonly kellyCap: string
  readonly gameCap: string
  readonly openCap: string
  readonly kellyFraction: number
  readonly singlesFormat: PriceFormat
  /** Minutes. */
  readonly singlesMaxAge: string
  readonly fairSource: FairSource
  readonly fairMethod: FairMethod
  /** `Power 2, Shin 1`. */
  readonly fairWeights: string
  /** Minutes. */
  readonly partitionMaxAge: string
  /** Amounts with commas between them. */
  readonly stakePresets: string
}

/** Fields with a fixed list of values. */
export type ChosenField = 'kellyFraction' | 'singlesFormat' | 'fairSource' | 'fairMethod'
export type TypedField = Exclude<keyof ValueDraft, ChosenField>

interface TypedFieldSpec {
  readonly setting: SettingId
  readonly note: string
  readonly kind?: 'number'
  readonly unit?: string
}

/** The text fields, in the order on screen. */
export const typedFields: Readonly<Record<TypedField, TypedFieldSpec>> = {
  margin: { setting: 'margin', note: '0 = treat book odds as fair', kind: 'number', unit: '%' },
  fewestBooks: {
    setting: 'fewest-books',
    note: 'With fewer fresh prices, no EV is shown.',
    kind: 'number',
    unit: 'books',
  },
  bankroll: { setting: 'bankroll', note: 'Leave empty to see bet sizes as a %', kind: 'number' },
  currency: { setting: 'currency', note: 'Three letters, such as USD' },
  kellyCap: {
    setting: 'kelly-cap',
    note: 'The most to put on one bet',
    kind: 'number',
    unit: '% of bankroll',
  },
  gameCap: {
    setting: 'game-cap',
    note: 'With open tickets. 100 for no limit',
    kind: 'number',
    unit: '% of bankroll',
  },
  openCap: {
    setting: 'open-cap',
    note: 'Of all tickets together. 100 for no limit',
    kind: 'number',
    unit: '% of bankroll',
  },
  singlesMaxAge: {
    setting: 'singles-age',
    note: 'Older ones aren’t parlayed straight.',
    kind: 'number',
    unit: 'minutes',
  },
  fairWeights: {
    setting: 'fair-weights',
    note: 'For the method Blend. A method not named has no weight.',
  },
  partitionMaxAge: {
    setting: 'partition-age',
    note: 'Older ones aren’t used for EV. Live: 1 minute.',
    kind: 'number',
    unit: 'minutes',
  },
  stakePresets: {
    setting: 'stake-presets',
    note: 'Offered when you record a ticket. The first is your usual stake.',
  },
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
    gameCap: percentText(rest.gameCap),
    openCap: percentText(rest.openCap),
    kellyFraction: rest.kellyFraction,
    singlesFormat: rest.singlesFormat,
    singlesMaxAge: String(Math.round(rest.singlesMaxAgeMs / 60_000)),
    fairSource: rest.fairSource,
    fairMethod: rest.fairMethod,
    fairWeights: weightsText(rest.fairWeights),
    partitionMaxAge: String(Math.round(rest.partitionMaxAgeMs / 60_000)),
    stakePresets: rest.stakePresets.map(minor => amountText(minor, currency)).join(', '),
  }
}

const parseMinutes = (text: string) => parseWhole(text, 1, 1_440)

const minuteErrors = (minutes: Readonly<Record<string, number | undefined>>): ValueErrors =>
  Object.fromEntries(
    Object.entries(minutes)
      .filter(([, value]) => value === undefined)
      .map(([field]) => [field, 'Enter 1 to 1,440 minutes']),
  )

const capErrors = (caps: Readonly<Record<string, number | undefined>>): ValueErrors =>
  Object.fromEntries(
    Object.entries(caps)
      .filter(([, value]) => value === undefined)
      .map(([field]) => [field, 'Enter 0.01 to 100%']),
  )

/** Values of the typed fields; undefined for one that is invalid. */
function readFields(draft: ValueDraft) {
  const currency = draft.currency.trim().toUpperCase()
  const isKnown = isCurrency(currency)
  const [singlesMinutes, partitionMinutes] = [draft.singlesMaxAge, draft.partitionMaxAge].map(parseMinutes)
  return {
    margin: parsePercent(draft.margin, 0, 50),
    kellyCap: parsePercent(draft.kellyCap, 0.01, 100),
    gameCap: parsePercent(draft.gameCap, 0.01, 100),
    openCap: parsePercent(draft.openCap, 0.01, 100),
    fewestBooks: parseWhole(draft.fewestBooks, 1, 30),
    currency,
    isKnown,
    bankrollMinor: draft.bankroll.trim() === '' || !isKnown ? 0 : parseMinor(draft.bankroll, currency),
    singlesMinutes,
    partitionMinutes,
    fairWeights: parseWeights(draft.fairWeights),
    stakePresets: parsePresets(draft.stakePresets, currency),
  }
}
type ReadFields = ReturnType<typeof readFields>

/** Settings of a draft; valid only without errors. */
export function parseValueDraft(draft: ValueDraft): { settings: ValueSettings; errors: ValueErrors } {
  const read = readFields(draft)
  const { kellyFraction, singlesFormat, fairSource, fairMethod } = draft
  const settings = {
    margin: read.margin ?? 0,
    fewestBooks: read.fewestBooks ?? 1,
    bankrollMinor: read.bankrollMinor ?? 0,
    currency: read.currency,
    kellyFraction,
    kellyCap: read.kellyCap ?? 1,
    gameCap: read.gameCap ?? 1,
    openCap: read.openCap ?? 1,
    singlesFormat,
    singlesMaxAgeMs: (read.singlesMinutes ?? 1) * 60_000,
    fairSource,
    fairMethod,
    fairWeights: read.fairWeights ?? equalWeights,
    partitionMaxAgeMs: (read.partitionMinutes ?? 1) * 60_000,
    stakePresets: read.stakePresets ?? [],
  }
  return { settings, errors: findErrors(read) }
}

const findErrors = (read: ReadFields): ValueErrors => ({
  ...(read.margin === undefined && { margin: 'Enter 0 to 50%' }),
  ...(read.fewestBooks === undefined && { fewestBooks: 'Enter 1 to 30 books' }),
  ...((read.bankrollMinor === undefined || read.bankrollMinor > maxMinor) && {
    bankroll: 'Enter an amount such as 5,000.50, or leave blank',
  }),
  ...(!read.isKnown && { currency: 'Enter three letters, such as USD' }),
  ...(read.stakePresets === undefined && {
    stakePresets: `Enter up to ${maxStakePresets} amounts, like 10, 25, 50`,
  }),
  ...(read.fairWeights === undefined && {
    fairWeights: 'Enter each method once with its weight, like Power 2, Shin 1',
  }),
  ...minuteErrors({ partitionMaxAge: read.partitionMinutes, singlesMaxAge: read.singlesMinutes }),
  ...capErrors({ kellyCap: read.kellyCap, gameCap: read.gameCap, openCap: read.openCap }),
})

/** `Power 2, Shin 1`: the methods with a weight. */
const weightsText = (weights: FairWeights): string =>
  devigMethods
    .filter(method => weights[method] > 0)
    .map(method => `${fairMethodNames[method]} ${weights[method]}`)
    .join(', ')

const maxWeight = 100

/** Weights of a typed list of methods; undefined when a part is none, a method is listed twice, or all are 0. */
function parseWeights(text: string): FairWeights | undefined {
  const weights = { ...noWeights }
  const listed = new Set<FairMethod>()
  for (const part of text.split(/[,;]/).map(each => each.trim())) {
    const [, name = '', weight = ''] = /^(\D+?)\s+(\d{1,3})$/.exec(part) ?? []
    const method = devigMethods.find(each => fairMethodNames[each].toLowerCase() === name.toLowerCase())
    if (method === undefined || listed.has(method) || Number(weight) > maxWeight) return undefined
    listed.add(method)
    weights[method] = Number(weight)
  }
  return Object.values(weights).some(weight => weight > 0) ? weights : undefined
}
const noWeights = {
  ...{ multiplicative: 0, additive: 0, power: 0, oddsRatio: 0 },
  ...{ shin: 0, probit: 0, goto: 0 },
}

/** Amounts of a typed list, empty for an empty one; undefined when one is invalid. */
function parsePresets(text: string, currency: string): number[] | undefined {
  const parts = text.split(/[,;]\s*|\s+/).filter(part => part !== '')
  const minors = parts.map(part => parseMinor(part, currency) ?? 0)
  return minors.length > maxStakePresets || minors.some(minor => minor < 1) ? undefined : minors
}

/** Share of a typed percentage; undefined when invalid or outside the limits. */
function parsePercent(text: string, min: number, max: number): number | undefined {
  const percent = /^\d{1,3}(?:\.\d{1,4})?$/.test(text.trim()) ? Number(text) : Number.NaN
  return percent >= min && percent <= max ? percent / 100 : undefined
}
