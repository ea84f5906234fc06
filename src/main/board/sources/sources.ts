/**
 * The sources of the profile in use: what is pasted, dropped, opened, watched or fetched. Each can be loaded again,
 * cancelled, turned off and on, and removed; all are there again at the next start.
 */
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { Refusal } from '../../../shared/failure.ts'
import type { LoadReport, FeedPlan, Source } from '../../../shared/model/game/source.ts'
import type { SourceOrigin, StoredSource } from '../../account/stored-source.ts'
import type { FileWish } from '../../files/choose-files.ts'
import type { FeedCost } from './feed-loader.ts'
import { OpenSources, type OpenSourcesOptions } from './open-sources.ts'
import { nameOf } from './read-source.ts'
import { SourceRecords, type SourceShelf } from './source-records.ts'

export interface SourcesOptions extends Omit<OpenSourcesOptions, 'records' | 'onChanged'> {
  readonly shelf: SourceShelf
  /** Paths chosen by the user; none when they chose nothing. */
  readonly choose: (wish: FileWish) => Promise<readonly string[]>
}

/** Odds that came by the window. */
export interface GivenOdds {
  readonly bytes: Uint8Array
  /** A dropped file's; null for a paste. */
  readonly name: string | null
}

const feedId = 'feed'
const noPlan: FeedPlan = { leagues: [], isLiveOnly: false, isMainOnly: false, everySeconds: null }

/** `changed`: after every change of `list()` but for progress, which the board tells. */
export class Sources extends EventEmitter<{ changed: [] }> {
  readonly #options: SourcesOptions
  #open: OpenSources | undefined
  /** Resolves with the sources of the profile in use once its board is open; until then, acts wait. */
  #opened = Promise.withResolvers<OpenSources>()

  constructor(options: SourcesOptions) {
    super()
    this.#options = options
  }

  /** Takes up the sources of a profile, whose board is open: watches, repeats and fetches what is to be. */
  open(profileId: string): void {
    this.close()
    const records = new SourceRecords(this.#options.shelf, profileId)
    this.#open = new OpenSources({ ...this.#options, records, onChanged: () => this.emit('changed') })
    this.checkFeed()
    this.#open.start()
    this.#opened.resolve(this.#open)
    this.emit('changed')
  }

  /** Ends all watching, repeating and loading. */
  close(): void {
    if (this.#open === undefined) return
    this.#open.close()
    this.#open = undefined
    this.#opened = Promise.withResolvers()
  }

  list(): Source[] {
    return this.#open?.list() ?? []
  }

  /** Holds the feed's source against the profile, which may have gained or lost its address. */
  checkFeed(): void {
    const open = this.#open
    if (open === undefined) return
    const isThere = open.records.find(feedId) !== undefined
    const isWanted = this.#options.feedUse() !== 'none'
    if (isWanted && !isThere) open.records.add(newSource(feedId, 'Odds feed', { kind: 'feed', plan: noPlan }))
    if (!isWanted && isThere) void open.remove(feedId)
    if (isWanted !== isThere) this.emit('changed')
  }

  /** Loads pasted or dropped odds as a source of their own; there is none when they cannot be read. */
  async add({ bytes, name }: GivenOdds): Promise<LoadReport> {
    const open = await this.#opened.promise
    const { texts, now = Date.now } = this.#options
    const kind = name === null ? 'paste' : 'dropped'
    const source = newSource(newId(kind), name ?? `Pasted at ${clockOf(now())}`, { kind })
    open.records.add(source)
    try {
      // Before the load, which takes the bytes away. Odds whose copy cannot be kept are good for this session.
      await texts.keep(open.records.profileId, source.id, bytes).catch(() => {})
      return await open.load(source.id, { bytes })
    } catch (error) {
      await open.remove(source.id)
      throw error
    }
  }

  async openFiles(): Promise<number> {
    const paths = await this.#options.choose('files')
    const open = await this.#opened.promise
    for (const path of paths) this.#addPath(open, { kind: 'file', path })
    return paths.length
  }

  async watch(isFolder: boolean): Promise<number> {
    const paths = await this.#options.choose(isFolder ? 'folder-to-watch' : 'file-to-watch')
    const open = await this.#opened.promise
    for (const path of paths) this.#addPath(open, { kind: 'watch', path, isFolder })
    return paths.length
  }

  /** Throws Refusal for a source that is no feed. */
  async planFeed(id: string, plan: FeedPlan): Promise<void> {
    const open = await this.#opened.promise
    if (open.records.get(id).origin.kind !== 'feed')
      throw new Refusal({ kind: 'not-found', what: 'this feed' })
    open.records.change(id, { origin: { kind: 'feed', plan } })
    open.restart(id)
    this.emit('changed')
  }

  costOfFeed(plan: FeedPlan): FeedCost {
    return this.#options.feed.cost(plan)
  }

  /** Loads a source again; asked twice, it loads once. Throws a Refusal or a ServiceError. */
  async load(id: string): Promise<LoadReport> {
    return (await this.#opened.promise).load(id)
  }

  cancel(id: string): void {
    this.#open?.cancel(id)
  }

  async turn(id: string, isOn: boolean): Promise<void> {
    await (await this.#opened.promise).turn(id, isOn)
  }

  /** Forgets a source and drops its offers. Throws Refusal for the feed, which belongs to the profile. */
  async remove(id: string): Promise<void> {
    const open = await this.#opened.promise
    if (open.records.get(id).origin.kind === 'feed')
      throw new Refusal({
        kind: 'invalid',
        field: 'id',
        sentence: 'The feed belongs to the profile. Turn it off here, or take its address out in Settings.',
      })
    await open.remove(id)
  }

  /** Adds a path and loads it; one that is a source already is loaded again. */
  #addPath(open: OpenSources, origin: Extract<SourceOrigin, { path: string }>): void {
    const same = open.records
      .all()
      .find(
        ({ origin: { kind, ...other } }) =>
          kind === origin.kind && 'path' in other && other.path === origin.path,
      )
    const source = same ?? newSource(newId(origin.kind), nameOf(origin.path).slice(0, 200), origin)
    if (same === undefined) open.records.add(source)
    open.begin(source.id)
    this.emit('changed')
  }
}

const newId = (kind: string) => `${kind}-${randomBytes(6).toString('hex')}`

const newSource = (id: string, name: string, origin: SourceOrigin): StoredSource => ({
  id,
  name,
  origin,
  isOn: true,
  lastLoad: null,
})

/** The time of day here, `14:05`. */
const clockOf = (at: number) => new Date(at).toTimeString().slice(0, 5)
