/**
 * The scanner: on request, compares the board's single prices for parlays that a book may pay too much for, has the best
 * of them priced within the calls that the user set, and lists them. One run at a time.
 */
import { EventEmitter } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import type { Book } from '../../../shared/model/game/book.ts'
import type { Row } from '../../../shared/model/parlay/desk.ts'
import { tokensAt, type Leg } from '../../../shared/model/parlay/parlay.ts'
import type { FreshContext } from '../../../shared/model/price/row-value.ts'
import {
  type PricedParlay,
  type Proposal,
  type ScannerState,
  type ScanRun as RunState,
  type ScanSettings,
} from '../../../shared/model/price/scan.ts'
import type { ValueSettings } from '../../../shared/model/settings/settings.ts'
import { PairModel, type PairStats, type SeenPair } from '../../../shared/value/pair-model.ts'
import { Coalescer } from '../../async/coalescer.ts'
import { Timer } from '../../async/timer.ts'
import type { PairStore } from './pair-store.ts'
import { fingerprintOf, listToCheck, rankProposals, type RankContext } from './proposal-rank.ts'
import { ScanRun, type Candidate, type ReadyCall, type ReadyCandidate, type ScanRunDeps } from './scan-run.ts'

/** Games and books of one scan of the board. */
export interface ScanScope extends Pick<ScanSettings, 'league' | 'games' | 'maxLegs'> {
  readonly books: readonly string[]
  /** Candidates returned at most. */
  readonly limit: number
}

export interface ScannerDeps extends Pick<ScanRunDeps, 'acquire' | 'ask' | 'holdOf'> {
  readonly store: PairStore
  /** Pairs that books priced on the desk of late, without a call of the scanner. */
  readonly quotedPairs: () => Promise<readonly SeenPair[]>
  readonly profileId: () => string
  /** Books shown. */
  readonly books: () => readonly Book[]
  readonly settings: { readonly read: () => ScanSettings; readonly write: (settings: ScanSettings) => void }
  readonly scan: (
    scope: ScanScope,
    learned: PairStats,
  ) => Promise<{
    readonly candidates: readonly Candidate[]
    readonly games: number
    readonly compared: number
  }>
  /** Selections of the board; `leg` is null for one that is no longer offered. */
  readonly legs: (
    keys: readonly string[],
  ) => Promise<readonly { readonly leg: Leg | null; readonly flags?: readonly string[] }[]>
  readonly hasOdds: () => boolean
  readonly deskRows: RankContext['deskRows']
  /** Age in ms after which a quote is stale. */
  readonly staleAfterMs: () => number
  /** Settings by which the desk values prices. */
  readonly value: () => ValueSettings
  readonly now?: () => number
}

/** `changed`: a few times a second during a run. */
interface ScannerEvents {
  changed: [ScannerState]
}

const notifyWithinMs = 250
/** Candidates for each call: the order changes as prices come. */
const candidatesPerCall = 6
const minCandidates = 200
/** Proposals shown at most. */
const maxProposals = 200

/** The same parlay at the other books that have it. */
const listElsewhere = (candidate: Candidate): Omit<Candidate, 'elsewhere'>[] =>
  candidate.elsewhere.map(({ bookId, legs }) => ({
    ...candidate,
    bookId,
    legs: candidate.legs.map((leg, at) => ({ ...leg, ...legs[at] })),
  }))

interface Compared {
  readonly games: number
  readonly compared: number
}

export class Scanner extends EventEmitter<ScannerEvents> {
  readonly #deps: ScannerDeps
  readonly #now: () => number
  readonly #notification = new Coalescer(() => this.#notify(), notifyWithinMs)
  /** Ranks again when the next price grows old. */
  readonly #aging = new Timer(() => this.#notification.request())
  #state: RunState = { kind: 'idle' }
  #run: ScanRun | undefined
  /** Grows with each run and each stop: what an earlier one still does no longer counts. */
  #round = 0
  #compared: Compared = { games: 0, compared: 0 }
  /** All of a run: one that is suspect takes no place on the list from one that is not. */
  #proposals: PricedParlay[] = []
  #maxStakes: ReadonlyMap<string, number> = new Map()
  #learned = 0

  constructor(deps: ScannerDeps) {
    super()
    this.#deps = deps
    this.#now = deps.now ?? Date.now
  }

  state(): ScannerState {
    return {
      settings: this.#deps.settings.read(),
      run: this.#state,
      sent: this.#run?.sent ?? 0,
      unpriced: this.#run?.unpriced ?? 0,
      ...this.#compared,
      learned: this.#learned,
      proposals: this.#rank().slice(0, maxProposals),
    }
  }

