/**
 * Parses answers of the service as docs/service-interface.md defines them, with any HTTP status, which is not defined
 * there. JSON must not nest too deep, have duplicate keys or set prototypes.
 */
import { visit } from 'jsonc-parser'
import type { CallFailure } from '../../shared/failure.ts'
import type { Limits, Links, QuoteOutcome } from '../../shared/model/price/quote.ts'
import { parsePrice } from '../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'
import { ServiceError } from './failures.ts'
import type { HttpAnswer } from './http.ts'
import { holdsKey, plainText, withoutKey } from './redact.ts'

const maxDepth = 32
const decoder = new TextDecoder('utf-8', { fatal: true })
const maxPlainLength = 4_096
/** Matches a text with enough brackets to nest too deep. */
const mayBeDeep = new RegExp(`^(?:[^[{]*[[{]){${maxDepth + 1}}`)

/** Walks JSON text and rejects ambiguous JSON at its first fault, before it nests deeper. */
function refuseTricks(text: string, refuse: (detail: string) => never): void {
  const keys: (Set<string> | undefined)[] = []
  const open = (names: Set<string> | undefined) => {
    if (keys.push(names) > maxDepth) refuse(`nested deeper than ${maxDepth} levels`)
  }
  const close = () => {
    keys.pop()
  }
  visit(text, {
    onObjectBegin: () => open(new Set()),
    onArrayBegin: () => open(undefined),
    onObjectEnd: close,
    onArrayEnd: close,
    onObjectProperty: name => {
      if (name === '__proto__' || (name === 'prototype' && keys.at(-2)?.has('constructor') === true))
        refuse('a forbidden key')
      if (keys.at(-1)?.has(name) === true) refuse('the same key twice')
      keys.at(-1)?.add(name)
    },
  })
}

/** A longer text is a page of a proxy or server, not a message of the service. */
const maxWordsLength = 200

/**
 * Creates the error of an unreadable body. A meaningful status (500 with a web page) takes precedence, and `Invalid
 * key` as plain text over both.
 */
function unreadable(status: number, detail: string, bare: { words: string; key: string }): ServiceError {
  const isWords = bare.words.length <= maxWordsLength
  if (isWords && isInvalidKey(bare.words, bare.key)) return new ServiceError({ kind: 'key-refused' })
  return new ServiceError(toFailure(status, '', '') ?? { kind: 'unreadable', status, detail })
}

/** Parses an answer's body. Throws ServiceError, whose text can be shown. */
export function readJson(body: Buffer, status: number, key: string): unknown {
  let text = ''
  const refuse = (detail: string): never => {
    throw unreadable(status, detail, { words: text, key })
  }
  if (body.length === 0) return refuse('an empty response')
  try {
    text = decoder.decode(body)
  } catch {
    return refuse('not UTF-8 text')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse(/^\s*</.test(text) ? 'a web page instead of JSON' : 'broken JSON')
  }
  if (!isPlain(text, value)) refuseTricks(text, refuse)
  return value
}

/**
 * True if the walk can be skipped, as for most answers: a short text without such keys, with too few brackets to nest
 * deep, and equal to its serialized value, which excludes duplicate keys. The walk takes longer than all other steps.
 */
function isPlain(text: string, value: unknown): boolean {
  if (text.length > maxPlainLength || text.includes('proto') || mayBeDeep.test(text)) return false
  return JSON.stringify(value) === text
}

type Fields = Readonly<Record<string, unknown>>

// Checked without a schema, which would take as long as parsing the JSON, at every price.
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const toFigure = (value: unknown): string | null => (Number.isFinite(value) ? String(value) : toText(value))

/** `error` and `message` come as a text, or as an object that holds one; a blank one says nothing. */
function toWords(value: unknown): string | null {
  const words = toText(isFields(value) ? value['message'] : value)
  return words?.trim() === '' ? null : words
}

/** Fields of the answers of all interfaces; null where missing or of another type. */
type AnswerWire = ReturnType<typeof toWire>

function toWire({ price, links, limits, message, error, code, queued }: Fields) {
  return {
    price: toFigure(price),
    links: isFields(links) ? { desktop: toText(links['desktop']), mobile: toText(links['mobile']) } : null,
    limits: isFields(limits) ? { min: toFigure(limits['min']), max: toFigure(limits['max']) } : null,
    message: toWords(message),
    error: toWords(error),
    // Unchecked: only the trending queue uses them.
    code,
    queued,
  }
}

