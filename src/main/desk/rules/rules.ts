/**
 * Rules on the desk. Each new quote of a row is given to every rule; a price that one asks for again is a call of that
 * rule's own share, within the budget. Nothing here opens a bet slip or places a bet.
 */
import { EventEmitter } from 'node:events'
import { invalidInput } from '../../../shared/failure.ts'
import { rowTitle } from '../../../shared/model/game/leg-short.ts'
import type { DeskChange, Row } from '../../../shared/model/parlay/desk.ts'
import type { CellAddress } from '../../../shared/model/price/cell.ts'
import { wasSent } from '../../../shared/model/price/quote.ts'
import { RuleRun, type EarlierFiring, type TakeCall } from '../../../shared/model/rules/decide.ts'
import {
  isFired,
  type ExplainedDecision,
  type Rule,
  type RuleDraft,
  type RuleReplay,
  type RuleState,
  type RuleTerms,
} from '../../../shared/model/rules/rule.ts'
import { parseMoney } from '../../../shared/model/ticket/money.ts'
import { CallShare, type ReservedCall } from '../budget/call-share.ts'
import { CellMap } from '../planning/cell-map.ts'
import type { QuoteStore } from '../quotes/quote-store.ts'
import { QuoteTape, toArrival, type QuotedCell, type TapeContext } from './quote-tape.ts'
import { replayRule, type ReplayDeps } from './rule-replay.ts'
import type { RuleStore } from './rule-store.ts'
import { explainDecision, type RuleTextContext } from './rule-text.ts'

export interface RulesDeps extends Omit<ReplayDeps, 'maxStakeOf'> {
  readonly store: RuleStore
  readonly quotes: Pick<QuoteStore, 'newestId' | 'stretches'>
  readonly text: () => RuleTextContext
  /** False for a cell that cannot be priced now. */
  readonly canAsk: (cell: CellAddress) => boolean
  /** Plans a call, which `count` counts when it gets its permit; resolves when the call has ended, sent or not. */
  readonly ask: (cell: CellAddress, count: ReservedCall['count']) => Promise<void>
  readonly now?: () => number
}

/** A decision that the user is notified of. */
export interface RuleNotice {
  readonly parlayId: number
  readonly bookId: string
  readonly title: string
  readonly body: string
}

interface RuleEvents {
  changed: [RuleState]
  /** All that fired at one change of the desk, for rules that notify. */
  fired: [readonly RuleNotice[]]
}

interface RunningRule {
  readonly rule: Rule
  readonly run: RuleRun
  readonly share: CallShare
}

interface DecideOptions {
  /** Rules that are on. */
  readonly on: readonly RunningRule[]
  readonly context: TapeContext
  readonly row: Row | undefined
}

