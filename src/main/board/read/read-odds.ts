/** One text to one batch: finds the odds objects at any depth of its JSON, and says what was left out and where. */
import type { Batch } from '../batch/batch.ts'
import { BatchMaker } from '../batch/batch-maker.ts'
import { letGo } from '../columns/columns.ts'
import { unpacked } from './gzip.ts'
import { NoOdds } from './no-odds.ts'
import { readOddsText } from './parse-odds-text.ts'
import { takePlainOdds } from '../json/plain-odds.ts'
import { OddsScanner } from '../json/scan-odds.ts'
import { Texts } from '../batch/texts.ts'
import { isObject, type JsonObject, type Surroundings } from '../facts/surroundings.ts'
import { leaveOutTwice } from '../json/twice-keys.ts'
import type { TextFormat } from '../facts/load.ts'

const deepest = 32
const mostTexts = 1_000_000

export interface ReadOptions {
  /** Those that earlier batches handed on. */
  readonly texts?: Texts
  /** Told now and then: the share of the load that is done, and the odds objects taken. */
  readonly onProgress?: (progress: { readonly share: number; readonly objects: number }) => void
}

/** What of a load is done when its text is read and all that is left is the merge. */
export const readShare = 0.7

/** Throws UnreadableText when the text as a whole is neither JSON nor CSV, or no feed at all. */
export function readOdds(bytes: Uint8Array, format: TextFormat, options: ReadOptions = {}): Batch {
  const { texts = new Texts(), onProgress } = options
  texts.forgetBeyond(mostTexts)
  const maker = new BatchMaker(texts)
  const noOdds = new NoOdds()
  const scanner = new OddsScanner()
  let takePlain = () => {}
  readOddsText(unpacked(bytes), format, {
    shorten: (text, form, firstLine) => {
      takePlain()
      takePlain = () => {}
      const scanned = scanner.scan(text, form)
      if (scanned === undefined) return undefined
      const { spans, twice, rest } = scanned
      for (const key of twice) leaveOutTwice(maker, text, key, firstLine)
      if (spans.length > 0)
        takePlain = () => {
          takePlainOdds(maker, text, spans)
          letGo(spans)
        }
      return rest
    },
    value: (value, line) => {
      new Finder(maker, line).visit(value, 0, undefined)
      if (!maker.hasMetOdds()) noOdds.meet(value)
    },
    row: (odds, line) => maker.takeOrLeave(odds, `line ${line}`),
    leftOut: (reason, example) => maker.leaveOutText(reason, () => example),
    progress: share => onProgress?.({ share: share * readShare, objects: maker.rows.count }),
  })
  takePlain()
  if (!maker.hasMetOdds()) noOdds.check()
  return maker.finish()
}

/** Walks one JSON value. An odds object is a leaf: what it holds is its own. */
class Finder {
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
    if (depth > deepest)
      this.#maker.leaveOutText(`It lies more than ${deepest} levels deep.`, () => this.#placeAt(depth).trim())
    else if (Array.isArray(value)) this.#visitList(value, depth, above)
    else if (isObject(value)) this.#visitObject(value, depth, above)
  }

  #visitList(list: readonly unknown[], depth: number, above: Surroundings | undefined): void {
    for (let place = 0; place < list.length; place++) {
      this.#path[depth] = place
      this.visit(list[place], depth + 1, above)
    }
  }

  #visitObject(node: JsonObject, depth: number, above: Surroundings | undefined): void {
    if (isCandidate(node)) {
      const reason = this.#maker.take(node, above)
      if (reason === undefined) return
      const id = node.id === undefined ? '' : `: ${JSON.stringify(node.id)}`
      this.#maker.leaveOut(reason, () => `${this.#placeAt(depth)}${id}`.trim(), node.id)
    }
    const around = { node, above }
    for (const [key, value] of Object.entries(node)) {
      this.#path[depth] = key
      this.visit(value, depth + 1, around)
    }
  }

  #placeAt(depth: number): string {
    const path = this.#path
      .slice(0, depth)
      .map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`))
      .join('')
    return `${this.#line === undefined ? '' : `line ${this.#line} `}${path.replace(/^\./, '')}`
  }
}

/** Whether it means to be an odds object: an id in parts, or a token of its own. */
function isCandidate(node: JsonObject): boolean {
  if (typeof node.id === 'string' && node.id.includes('#')) return true
  return isToken(node.sgp) || isToken(node.grade)
}

const isToken = (value: unknown) => value != null && typeof value !== 'object'
