/**
 * A quote: one answer for one parlay at one book at one time. All quotes together are the price history. The price is
 * the service's text with the requested format, from which its exact value is derived when needed.
 */
import { z } from 'zod'
import { CallFailure, Refusal } from '../../failure.ts'
import { parsePrice } from '../../odds/price-parse.ts'
import { priceFormats } from '../../odds/price.ts'

export const PriceFormatName = z.enum(priceFormats)

export const QuotedPrice = z.strictObject({
  text: z.string(),
  format: PriceFormatName,
  /** Decimal odds, for ranking only. */
  decimal: z.number().gt(1),
})
export type QuotedPrice = Readonly<z.infer<typeof QuotedPrice>>

/** A price as the user typed it. */
export const TypedPrice = z.strictObject({ text: z.string().max(100), format: PriceFormatName })
export type TypedPrice = Readonly<z.infer<typeof TypedPrice>>

/** Parses a typed price. Throws Refusal (invalid) for an invalid one. */
export function parseTypedPrice({ text, format }: TypedPrice): QuotedPrice {
  const parsed = parsePrice(text.trim(), format)
  if (!parsed.ok) throw new Refusal({ kind: 'invalid', field: 'price', sentence: parsed.sentence })
  const { price } = parsed
  return { text: price.text, format, decimal: price.decimal }
}

export const Links = z.strictObject({ desktop: z.string().nullable(), mobile: z.string().nullable() })
export type Links = Readonly<z.infer<typeof Links>>

/** True when the bet slip of a price can be opened. */
export const hasLinks = (links: Links | null): boolean => Boolean(links?.desktop ?? links?.mobile)

/** Stake limits that some books send with a price, as text, because their unit is not documented. */
export const Limits = z.strictObject({ min: z.string().nullable(), max: z.string().nullable() })
export type Limits = Readonly<z.infer<typeof Limits>>

export const QuoteOutcome = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('priced'),
    price: QuotedPrice,
    links: Links.nullable(),
    limits: Limits.nullable(),
  }),
  z.strictObject({ kind: z.literal('no-price') }),
  z.strictObject({ kind: z.literal('cannot-combine') }),
  /** Any other text of the service, including invalid prices (`0`, `n/a`): shown, never ranked. */
  z.strictObject({ kind: z.literal('message'), text: z.string() }),
  z.strictObject({ kind: z.literal('failed'), failure: CallFailure }),
])
export type QuoteOutcome = Readonly<z.infer<typeof QuoteOutcome>>

export const Quote = z.strictObject({
  id: z.number().int(),
  at: z.number(),
  outcome: QuoteOutcome,
  /** Member of the team whose desk asked; missing for this desk. */
  author: z.string().optional(),
  /** Time at which this desk got another desk's answer; missing for its own. */
  arrivedAt: z.number().optional(),
})
export type Quote = Readonly<z.infer<typeof Quote>>
export type PricedOutcome = Extract<QuoteOutcome, { kind: 'priced' }>

/** The quote's price; undefined for any other outcome. */
export const findPrice = (quote: Pick<Quote, 'outcome'> | null | undefined): QuotedPrice | undefined =>
  quote?.outcome.kind === 'priced' ? quote.outcome.price : undefined

/**
 * True for a quote older than the limit, or dated in the future because the clock was set back: still shown, never
 * ranked. Times in ms.
 */
export function isStale(quote: Pick<Quote, 'at'>, now: number, staleAfterMs: number): boolean {
  const ageMs = now - quote.at
  return ageMs > staleAfterMs || ageMs < -maxClockLagMs
}
/** Maximum lag of the screen's clock behind the quotes pushed to it. */
const maxClockLagMs = 5_000

/** True for a missing or refused key; such cells are priced again when the key changes. */
export function isAboutKey(outcome: QuoteOutcome | undefined): boolean {
  if (outcome?.kind !== 'failed') return false
  return outcome.failure.kind === 'key-refused' || outcome.failure.kind === 'key-missing'
}

const unsentKinds: ReadonlySet<CallFailure['kind']> = new Set(['bad-address', 'host-failing', 'storage'])

/** True if the request was sent to the service. */
export function wasSent(outcome: QuoteOutcome): boolean {
  if (outcome.kind !== 'failed' || isAboutKey(outcome)) return !isAboutKey(outcome)
  return !unsentKinds.has(outcome.failure.kind)
}
