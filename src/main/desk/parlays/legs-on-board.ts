/**
 * Matches the desk's legs with the board: takes newer offers in, and keeps the status of each leg there. A leg is "no
 * longer offered" only once the board has loaded completely.
 */
import { invalidInput, Refusal } from '../../../shared/failure.ts'
import { areGamesOver, type GameClock } from '../../../shared/model/game/game-over.ts'
import type { DeskLeg, Leg, Parlay } from '../../../shared/model/parlay/parlay.ts'
import type { WatchedParlays } from './watched-parlays.ts'

export interface LegStatus extends Readonly<Pick<DeskLeg, 'isOffered' | 'isGameListed' | 'flags'>> {
  /** Time of each book's offer (epoch ms); without books whose time is not known. */
  readonly asOf: ReadonlyMap<string, number>
}

/** The board's answer for a selection's key. */
export type LegOnBoard =
  | ({ readonly leg: Leg } & Pick<LegStatus, 'flags' | 'asOf'>)
  | { readonly leg: null; readonly isGameKnown: boolean }

/** State of the board as a whole: an empty board means nothing for a leg. */
export interface BoardLoadState {
  readonly isLoading: boolean
  readonly isEmpty: boolean
}

export interface LegsOnBoardDeps {
  readonly watched: WatchedParlays
  /** Reads these selections from the board with all their offers, in the same order. */
  readonly legs: (keys: readonly string[]) => Promise<readonly LegOnBoard[]>
  /** Reason why a parlay of these selections can't win or be bet on, a sentence; null without one. */
  readonly findLegObstacle: (keys: readonly string[]) => Promise<string | null>
  readonly boardState: () => BoardLoadState
  readonly profileId: () => string
  /** By which the games of a parlay are over. */
  readonly gameClock: () => GameClock
}

interface NewLegs {
  readonly answers: readonly LegOnBoard[]
  readonly legs: readonly Leg[]
  readonly refusal: Refusal | undefined
}

export interface LegChanges {
  /** Parlays with a leg whose offers or status changed. */
  readonly changed: readonly number[]
  /** Parlays among them that have new offers. */
  readonly replaced: readonly number[]
  /** Parlays among these that were added while odds were loading. */
  readonly filled: readonly number[]
}

const noTimes: ReadonlyMap<string, number> = new Map()
const unknown: LegStatus = { isOffered: true, isGameListed: true, flags: [], asOf: noTimes }

export class LegsOnBoard {
  readonly #deps: LegsOnBoardDeps
  #statuses: ReadonlyMap<string, LegStatus> = new Map()
  #version = 0
  /** Parlays added while odds were loading. */
  readonly #filling = new Set<number>()
  /** Ids of games that the grader called final since the desk was opened. */
  readonly #gamesOver = new Set<string>()

  constructor(deps: LegsOnBoardDeps) {
    this.#deps = deps
  }

  /** Changes with any status. */
  get version(): number {
    return this.#version
  }

  statusOf(key: string): LegStatus {
    return this.#statuses.get(key) ?? unknown
  }

  /** Clears all statuses, because the desk shows other parlays. */
  clear(): void {
    this.#setStatuses(new Map())
    this.#filling.clear()
    this.#gamesOver.clear()
  }

  /** True while some book offers each of these legs, as far as the board knows. */
  areOffered({ legs }: Pick<Parlay, 'legs'>): boolean {
    return legs.every(({ key }) => this.statusOf(key).isOffered)
  }

  isGameOver(gameId: string): boolean {
    return this.#gamesOver.has(gameId)
  }