  #rank(): Proposal[] {
    return rankProposals(this.#proposals, {
      deskRows: this.#deps.deskRows,
      maxStakes: this.#maxStakes,
      stakeMinor: this.#deps.value().stakePresets[0] ?? null,
      value: this.#deps.value(),
      ...this.#fresh(),
    })
  }

  #fresh(): FreshContext {
    return { now: this.#now(), staleAfterMs: this.#deps.staleAfterMs() }
  }

  #notify(): void {
    const state = this.state()
    this.emit('changed', state)
    const { now, staleAfterMs } = this.#fresh()
    // Prices of the desk are newer than the scanner's own.
    const changes = [...this.#proposals, ...state.proposals]
      .flatMap(({ at, legs }) => [at + staleAfterMs + 1, ...legs.map(({ game }) => game.startAt ?? 0)])
      .filter(at => at > now)
    this.#aging.start(Math.min(...changes) - now)
  }

  setSettings(settings: ScanSettings): void {
    if (isDeepStrictEqual(settings, this.#deps.settings.read())) return
    this.#deps.settings.write(settings)
    this.#notification.runNow()
  }

  /** Sets the largest stakes that the user's accounts take, by book. */
  setMaxStakes(maxStakes: ReadonlyMap<string, number>): void {
    if (isDeepStrictEqual(maxStakes, this.#maxStakes)) return
    this.#maxStakes = maxStakes
    this.#notification.request()
  }

  /** Ranks again by the settings of now. */
  settingsChanged(): void {
    if (this.#proposals.length > 0) this.#notification.request()
  }

  /** Ranks again by new prices of the desk, if they are of proposed parlays. */
  rowsChanged(rows: readonly Pick<Row, 'legs'>[]): void {
    if (this.#proposals.length === 0) return
    const changed = new Set(rows.map(fingerprintOf))
    if (this.#proposals.some(proposal => changed.has(fingerprintOf(proposal)))) this.#notification.request()
  }

  /** Begins a run, in place of an earlier one. Resolves when it has ended. */
  async start(): Promise<void> {
    this.stop()
    const round = ++this.#round
    try {
      await this.#scan(round, this.#deps.settings.read())
    } catch (error) {
      if (round === this.#round) this.#enter({ kind: 'ended', why: 'stopped' })
      throw error
    }
  }

  async #scan(round: number, settings: ScanSettings): Promise<void> {
    this.#run = undefined
    this.#proposals = []
    this.#compared = { games: 0, compared: 0 }
    this.#enter({ kind: 'comparing' })
    const profileId = this.#deps.profileId()
    const model = new PairModel()
    const pairs = [...this.#deps.store.read(profileId), ...(await this.#deps.quotedPairs())]
    if (round !== this.#round) return
    for (const pair of pairs) model.add(pair)
    this.#learned = pairs.length
    const ready = await this.#compare(settings, model)
    if (round !== this.#round) return
    if (ready.length === 0) {
      this.#enter({ kind: 'ended', why: this.#deps.hasOdds() ? 'nothing-to-compare' : 'no-odds' })
      return
    }
    const run = new ScanRun(ready, settings.calls, this.#toRunDeps(profileId, model, round))
    this.#run = run
    this.#enter({ kind: 'pricing' })
    const end = await run.run()
    if (round === this.#round) this.#enter(end)
  }

  /** Sends no further call. The proposals stay. */
  stop(): void {
    if (this.#state.kind !== 'comparing' && this.#state.kind !== 'pricing') return
    this.#round += 1
    this.#run?.stop()
    this.#enter({ kind: 'ended', why: 'stopped' })
  }

  /** Stops and empties the list, for another profile. */
  clear(): void {
    this.stop()
    this.#run = undefined
    this.#proposals = []
    this.#compared = { games: 0, compared: 0 }
    this.#enter({ kind: 'idle' })
  }

  #enter(state: RunState): void {
    this.#state = state
    this.#notification.runNow()
  }

  /** The best candidates that can be priced now. One whose legs may not be the same bet at all books is left out. */
  async #compare(settings: ScanSettings, model: PairModel): Promise<ReadyCandidate[]> {
    const { scan, legs: findLegs, books, hasOdds } = this.#deps
    if (!hasOdds()) return []
    const shown = new Map(books().map(book => [book.id, book]))
    const { league, games, maxLegs, calls } = settings
    const limit = Math.max(minCandidates, calls * candidatesPerCall)
    const scope = { league, games, maxLegs, books: [...shown.keys()], limit }
    const { candidates, ...compared } = await scan(scope, model.stats)
    this.#compared = compared
    const keys = [...new Set(candidates.flatMap(({ legs }) => legs.map(({ key }) => key)))]
    const found = await findLegs(keys)
    const byKey = new Map(
      found.flatMap(({ leg, flags = [] }) => (leg && flags.length === 0 ? [[leg.key, leg]] : [])),
    )
    const toReady = (candidate: ReadyCall['candidate']): ReadyCall[] => {
      const book = shown.get(candidate.bookId)
      const legs = candidate.legs.flatMap(({ key }) => byKey.get(key) ?? [])
      const isWhole = legs.length === candidate.legs.length
      if (book === undefined || !isWhole || tokensAt({ legs }, book.id).includes(null)) return []
      return [{ candidate, book, legs }]
    }
    return candidates.flatMap(candidate =>
      toReady(candidate).map(ready => ({ ...ready, elsewhere: listElsewhere(candidate).flatMap(toReady) })),
    )
  }

  #toRunDeps(profileId: string, model: PairModel, round: number): ScanRunDeps {
    const { acquire, ask, holdOf, store } = this.#deps
    return {
      ...{ profileId, acquire, ask, holdOf, model },
      now: this.#now,
      toCheck: () => listToCheck(this.#rank(), this.#fresh()),
      onProposal: proposal => round === this.#round && this.#proposals.push(proposal),
      onPair: (seen: SeenPair) => {
        model.add(seen)
        this.#learned += 1
        try {
          store.add(profileId, this.#now(), [seen])
        } catch {
          // On a full disk it is learned for this run only.
        }
      },
      onProgress: () => this.#notification.request(),
    }
  }
}
