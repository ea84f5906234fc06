/** Fair prices of a real desk, with opposite sides and answers that the test scripts. Times are fake timers'. */
import { FairPrices } from '../../../src/main/desk/fair/fair-prices.ts'
import type { LegSides } from '../../../src/main/desk/fair/partition-plan.ts'
import type { Book } from '../../../src/shared/model/game/book.ts'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import type { CallLimit } from '../../../src/shared/model/price/fair.ts'
import type { QuoteOutcome } from '../../../src/shared/model/price/quote.ts'
import { book } from '../shared/desk-rows.ts'
import { at, keysOf, legAt, settle, startDesk, type TestDesk } from './scripted-desk.ts'

export interface FairCall {
  readonly book: string
  readonly tokens: readonly string[]
  readonly signal: AbortSignal
  readonly answer: (outcome: QuoteOutcome) => void
}

interface FairScript {
  books: Book[]
  /** The sides of a leg by its name; without an entry it is found, named `-one` for `one`. */
  sides: Record<string, LegSides>
  /** Answer by the names of the outcome's legs, such as `one -two`; undefined leaves it to the test. */
  reply: ((outcome: string, bookId: string) => QuoteOutcome | undefined) | undefined
  msUntilSent: (calls: number) => number
  callLimit: CallLimit
}

export const fairCell = { parlayId: 1, bookId: 'a' }

const opposite = (name: string): LegSides => ({ kind: 'found', opposite: legAt(`-${name}`) })

/** A desk with one parlay of these legs. The first desk's file is used again with `before`. */
export async function startFair(names: readonly string[] = ['one', 'two'], before?: TestDesk) {
  const world = { reply: undefined, board: names.map(name => legAt(name)) }
  const test = startDesk(world, before?.database)
  const { desk, fairStore } = test
  if (before === undefined) await desk.add(keysOf(...names), noNote)
  await settle()
  const calls: FairCall[] = []
  const changed: number[] = []
  const script: FairScript = {
    books: [book('a', 'Alpha'), book('b', 'Bravo'), book('c', 'Charlie'), book('d', 'Delta')],
    sides: {},
    reply: () => at(280),
    msUntilSent: () => 0,
    callLimit: { limit: 600, limitFrom: 'user' },
  }
  const fairPrices = new FairPrices({
    store: fairStore,
    profileId: () => 'demo',
    parlay: id => desk.parlay(id),
    books: () => script.books,
    sides: keys =>
      Promise.resolve(
        keys.map(key => {
          const name = key.split('#')[2] ?? ''
          return script.sides[name] ?? opposite(name)
        }),
      ),
    lastQuotes: id => desk.lastQuotes(id),
    record: (cell, answer) => desk.record(cell, answer),
    ask(of, tokens, signal) {
      const { promise, resolve } = Promise.withResolvers<QuoteOutcome>()
      calls.push({ book: of.id, tokens, signal, answer: resolve })
      const reply = script.reply?.(tokens.map(token => token.slice(2)).join(' '), of.id)
      if (reply !== undefined) resolve(reply)
      return promise
    },
    msUntilSent: count => script.msUntilSent(count),
    callLimit: () => script.callLimit,
    staleAfterMs: () => 30_000,
  })
  fairPrices.on('changed', id => {
    changed.push(id)
    desk.fairChanged(id)
  })
  const rowFairs = () => desk.snapshot().rows[0]?.fairs
  return { ...test, fairPrices, calls, changed, script, rowFairs }
}
