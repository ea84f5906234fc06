/**
 * Proof of edge: how settled bets did against the close without its margin, whether the user's fair prices are right, and
 * what they promise. Luck hides all of it in few bets, so each part needs 30.
 */
import { z } from 'zod'
import { fairSources } from '../settings/settings.ts'
import { Count, Currency } from './money.ts'

const TooFew = z.strictObject({ kind: z.literal('too-few'), count: Count, needed: Count })
const measured = <T extends z.ZodRawShape>(fields: T) =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('measured'), count: Count, ...fields }),
    TooFew,
  ])

/**
 * `plain`: every bet that is none of the last three. Those are apart, because their prices are no opinion on the market:
 * a price before the start, of the user's own money, without a promotion.
 */
export const betClasses = [
  'plain',
  'single',
  'legs-2',
  'legs-3',
  'legs-4',
  'boosted',
  'live',
  'bonus',
] as const
export const BetClass = z.enum(betClasses)
export type BetClass = z.infer<typeof BetClass>

const Clv = measured({ mean: z.number(), standardError: z.number() })
const scores = { brier: z.number(), logLoss: z.number() }
const Calibration = measured({
  ...scores,
  /** Scores of always saying the share that won. */
  baseRate: z.strictObject({ wonShare: z.number(), ...scores }),
  bins: z.array(
    z.strictObject({
      from: z.number(),
      to: z.number(),
      count: Count,
      meanProbability: z.number(),
      wonShare: z.number(),
      standardError: z.number(),
    }),
  ),
})
/** In minor units, with fractions for what is estimated. */
const Band = measured({
  expectedMinor: z.number(),
  lowMinor: z.number(),
  highMinor: z.number(),
  profitMinor: z.number(),
  isWithin: z.boolean(),
})

/** Whose probabilities a result is by: the fair price when the bet was taken, or the close without its margin. */
export const chanceSources = ['taken', 'close'] as const
export const ChanceSource = z.enum(chanceSources)
export type ChanceSource = z.infer<typeof ChanceSource>

export const ProofReport = z.strictObject({
  currency: Currency,
  /** Settled tickets; pushes and voids count in no part. */
  settled: Count,
  withClose: Count,
  withFair: Count,
  /** Only classes with a bet, `plain` first. */
  clv: z.array(
    z.strictObject({
      class: BetClass,
      value: Clv,
      /** Bets whose margin is estimated by the holds of their singles. */
      estimated: Count,
    }),
  ),
  /** By the source of the fair price, all together first; only sources with a bet. */
  calibration: z.array(z.strictObject({ source: z.enum(['all', ...fairSources]), value: Calibration })),
  profit: z.array(z.strictObject({ by: ChanceSource, value: Band })),
  /** Null without a bankroll in this currency. */
  ruin: z
    .strictObject({
      bankrollMinor: z.number().int().positive(),
      /** Maximum number of bets, the last ones placed, whose stakes are the present ones. */
      lastBets: Count,
      risks: z.array(z.strictObject({ by: ChanceSource, value: measured({ risk: z.number() }) })),
    })
    .nullable(),
})
export type ProofReport = Readonly<z.infer<typeof ProofReport>>
export type ProofCalibration = ProofReport['calibration'][number]

/** The user's bankroll, by which the risk of ruin is measured. */
export interface Bankroll {
  readonly minor: number
  readonly currency: string
}
