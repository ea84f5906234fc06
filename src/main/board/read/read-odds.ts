/**
 * Reads one text into one batch: finds the odds objects at any depth of its JSON, and records the parts left out, with
 * their places.
 */
import type { Batch } from '../batch/batch.ts'
import { BatchMaker } from '../batch/batch-maker.ts'
import { PartTexts } from '../batch/part-texts.ts'
import { UnreadableText, type TextFormat } from '../facts/load.ts'
import { cleanText } from '../../../shared/clean-text.ts'
import { isObject, type JsonObject, type Surroundings } from '../facts/surroundings.ts'
import { LongList, LongObject } from '../json/long-json.ts'
import { PlainOddsReader } from '../json/plain-odds-reader.ts'
import { unpackGzip } from './decode-text.ts'
import { readOddsText } from './parse-odds-text.ts'

const maxDepth = 32
const maxTexts = 1_000_000

/** Progress of a load: its share of the work, 0 to 1, and the number of odds objects taken. */
export interface Progress {
  readonly share: number
  readonly objects: number
}

export interface ReadOptions {
  /** Texts of earlier batches of the same reader. */
  readonly texts?: PartTexts
  readonly onProgress?: (progress: Progress) => void
}

/** Share of a load that is done when its text is read and only the merge is left. */
export const readShare = 0.7

/** A batch, or the sentence that says why the text cannot be read. */
export type ReadResult = { readonly batch: Batch } | { readonly sentence: string }

export function tryReadOdds(bytes: Uint8Array, format: TextFormat, options?: ReadOptions): ReadResult {
  try {
    return { batch: readOdds(bytes, format, options) }
  } catch (error) {
    if (error instanceof UnreadableText) return { sentence: error.message }
    throw error
  }
}

/** Throws UnreadableText when the text is neither JSON nor CSV, or not a feed. */
export function readOdds(bytes: Uint8Array, format: TextFormat, options: ReadOptions = {}): Batch {
  const { texts = new PartTexts(), onProgress } = options
  texts.forgetBeyond(maxTexts)
  const maker = new BatchMaker(texts)
  const plainOdds = new PlainOddsReader(maker)
  const feedCheck = new FeedCheck()
  readOddsText(unpackGzip(bytes), format, {
    shorten: (text, form, firstLine) => plainOdds.shorten(text, form, firstLine),
    value: (value, line) => {
      new OddsFinder(maker, line).visit(value, 0, undefined)
      if (!maker.hasMetOdds()) feedCheck.add(value)
    },
    row: (odds, line) => maker.takeOrLeave(odds, `line ${line}`),
    leftOut: (reason, example) => maker.leaveOutText(reason, () => example),
    progress: share => onProgress?.({ share: share * readShare, objects: maker.rows.count }),
  })
  plainOdds.finish()
  if (!maker.hasMetOdds()) feedCheck.assertIsFeed()
  return maker.finish()
}

/** Walks one JSON value. An odds object is a leaf: objects inside it belong to it. */
class OddsFinder {
  readonly #maker: BatchMaker
  readonly #line: number | undefined
  /** The keys and places that lead to the value being visited. */
  readonly #path: (string | number)[] = []

  constructor(maker: BatchMaker, line: number | undefined) {
    this.#maker = maker
    this.#line = line
  }

  visit(value: unknown, depth: number, above: Surroundings | undefined): void {
    if (typeof value !== 'object' || value === null) return
    if (depth > maxDepth)
      this.#maker.leaveOutText(`Nested more than ${maxDepth} levels deep.`, () =>
        this.#describePath(depth).trim(),
      )
    else if (Array.isArray(value)) this.#visitList(value, depth, above)
    else if (value instanceof LongList)
      for (const { first, elements } of value.pieces()) this.#visitList(elements, depth, above, first)
    else if (value instanceof LongObject) this.#visitObject(value.node, value.entries(), depth, above)
    else if (isObject(value)) this.#visitObject(value, Object.entries(value), depth, above)
  }

  #visitList(list: readonly unknown[], depth: number, above: Surroundings | undefined, firstPlace = 0): void {
    for (let place = 0; place < list.length; place++) {
      this.#path[depth] = firstPlace + place
      this.visit(list[place], depth + 1, above)
    }
  }

  #visitObject(
    node: JsonObject,
    entries: Iterable<[string, unknown]>,
    depth: number,
    above: Surroundings | undefined,
  ): void {
    if (isCandidate(node)) {
      const reason = this.#maker.take(node, above)
      if (reason === undefined) return
      const id = node.id === undefined ? '' : `: ${JSON.stringify(node.id)}`
      this.#maker.leaveOut(reason, () => `${this.#describePath(depth)}${id}`.trim(), node.id)
    }
    const around = { node, above }
    for (const [key, value] of entries) {
      this.#path[depth] = key
      this.visit(value, depth + 1, around)
    }
  }

  #describePath(depth: number): string {
    const path = this.#path
      .slice(0, depth)
      .map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`))
      .join('')
    return `${this.#line === undefined ? '' : `line ${this.#line} `}${path.replace(/^\./, '')}`
  }
}

/** True for an object that is meant as an odds object: it has an id in parts, or a token. */
function isCandidate(node: JsonObject): boolean {
  if (typeof node.id === 'string' && node.id.includes('#')) return true
  return isToken(node.sgp) || isToken(node.grade)
}

const isToken = (value: unknown) => value != null && typeof value !== 'object'

const maxQuotedLength = 120

/**
 * Distinguishes an empty feed from a text that is not a feed. A feed without odds has an empty list, and its load drops
 * all earlier offers. Anything else without odds, such as `{}` or an error response, is rejected and drops nothing.
 */
class FeedCheck {
  #hasValues = false
  #hasEmptyList = false
  #errorText = ''

  /** Adds one of the text's values. */
  add(value: unknown): void {
    this.#hasValues = true
    this.#hasEmptyList ||= hasEmptyList(value, maxDepth)
    if (this.#errorText === '' && isObject(value))
      this.#errorText =
        [value.error, value.errors, value.message].map(findErrorText).find(text => text !== '') ?? ''
  }

  /** Throws UnreadableText when the values are not a feed. A CSV has no values: its header alone is an empty feed. */
  assertIsFeed(): void {
    if (this.#errorText !== '')
      throw new UnreadableText(
        `No odds found; it says “${this.#errorText.slice(0, maxQuotedLength)}”. Try again later.`,
      )
    if (this.#hasValues && !this.#hasEmptyList)
      throw new UnreadableText(
        'No odds found. Each odds ID looks like “book#event#market#selection”. Check the text, file or address.',
      )
  }
}

function hasEmptyList(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || levels < 0) return false
  const isIn = (part: unknown): boolean => hasEmptyList(part, levels - 1)
  if (value instanceof LongList) return value.pieces().some(({ elements }) => elements.some(isIn))
  if (value instanceof LongObject) return value.entries().some(([, member]) => isIn(member))
  const parts: readonly unknown[] = Object.values(value)
  return (Array.isArray(value) && parts.length === 0) || parts.some(isIn)
}

/** Text of a field for errors; empty when it reports none. */
function findErrorText(field: unknown): string {
  const first: unknown = Array.isArray(field) ? field[0] : field
  const text = isObject(first) ? (first.message ?? stringifyFilled(first)) : first
  if (typeof text === 'string') return cleanText(text)
  return text === true || (typeof text === 'number' && text !== 0) ? `error ${text}` : ''
}

const stringifyFilled = (value: object) => (Object.keys(value).length > 0 ? JSON.stringify(value) : '')
