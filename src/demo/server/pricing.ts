// POST http://{book}.localhost/: the real-time price of a same game parlay.
import { type Answer, json, refusal } from './answer.ts'
import { type BookCall, type Surroundings, readBody, readStrings } from './route.ts'
import type { Book } from '../books/book.ts'
import { canCombine, isOffered, findLeg, type Leg } from '../books/leg.ts'
import { linksTo } from '../books/deep-link.ts'
import { encodeToken } from '../books/token.ts'
import { parlayPrice, takes } from '../books/prices.ts'
import { PRICE_FORMATS, priceText, toAmerican } from '../price-text.ts'

const MAX_LEGS = 12

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
  const { book } = call
  const tokens = outcome.legs.map(({ game, selection }) =>
    encodeToken(surroundings.world.seed, 'sgp', { book, game, selection: selection.index }),
  )
  const links = linksTo(book, surroundings.port(), tokens)
  return json(200, {
    price: priceText(outcome.american, format),
    ...(links ? { links } : {}),
    ...(book.limits ? { limits: book.limits } : {}),
  })
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
  const selections = legs.map(leg => leg.selection)
  if (!legs.every(leg => isOffered(leg, at)) || !takes(book, first.game, selections))
    return message('Price not found')
  return { kind: 'price', american: toAmerican(parlayPrice(book, first.game, selections, at)), legs }
}

function message(text: string): ParlayOutcome {
  return { kind: 'message', message: text }
}
