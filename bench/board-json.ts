/**
 * Benchmark of the byte-level JSON reader: feeds of 25 books read to batches with it, beside the same with JSON.parse
 * alone. `node bench/board-json.ts [--objects 100000]`.
 */
import { parseArgs } from 'node:util'
import { PlainOddsReader } from '../src/main/board/json/plain-odds-reader.ts'
import { readOdds } from '../src/main/board/read/read-odds.ts'
import { feedText } from '../tests/support/board/feed-maker.ts'

const books = 25
const runs = 7

interface ReadTime {
  /** Time and CPU time of this thread, ms. */
  readonly ms: number
  readonly cpuMs: number
}

const { values } = parseArgs({ options: { objects: { type: 'string', default: '100000' } } })
const objects = Number(values.objects)
const plan = { books, selections: objects * 0.4, objectsPerBook: objects / books }
const texts = Array.from({ length: books }, (_, book) => Buffer.from(feedText(plan, book)))

const shorten = PlainOddsReader.prototype.shorten
const times: Record<'withReader' | 'withJsonParse', ReadTime[]> = { withReader: [], withJsonParse: [] }
for (let turn = 0; turn < runs; turn++) {
  times.withReader.push(timeReading())
  PlainOddsReader.prototype.shorten = () => undefined
  times.withJsonParse.push(timeReading())
  PlainOddsReader.prototype.shorten = shorten
}
const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 2 ** 20
console.log(`${objects.toLocaleString('en')} odds objects, ${megabytes.toFixed(0)} MB, median of ${runs}`)
for (const [name, list] of Object.entries(times))
  console.log(`${name}: ${median(list, 'ms')} ms, ${median(list, 'cpuMs')} ms CPU`)

function timeReading(): ReadTime {
  const before = { at: performance.now(), cpu: process.cpuUsage() }
  for (const text of texts) readOdds(Uint8Array.from(text), 'json')
  const { user, system } = process.cpuUsage(before.cpu)
  return { ms: performance.now() - before.at, cpuMs: (user + system) / 1_000 }
}

function median(list: readonly ReadTime[], field: keyof ReadTime): string {
  const sorted = list.map(each => each[field]).toSorted((a, b) => a - b)
  return (sorted[sorted.length >> 1] ?? NaN).toFixed(0)
}
