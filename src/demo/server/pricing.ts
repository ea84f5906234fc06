/**
 * POST http://{book}.localhost/: the real-time price of a same game parlay, at the pace of the book and its rate limit.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, json, refusal } from './answer.ts'
import { type BookCall, type DemoContext, readBody, readStrings } from './route.ts'
import type { Book } from '../books/book.ts'
import { canCombine, isOffered, findLeg, type Leg } from '../books/leg.ts'
import { linksTo } from '../books/deep-link.ts'
import { encodeToken } from '../books/token.ts'
import { parlayPrice, takes } from '../books/prices.ts'
import { priceFormats } from '../../shared/odds/price.ts'
import { priceText, toAmerican } from '../price-text.ts'
import { hash, hashText, normal } from '../world/random.ts'

const maxLegs = 12
const windowMs = 60_000
const latencySalt = hashText('latency')
const latencySpread = 0.35

export interface PricingOptions {
  /** Calls allowed in any 60 seconds. */
  readonly ratePerMinute: number
  /** Scales the time books take to answer; 0 is none. */
  readonly latency: number
  /** Aborted when the service closes. */
  readonly signal: AbortSignal
}

/** Counts the calls of the last minute, for its limit, and all calls, from which latencies are drawn. */
export function createPricing({ ratePerMinute, latency, signal }: PricingOptions, context: DemoContext) {
  const { clock, world } = context
  let taken: number[] = []
  let calls = 0

  /** Counts a call. Null when it may pass, else the seconds until the next one may. */
  function take(): number | null {
    const now = clock.now()
    taken = taken.filter(at => now - at < windowMs)
    const [oldest] = taken
    if (oldest !== undefined && taken.length >= ratePerMinute)
      return Math.ceil((oldest + windowMs - now) / 1000)
    taken.push(now)
    return null
  }

  /** The time a book takes to price, log-normal around its median. */
  function drawLatency(book: Book): number {
    const draw = normal(hash(world.seed, latencySalt, book.index, calls++))
    return latency * book.latencyMs * Math.exp(latencySpread * draw)
  }

  return async (call: BookCall): Promise<Answer> => {
    const waitSeconds = take()
    if (waitSeconds !== null) return refusal(429, 'Too many requests', { 'retry-after': String(waitSeconds) })
    const latencyMs = drawLatency(call.book)
    if (latencyMs > 0) await wait(latencyMs, undefined, { signal })
    return answerPricing(call, context)
  }
}

export type ParlayOutcome =
  | { readonly kind: 'price'; readonly american: number; readonly legs: readonly Leg[] }
  | { readonly kind: 'message'; readonly message: string }

function answerPricing(call: BookCall, context: DemoContext): Answer {
  const asked = call.query.get('price') ?? 'american'
  const format = priceFormats.find(name => name === asked)
  if (!format) return refusal(400, `Unknown price format; use one of ${priceFormats.join(', ')}`)
  const body = readBody(call, readStrings)
  if ('refused' in body) return body.refused
  const { book } = call
  const outcome = priceParlay(book, body.value, context)
  if (outcome.kind === 'message') return json(200, { message: outcome.message })
  const tokens = outcome.legs.map(({ game, selection }) =>
    encodeToken(context.world.seed, 'sgp', { book, game, selection: selection.index }),
  )
  const links = linksTo(book, context.port(), tokens)
  return json(200, {
    price: priceText(outcome.american, format),
    ...(links ? { links } : {}),
    ...(book.limits ? { limits: book.limits } : {}),
  })
}
/** The book's price for the legs of these tokens, or its message. */
export function priceParlay(
  book: Book,
  tokens: readonly string[],
  { world, clock }: DemoContext,
): ParlayOutcome {
  if (tokens.length > maxLegs) return message(`Too many legs: at most ${maxLegs}`)
  const at = clock.worldNow()
  const legs = tokens.map(token => findLeg(world, 'sgp', token)).filter(leg => leg !== null)
  const [first] = legs
  if (!first || legs.length < tokens.length || legs.some(leg => leg.book !== book))
    return message('Price not found')
  if (!canCombine(legs)) return message('Cannot be combined')
  const selections = legs.map(leg => leg.selection)
  if (!legs.every(leg => isOffered(leg, at)) || !takes(book, first.game, selections))
    return message('Price not found')
  return { kind: 'price', american: toAmerican(parlayPrice(book, first.game, selections, at)), legs }
}

function message(text: string): ParlayOutcome {
  return { kind: 'message', message: text }
}
