/** Quotes of one parlay at several books, given to a rule one after another as the desk does. */
import { QuoteTape } from '../../../src/main/desk/rules/quote-tape.ts'
import type { Cell } from '../../../src/shared/model/price/cell.ts'
import type { QuoteOutcome } from '../../../src/shared/model/price/quote.ts'
import { RuleRun, type EarlierFiring, type TakeCall } from '../../../src/shared/model/rules/decide.ts'
import type { RuleDecision, RuleDraft, RuleTerms } from '../../../src/shared/model/rules/rule.ts'
import { americanPrice, cell, noon, plainSettings, row } from '../shared/desk-rows.ts'

/** Over 5% EV, any book, at most six calls a minute. */
export const terms = (given: Partial<RuleTerms> = {}): RuleTerms => ({
  name: 'Worth a bet',
  parlayId: null,
  bookIds: [],
  ev: 0.05,
  maxAgeMs: null,
  minStake: null,
  actions: ['requote', 'notify', 'prepare-slip'],
  callsPerMinute: 6,
  isOn: true,
  ...given,
})

/** The same as the user types it. */
export const ruleDraft = (given: Partial<RuleDraft> = {}): RuleDraft => ({
  ...terms(),
  minStake: null,
  ...given,
})

export interface TapeQuote {
  readonly bookId: string
  /** American price, or another outcome. */
  readonly price: number | QuoteOutcome
  /** Seconds after noon. */
  readonly s: number
  readonly parlayId?: number
}

interface TapeGiven {
  readonly bookIds?: readonly string[]
  /** The user's fair price, american. */
  readonly fair?: number | null
  readonly parlays?: number
  readonly maxStakes?: Readonly<Record<string, number>>
  /** Prices that the rules fired for in an earlier run. */
  readonly earlier?: readonly EarlierFiring[]
  readonly canAsk?: (bookId: string) => boolean
  /** Cells whose quotes answer a call that another rule asked for. */
  readonly answers?: (bookId: string) => boolean
}

/** Rules see the parlays with a fair price of +400 unless a test says otherwise. */
export function startTape(rules: readonly RuleTerms[], given: TapeGiven = {}) {
  const { bookIds = ['a', 'b'], fair = 400, parlays = 1, maxStakes = {}, canAsk, answers } = given
  const tape = new QuoteTape()
  const runs = rules.map(rule => new RuleRun(rule, given.earlier))
  const cells = new Map<string, Cell>()
  const emptyCell = (bookId: string) => cell(bookId, { maxStakeMinor: maxStakes[bookId] ?? null })
  for (let id = 1; id <= parlays; id += 1) {
    const fairPrice = fair === null ? null : americanPrice(fair)
    tape.put({ ...row(id, []), fairPrice }, bookIds.map(emptyCell))
  }
  let id = 0
  const context = {
    display: plainSettings,
    isAsking: (address: { parlayId: number; bookId: string }, at: number) =>
      (answers?.(address.bookId) ?? false) || runs.some(run => run.isAsking(address, at)),
  }
  const takeCall: TakeCall = ({ bookId }) => ((canAsk?.(bookId) ?? true) ? 'taken' : 'not-priced')
  /** Decisions of each rule at one quote. */
  function quote({ bookId, price, s, parlayId = 1 }: TapeQuote): RuleDecision[][] {
    id += 1
    const outcome: QuoteOutcome =
      typeof price === 'number'
        ? { kind: 'priced', price: americanPrice(price), links: null, limits: null }
        : price
    const at = noon + s * 1_000
    const before = cells.get(`${parlayId} ${bookId}`) ?? emptyCell(bookId)
    const now = { ...before, quote: { id, at, outcome } }
    cells.set(`${parlayId} ${bookId}`, now)
    const event = tape.add({ parlayId, bookId, cell: now, at }, context)
    return event === undefined ? [] : runs.map(run => run.follow(event, takeCall))
  }
  return { quote, quotes: (all: readonly TapeQuote[]) => all.map(quote) }
}

/** One rule's decisions on a tape, with the outcome and book of each. */
export function decide(rule: RuleTerms, quotes: readonly TapeQuote[], given: TapeGiven = {}): RuleDecision[] {
  return startTape([rule], given)
    .quotes(quotes)
    .flatMap(([decisions]) => decisions ?? [])
}
