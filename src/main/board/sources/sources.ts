/**
 * The sources of the profile in use: odds pasted, dropped, opened, watched or fetched. Each can be reloaded, cancelled,
 * turned off and on, and removed; all are stored for the next start.
 */
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { invalidInput, Refusal } from '../../../shared/failure.ts'
import { cleanText } from '../../../shared/clean-text.ts'
import type { FeedPlan, LoadReport, Source } from '../../../shared/model/game/source.ts'

import type { SourceOrigin, StoredSource } from '../../account/stored-settings.ts'
import type { FileRequest } from '../../files/choose-files.ts'
import { toFileName } from '../../files/regular-file.ts'
import type { FeedCost } from './feed-loader.ts'
import { ProfileSources, type ProfileSourcesDeps } from './profile-sources.ts'
import { SourceRecords, type StoredSources } from './source-records.ts'

export interface SourcesDeps extends Omit<ProfileSourcesDeps, 'records' | 'onChanged'> {
  readonly storedSources: StoredSources
  /** Paths the user chose in the system's dialog; none when it was closed. */
  readonly choose: (request: FileRequest) => Promise<readonly string[]>
}

/** One part of odds from the window; parts of one upload share an id. */
interface UploadPart {
  readonly upload: string
  readonly bytes: Uint8Array
  /** Name of a dropped file; null for pasted text. */
  readonly name: string | null
  readonly isLast: boolean
}

const feedId = 'feed'
const maxNameLength = 200
const emptyPlan: FeedPlan = { leagues: [], isLiveOnly: false, isMainOnly: false, everySeconds: null }
/** Games of the demo, whose feed loads at every start, end within minutes: without new odds they stay live on screen. */
const demoPlan: FeedPlan = { ...emptyPlan, everySeconds: 120 }

const minutes = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })

/** `changed`: after every change of `list()`; progress is pushed by the board instead. */
export class Sources extends EventEmitter<{ changed: [] }> {
  readonly #deps: SourcesDeps
  readonly #uploads = new Uploads()
  #open: ProfileSources | undefined
  /** Resolves once the board of the profile in use is open. */
  #opened = Promise.withResolvers<ProfileSources>()

  constructor(deps: SourcesDeps) {
    super()
    this.#deps = deps
  }