  /** True once all games of these legs are over, by the grader or by the board and the clock. */
  areGamesOver(legs: readonly Leg[]): boolean {
    const shown = legs.map(({ key, game }) => {
      const status = this.statusOf(key)
      return { ...status, asOf: findNewest(status.asOf), isGameOver: this.isGameOver(game.id), game }
    })
    return areGamesOver(shown, this.#deps.gameClock())
  }

  /** Marks games as over. Returns the parlays with a leg of one that was not yet. */
  endGames(gameIds: readonly string[]): number[] {
    const ended = new Set(gameIds.filter(id => !this.#gamesOver.has(id)))
    if (ended.size === 0) return []
    for (const id of ended) this.#gamesOver.add(id)
    this.#version += 1
    const all = this.#deps.watched.all().map(({ parlay }) => parlay)
    return all.filter(({ legs }) => legs.some(({ game }) => ended.has(game.id))).map(({ id }) => id)
  }

  /** Reads the legs of a new parlay, in this order, with the reason why they can't be added. */
  async readNew(keys: readonly string[]): Promise<NewLegs> {
    const { legs: findLegs, findLegObstacle, profileId } = this.#deps
    const profileBefore = profileId()
    const [answers, obstacle] = await Promise.all([findLegs(keys), findLegObstacle(keys)])
    const legs = answers.flatMap(({ leg }) => leg ?? [])
    // The profile may have changed meanwhile, and the board with it.
    if (legs.length < keys.length || profileBefore !== profileId())
      return { answers, legs, refusal: new Refusal({ kind: 'not-found', what: 'a leg no longer offered' }) }
    return { answers, legs, refusal: obstacle === null ? undefined : invalidInput('selections', obstacle) }
  }

  /** Sets the status of a new parlay's legs from these answers of the board; one to be priced waits for odds that are loading. */
  added(parlayId: number, keys: readonly string[], answers: readonly LegOnBoard[], isPriced: boolean): void {
    const state = this.#deps.boardState()
    const found = keys.map((key, at) => [key, this.#toStatus(key, answers[at], state)] as const)
    this.#setStatuses(new Map([...this.#statuses, ...found]))
    if (state.isLoading && isPriced) this.#filling.add(parlayId)
  }

  /** Copies newer offers from the board into the parlays' legs; a leg that left the board keeps its offers. */
  async refresh(): Promise<LegChanges> {
    const { watched, legs: findLegs, boardState, profileId } = this.#deps
    const state = boardState()
    const profileBefore = profileId()
    const keys = this.#keys()
    const answers = await findLegs(keys)
    // The profile may have changed meanwhile, and the board with it.
    if (profileBefore !== profileId()) return { changed: [], replaced: [], filled: [] }
    const keysChanged = this.#updateStatuses(keys, answers, state)
    const found = new Map(answers.flatMap(({ leg }) => (leg === null ? [] : [[leg.key, leg]])))
    const changed = new Set<number>()
    const replaced: number[] = []
    for (const { parlay } of watched.all()) {
      if (parlay.legs.some(({ key }) => keysChanged.has(key))) changed.add(parlay.id)
      const legs = parlay.legs.map(leg => found.get(leg.key) ?? leg)
      if (JSON.stringify(legs) === JSON.stringify(parlay.legs)) continue
      watched.replaceLegs(parlay.id, legs)
      changed.add(parlay.id)
      replaced.push(parlay.id)
    }
    const filled = replaced.filter(id => this.#filling.has(id))
    if (!state.isLoading) this.#filling.clear()
    return { changed: [...changed], replaced, filled }
  }

  /** Updates statuses from the board's answers. Returns the keys whose status changed. */
  #updateStatuses(
    keys: readonly string[],
    answers: readonly LegOnBoard[],
    state: BoardLoadState,
  ): Set<string> {
    const before = this.#statuses
    const found = new Map(keys.map((key, at) => [key, answers[at]]))
    // Statuses of a parlay added meanwhile were not requested, and stay.
    this.#setStatuses(new Map(this.#keys().map(key => [key, this.#toStatus(key, found.get(key), state)])))
    return new Set(keys.filter(key => !isSameStatus(before.get(key) ?? unknown, this.statusOf(key))))
  }

  #toStatus(key: string, answer: LegOnBoard | undefined, { isLoading, isEmpty }: BoardLoadState): LegStatus {
    if (answer === undefined) return this.statusOf(key)
    if (answer.leg !== null)
      return { isOffered: true, isGameListed: true, flags: [...answer.flags], asOf: answer.asOf }
    if (isLoading) return this.statusOf(key)
    return {
      isOffered: isEmpty && !answer.isGameKnown,
      isGameListed: isEmpty || answer.isGameKnown,
      flags: [],
      asOf: noTimes,
    }
  }

  /** Keys of all legs on the desk. */
  #keys(): string[] {
    const legs = this.#deps.watched.all().flatMap(({ parlay }) => parlay.legs)
    return [...new Set(legs.map(({ key }) => key))]
  }

  #setStatuses(statuses: ReadonlyMap<string, LegStatus>): void {
    this.#statuses = statuses
    this.#version += 1
  }
}

/** Newest of these times; null without any. */
export const findNewest = (times: ReadonlyMap<string, number>): number | null =>
  times.size === 0 ? null : Math.max(...times.values())

const isSameStatus = (one: LegStatus, other: LegStatus): boolean => toText(one) === toText(other)
const toText = ({ isOffered, isGameListed, flags, asOf }: LegStatus) =>
  JSON.stringify([isOffered, isGameListed, flags, [...asOf]])