export class Rules extends EventEmitter<RuleEvents> {
  readonly #deps: RulesDeps
  readonly #now: () => number
  readonly #tape = new QuoteTape()
  readonly #running = new Map<number, RunningRule>()
  /** Shares outlast a change of their rule, so that no 60 s contain more of its calls. */
  readonly #shares = new Map<number, CallShare>()
  /** Largest stakes that the user's accounts take, by book; a book without an entry takes any. */
  #maxStakes: ReadonlyMap<string, number> = new Map()
  /** Calls that decisions at the present change asked for. */
  readonly #wanted: {
    readonly cell: CellAddress
    readonly at: number
    readonly run: RuleRun
    readonly call: ReservedCall
  }[] = []
  /** Number of the last quote before the rules were opened, and last quotes of cells since. Others are new. */
  #openedAtId = 0
  #lastIds = new CellMap<number>()

  constructor(deps: RulesDeps) {
    super()
    this.#deps = deps
    this.#now = deps.now ?? Date.now
  }

  /** Reads the rules of the profile in use. Quotes from before are not new to them. */
  open(): void {
    const { store, profileId, quotes } = this.#deps
    this.#tape.clear()
    this.#openedAtId = quotes.newestId
    this.#lastIds = new CellMap()
    this.#running.clear()
    store.open(profileId(), this.#now())
    const earlier = store.lastFirings()
    for (const rule of store.rules()) this.#start(rule, earlier.get(rule.id))
    this.emit('changed', this.state())
  }

  state(): RuleState {
    const { store } = this.#deps
    return { rules: store.rules(), decisions: [...store.decisions()] }
  }

  /** For replays; the desk's rows have their own. */
  setMaxStakes(maxStakes: ReadonlyMap<string, number>): void {
    this.#maxStakes = maxStakes
  }

  /** Gives each new quote of a change to the rules, in the order they came. */
  follow({ rows, order }: Pick<DeskChange, 'rows' | 'order'>): void {
    const on = [...this.#running.values()].filter(({ rule }) => rule.isOn)
    const quoted = rows.flatMap(row => this.#takeRow(row, on.length > 0))
    if (order !== null) this.#tape.keepOnly(new Set(order))
    const byId = new Map(rows.map(row => [row.id, row]))
    const context = this.#toContext(on)
    const { store } = this.#deps
    const before = store.decisions()
    const notices = quoted
      .toSorted((a, b) => idOf(a) - idOf(b))
      .flatMap(each => this.#decide(each, { on, context, row: byId.get(each.parlayId) }))
    this.#ask()
    if (store.decisions() !== before) this.emit('changed', this.state())
    if (notices.length > 0) this.emit('fired', joinMany(notices))
  }

  /** Plans the calls that the decisions asked for, but for cells whose next quote has come with the same change. */
  #ask(): void {
    for (const { cell, at, run, call } of this.#wanted.splice(0))
      if (run.isAsking(cell, at)) void this.#deps.ask(cell, call.count).then(call.release)
      else call.release()
  }

  /** Adds a rule, or changes one, which fires for no price again. Throws Refusal for an invalid stake, and for a missing rule. */
  save(id: number | null, draft: RuleDraft): RuleState {
    const saved = this.#deps.store.save(id, toTerms(draft, this.#deps.text().currency))
    this.#start(saved)
    return this.#pushState()
  }

  /** Throws Refusal when there is none. */
  setOn(id: number, isOn: boolean): RuleState {
    const saved = this.#deps.store.save(id, { ...this.#deps.store.get(id), isOn })
    this.#start(saved)
    return this.#pushState()
  }

  /** Throws Refusal when there is none. */
  remove(id: number): RuleState {
    this.#deps.store.remove(id, this.#now())
    this.#running.delete(id)
    return this.#pushState()
  }

  /** Decisions that a rule would have taken on the stored quotes of a time. Throws Refusal for an invalid or missing rule. */
  replay(
    rule: number | RuleDraft,
    time: { readonly from: number; readonly to: number },
  ): Promise<RuleReplay> {
    if (time.from >= time.to) throw invalidInput('to', 'The end must be after the start.')
    const text = this.#deps.text()
    const terms = typeof rule === 'number' ? this.#deps.store.get(rule) : toTerms(rule, text.currency)
    const maxStakeOf = (bookId: string) => this.#maxStakes.get(bookId) ?? null
    return replayRule({ ...this.#deps, maxStakeOf }, { terms, text, ...time })
  }

  #start(rule: Rule, earlier?: readonly EarlierFiring[]): void {
    const { id } = rule
    const run = this.#running.get(id)?.run ?? new RuleRun(rule, earlier)
    run.change(rule)
    const perMinute = () => this.#running.get(id)?.rule.callsPerMinute ?? 0
    const share = this.#shares.get(id) ?? new CallShare(perMinute)
    this.#shares.set(id, share)
    this.#running.set(id, { rule, run, share })
  }

  /** Puts a row on the tape; its cells with quotes that are new, if the rules follow them. */
  #takeRow({ cells, ...row }: Row, isFollowing: boolean): QuotedCell[] {
    const known = cells.map(cell => this.#tape.cell({ parlayId: row.id, bookId: cell.bookId }))
    const quoted = cells.flatMap((cell): QuotedCell[] => {
      const { quote, bookId } = cell
      if (quote === null) return []
      const address = { parlayId: row.id, bookId }
      // The last quote of a row or book that is shown again is not new.
      const isNew = quote.id > (this.#lastIds.get(address) ?? this.#openedAtId)
      if (isNew) this.#lastIds.set(address, quote.id)
      return isNew && isFollowing && wasSent(quote.outcome)
        ? [{ ...address, cell, at: toArrival(quote) }]
        : []
    })
    const isQuoted = new Set(quoted.map(({ bookId }) => bookId))
    // Until its turn comes, a cell has the quote before; that of a call that was never sent is not stored, and not replayed.
    const before = cells.map((cell, at) => {
      const { quote = null, before: earlier = null } = known[at] ?? {}
      const isLater = isQuoted.has(cell.bookId) || (cell.quote !== null && !wasSent(cell.quote.outcome))
      return isLater ? { ...cell, quote, before: earlier } : cell
    })
    this.#tape.put(row, before)
    return quoted
  }

  #toContext(on: readonly RunningRule[]): TapeContext {
    return {
      display: this.#deps.display(),
      isAsking: (cell, at) => on.some(({ run }) => run.isAsking(cell, at)),
    }
  }

  #decide(quoted: QuotedCell, { on, context, row }: DecideOptions): RuleNotice[] {
    const event = this.#tape.add(quoted, context)
    if (event === undefined || row === undefined) return []
    const decided = on.flatMap(running =>
      running.run.follow(event, this.#takeFor(running, event.at)).map(decision => {
        const sentence = explainDecision(decision, running.rule, this.#deps.text())
        return { ...running, decision: { ...decision, sentence } }
      }),
    )
    for (const { decision, ...running } of decided) {
      this.#deps.store.add(running.rule.id, decision)
    }
    return decided.flatMap(({ rule, decision }) => toNotice(rule, decision, row))
  }

  #takeFor({ rule: { id }, run, share }: RunningRule, at: number): TakeCall {
    return cell => {
      if (!this.#deps.canAsk(cell)) return 'not-priced'
      const call = share.reserve()
      if (call === undefined) return 'share-used'
      const count: ReservedCall['count'] = permit =>
        this.#running.get(id)?.rule.isOn === true ? call.count(permit) : undefined
      this.#wanted.push({ cell, at, run, call: { ...call, count } })
      return 'taken'
    }
  }

  #pushState(): RuleState {
    const state = this.state()
    this.emit('changed', state)
    return state
  }
}

const maxNotices = 3

/** One notice for all that fire together, when they are many: of several rules, or of one at several books. */
function joinMany(notices: readonly RuleNotice[]): readonly RuleNotice[] {
  const [first] = notices
  if (first === undefined || notices.length <= maxNotices) return notices
  return [{ ...first, body: `${first.body} Your rules went off ${notices.length - 1} more times.` }]
}

const idOf = ({ cell }: QuotedCell): number => cell.quote?.id ?? 0

function toNotice(rule: Rule, decision: ExplainedDecision, row: Row): RuleNotice[] {
  const { parlayId, bookId, outcome, sentence } = decision
  if (!isFired(outcome) || !rule.actions.includes('notify')) return []
  return [{ parlayId, bookId, title: rowTitle(row), body: `${rule.name}: ${sentence}` }]
}

/** Throws Refusal. */
function toTerms({ minStake, ...draft }: RuleDraft, currency: string): RuleTerms {
  if (minStake === null) return { ...draft, minStake }
  const parsed = parseMoney(minStake, currency)
  if (!parsed.ok) throw invalidInput('minStake', parsed.sentence)
  if (parsed.minor === 0) throw invalidInput('minStake', 'Stake must be above 0.')
  return { ...draft, minStake: parsed.minor }
}