/** Reads the fields that all interfaces share. Throws ServiceError when the answer is not a JSON object. */
export function readAnswer(body: Buffer, status: number, key: string): AnswerWire {
  const answer = readJson(body, status, key)
  if (isFields(answer)) return toWire(answer)
  throw unreadable(status, 'JSON, but not an object', { words: toText(answer) ?? '', key })
}

/** `Invalid key`, `Unknown API key`, `Invalid key: •••`; not `Unknown market key` or `Missing key "sgp"`. */
const keyRefused =
  /\b(?:invalid|unknown|missing|expired|bad)\s+["'“‘]?(?:(?:your|the)\s+)?(?:(?:api|access)[\s_-]*key\b|key["'”’]?:?\s*(?:$|[.,;!)}\]•]|(?:provided|given|supplied)\b))/i

/** True if a message refuses the API key, which stops every call; messages about other keys do not count. */
export const isInvalidKey = (words: string, key: string): boolean => keyRefused.test(withoutKey(words, key))

/** Matches a message that only repeats the status, or is empty. */
const repeatsForbidden = /^\W*(?:http\W*)?(?:403\W*)?(?:forbidden|access denied|not authori[sz]ed)?\W*$/i

/** Derives the failure from status and message, if any; a 200 with a message is no failure. */
export function toFailure(status: number, words: string, key: string): CallFailure | undefined {
  if (isInvalidKey(words, key) || status === 401) return { kind: 'key-refused' }
  if (status === 403 && repeatsForbidden.test(words)) return { kind: 'forbidden' }
  if (status >= 500 || status === 408 || status === 425)
    return { kind: 'server-error', status, detail: plainText(words, key) || 'it gave no reason' }
  return undefined
}

/** True for an answer that refuses the key, be it only by its status. */
export function refusesKey({ status, body }: HttpAnswer, key: string): boolean {
  try {
    const { message, error } = readAnswer(body, status, key)
    return isAboutKey(toFailure(status, message ?? error ?? '', key))
  } catch (error) {
    return error instanceof ServiceError && isAboutKey(error.failure)
  }
}

const isAboutKey = (failure: CallFailure | undefined): boolean =>
  failure?.kind === 'key-refused' || failure?.kind === 'forbidden'

/** Betslip links that open have at most 2,000 characters. */
const maxLinkLength = 8_000

/** Returns the link unchanged; null when it is too long, or contains the API key, which must not reach the screen. */
const checkLink = (link: string | null, key: string): string | null =>
  link === null || link.length > maxLinkLength || holdsKey(link, key) ? null : link

function readLinks({ links }: AnswerWire, key: string): Links | null {
  if (links === null) return null
  const [desktop, mobile] = [checkLink(links.desktop, key), checkLink(links.mobile, key)]
  return desktop === null && mobile === null ? null : { desktop, mobile }
}

function readLimits({ limits }: AnswerWire, key: string): Limits | null {
  if (limits === null) return null
  const shown = (limit: string | null) => plainText(limit ?? '', key, 40) || null
  const [min, max] = [shown(limits.min), shown(limits.max)]
  return min === null && max === null ? null : { min, max }
}

/**
 * Normalizes a message before it is compared with a documented one: letter case, outer spaces and a full stop do not
 * count.
 */
export const toBareWords = (words: string) => words.trim().replace(/\.$/, '').toLowerCase()

/** Reads a pricing answer. A price counts with any status; messages are matched with the documented ones. */
export function readPricing(
  answer: AnswerWire,
  status: number,
  request: { format: PriceFormat; key: string },
): QuoteOutcome {
  const words = answer.message ?? answer.error ?? ''
  if (answer.price !== null && answer.price.trim() !== '') return readPrice(answer, answer.price, request)
  const failure = toFailure(status, words, request.key)
  if (failure !== undefined) return { kind: 'failed', failure }
  if (toBareWords(words) === 'price not found') return { kind: 'no-price' }
  if (toBareWords(words) === 'cannot be combined') return { kind: 'cannot-combine' }
  const text = plainText(words, request.key)
  if (text !== '') return { kind: 'message', text }
  return { kind: 'failed', failure: { kind: 'unreadable', status, detail: 'neither a price nor a message' } }
}

function readPrice(
  answer: AnswerWire,
  text: string,
  { format, key }: { format: PriceFormat; key: string },
): QuoteOutcome {
  const parsed = parsePrice(text, format)
  if (!parsed.ok) return { kind: 'message', text: plainText(`“${text}” isn’t a price`, key) }
  const price = { text: parsed.price.text, format, decimal: parsed.price.decimal }
  return { kind: 'priced', price, links: readLinks(answer, key), limits: readLimits(answer, key) }
}
