// POST http://{book}.localhost/: the real-time price of a same game parlay.
import { type Answer, json, refusal } from './answer.ts'
import { type BookCall, type Surroundings, readBody, readStrings } from './route.ts'
import type { Book } from '../books/book.ts'
import { canCombine, isOffered, findLeg, type Leg } from '../books/leg.ts'
import { linksTo } from '../books/link.ts'
import { encodeToken } from '../books/token.ts'
import { parlayPrice, takes } from '../books/view.ts'
import { PRICE_FORMATS, priceText, toAmerican, type PriceFormat } from '../price-text.ts'

export const MAX_LEGS = 12

export type ParlayOutcome =
  | { readonly kind: 'price'; readonly american: number; readonly legs: readonly Leg[] }
  | { readonly kind: 'message'; readonly message: string }

export function answerPricing(call: BookCall, surroundings: Surroundings): Answer {
  const asked = call.query.get('price') ?? 'american'
  const format = PRICE_FORMATS.find(name => name === asked)
  if (!format) return refusal(400, `Unknown price format; use one of ${PRICE_FORMATS.join(', ')}`)
  const body = readBody(call, readStrings)
  if ('refused' in body) return body.refused
  const outcome = priceParlay(call.book, body.value, surroundings)
  if (outcome.kind === 'message') return json(200, { message: outcome.message })
  return json(200, priceResult(call.book, outcome, { format, surroundings }))
}

function priceResult(
  book: Book,
  { american, legs }: { american: number; legs: readonly Leg[] },
  { format, surroundings }: { format: PriceFormat; surroundings: Surroundings },
): Record<string, unknown> {
  const { world, port } = surroundings
  const tokens = legs.map(({ game, selection }) =>
    encodeToken(world.seed, 'sgp', { book, game, selection: selection.index }),
  )
  const links = linksTo(book, port(), tokens)
  return {
    price: priceText(american, format),
    ...(links ? { links } : {}),
    ...(book.limits ? { limits: book.limits } : {}),
  }
}

/** The book's price for the legs its tokens name, or the message it gives instead. */
export function priceParlay(
  book: Book,
  tokens: readonly string[],
  { world, clock }: Surroundings,
): ParlayOutcome {
  if (tokens.length > MAX_LEGS) return message(`Too many legs: at most ${MAX_LEGS}`)
  const at = clock.worldNow()
  const legs = tokens.map(token => findLeg(world, 'sgp', token)).filter(leg => leg !== null)
  const [first] = legs
  if (!first || legs.length < tokens.length || legs.some(leg => leg.book !== book))
    return message('Price not found')
  if (!canCombine(legs)) return message('Cannot be combined')
  const indexes = legs.map(leg => leg.selection.index).sort((a, b) => a - b)
  if (!legs.every(leg => isOffered(leg, at)) || !takes(book, first.game, indexes))
    return message('Price not found')
  const selections = legs.map(leg => leg.selection)
  return { kind: 'price', american: toAmerican(parlayPrice(book, first.game, selections, at)), legs }
}

function message(text: string): ParlayOutcome {
  return { kind: 'message', message: text }
}
