/** Leg costs and line steps of a real desk, at books whose answers the test scripts. */
import { WhatIf } from '../../../src/main/desk/whatif.ts'
import type { Book } from '../../../src/shared/model/game/book.ts'
import { noNote, type Leg } from '../../../src/shared/model/parlay/parlay.ts'
import type { QuoteOutcome } from '../../../src/shared/model/price/quote.ts'
import { book } from '../shared/desk-rows.ts'
import { at, keysOf, settle, startDesk } from './scripted-desk.ts'

export interface AskedOnce {
  readonly book: string
  readonly tokens: readonly string[]
  readonly signal: AbortSignal
  readonly answer: (outcome: QuoteOutcome) => void
}

interface Script {
  reply: (() => QuoteOutcome) | undefined
  neighbors: Leg[]
  books: Book[]
}

export const cell = { parlayId: 1, bookId: 'a' }

/** A desk with one parlay of these legs. A `reply` that is undefined leaves the answers to the test. */
export async function startWhatIf(names: readonly string[] = ['one', 'two', 'three'], board?: Leg[]) {
  const { desk, world } = startDesk(board && { board })
  await desk.add(keysOf(...names), noNote)
  await settle()
  const asked: AskedOnce[] = []
  const script: Script = {
    reply: () => at(300),
    neighbors: [],
    books: [book('a', 'Alpha'), book('b', 'Bravo')],
  }
  const whatIf = new WhatIf({
    parlay: id => desk.parlay(id),
    books: () => script.books,
    neighbors: () =>
      Promise.resolve({ below: script.neighbors.slice(0, 1), above: script.neighbors.slice(1) }),
    leg: key => Promise.resolve(script.neighbors.find(each => each.key === key)),
    singlesFormat: () => 'american',
    ask(of, tokens, signal) {
      const { promise, resolve } = Promise.withResolvers<QuoteOutcome>()
      asked.push({ book: of.id, tokens, signal, answer: resolve })
      if (script.reply !== undefined) resolve(script.reply())
      return promise
    },
  })
  return { whatIf, desk, world, asked, script }
}