  /** Starts the sources of a profile, whose board must be open. */
  open(profileId: string): void {
    this.close()
    const records = new SourceRecords(this.#deps.storedSources, profileId)
    this.#open = new ProfileSources({ ...this.#deps, records, onChanged: () => this.emit('changed') })
    this.checkFeed()
    this.#open.start()
    this.#opened.resolve(this.#open)
    this.emit('changed')
  }

  /** Stops all watching, repeating and loading. */
  close(): void {
    if (this.#open === undefined) return
    this.#open.close()
    this.#open = undefined
    this.#opened = Promise.withResolvers()
  }

  list(): Source[] {
    return this.#open?.list() ?? []
  }

  /** Adds or removes the feed as a source, after the profile gained or lost its feed address. */
  checkFeed(): void {
    const open = this.#open
    if (open === undefined) return
    const isKnown = open.records.find(feedId) !== undefined
    const use = this.#deps.feedUse()
    const isWanted = use !== 'none'
    const plan = use === 'at-start' ? demoPlan : emptyPlan
    if (isWanted && !isKnown) open.records.add(newSource(feedId, 'Odds feed', { kind: 'feed', plan }))
    if (!isWanted && isKnown) void open.remove(feedId)
    if (isWanted !== isKnown) this.emit('changed')
  }

  /** Adds a part of pasted or dropped odds. Loads them with the last part; returns null before that. */
  async addPart({ name, ...part }: UploadPart): Promise<LoadReport | null> {
    const bytes = this.#uploads.add(part)
    return bytes === undefined ? null : this.add({ bytes, name })
  }

  /** Loads odds as a new source, which is removed again when they cannot be read. */
  async add({ bytes, name }: Pick<UploadPart, 'bytes' | 'name'>): Promise<LoadReport> {
    const open = await this.#opened.promise
    const { texts, now = Date.now } = this.#deps
    const kind = name === null ? 'paste' : 'dropped'
    const clockTime = minutes.format(now()).replaceAll('\u202f', ' ')
    const source = newSource(newId(kind), name ?? `Pasted at ${clockTime}`, { kind })
    open.records.add(source)
    try {
      // Written before the load, which moves the bytes away. Without a copy the odds last for this session.
      await texts.write(open.records.profileId, source.id, bytes).catch(() => {})
      return await open.load(source.id, { bytes })
    } catch (error) {
      await open.remove(source.id)
      throw error
    }
  }

  async openFiles(): Promise<number> {
    const paths = await this.#deps.choose('files')
    const open = await this.#opened.promise
    for (const path of paths) this.#addPath(open, { kind: 'file', path })
    return paths.length
  }

  async watch(isFolder: boolean): Promise<number> {
    const paths = await this.#deps.choose(isFolder ? 'folder-to-watch' : 'file-to-watch')
    const open = await this.#opened.promise
    for (const path of paths) this.#addPath(open, { kind: 'watch', path, isFolder })
    return paths.length
  }

  /** Throws Refusal for a source that is not a feed. */
  async planFeed(id: string, plan: FeedPlan): Promise<void> {
    const open = await this.#opened.promise
    if (open.records.get(id).origin.kind !== 'feed')
      throw new Refusal({ kind: 'not-found', what: 'this feed' })
    open.records.change(id, { origin: { kind: 'feed', plan } })
    open.restartFeed(id)
    this.emit('changed')
  }

  estimateFeed(plan: FeedPlan): FeedCost {
    return this.#deps.feed.cost(plan)
  }

  /** Loads a source again; a request during a load shares that load. Throws a Refusal or a ServiceError. */
  async load(id: string): Promise<LoadReport> {
    return (await this.#opened.promise).load(id)
  }

  cancel(id: string): void {
    this.#open?.cancel(id)
  }

  async setEnabled(id: string, isOn: boolean): Promise<void> {
    await (await this.#opened.promise).setEnabled(id, isOn)
  }

  /** Removes a source and its offers. Throws Refusal for the feed, which belongs to the profile. */
  async remove(id: string): Promise<void> {
    const open = await this.#opened.promise
    if (open.records.get(id).origin.kind === 'feed')
      throw invalidInput(
        'id',
        'The feed is part of the profile. Turn it off here, or remove its address in Settings.',
      )
    await open.remove(id)
  }

  /** Adds a path as a source and loads it; a path that is a source already is loaded again. */
  #addPath(open: ProfileSources, origin: Extract<SourceOrigin, { path: string }>): void {
    const { kind, path } = origin
    const isSame = (other: SourceOrigin) => other.kind === kind && other.path === path
    const same = open.records.all().find(source => isSame(source.origin))
    const source = same ?? newSource(newId(kind), toFileName(path), origin)
    if (same === undefined) open.records.add(source)
    open.startLoading(source.id)
    this.emit('changed')
  }
}

const newId = (kind: string) => `${kind}-${randomBytes(6).toString('hex')}`

const newSource = (id: string, name: string, origin: SourceOrigin): StoredSource => ({
  id,
  name: cleanText(name).slice(0, maxNameLength) || 'Odds',
  origin,
  isOn: true,
  lastLoad: null,
})

const maxUploads = 4
const maxUploadBytes = 256 * 1024 * 1024

/** Joins odds that cross the bridge in parts. Keeps only the unfinished uploads that grew last. */
export class Uploads {
  readonly #uploads = new Map<string, { readonly parts: Uint8Array[]; size: number }>()

  /** Returns all bytes with the last part. Throws Refusal when they are too large. */
  add({ upload, bytes, isLast }: Omit<UploadPart, 'name'>): Uint8Array | undefined {
    const held = this.#uploads.get(upload) ?? { parts: [], size: 0 }
    held.parts.push(bytes)
    held.size += bytes.length
    this.#uploads.delete(upload)
    if (held.size > maxUploadBytes)
      throw invalidInput('odds', 'That’s over 256 MB. Add it as a file, or in pieces.')
    if (isLast) return Buffer.concat(held.parts, held.size)
    this.#uploads.set(upload, held)
    for (const oldest of [...this.#uploads.keys()].slice(0, -maxUploads)) this.#uploads.delete(oldest)
    return undefined
  }
}
