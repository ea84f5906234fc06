/**
 * Updates of the program: checked once a day while the user has turned them on, downloaded after a yes, installed after
 * another one. Nothing is sent before they are turned on.
 */
import { EventEmitter } from 'node:events'
import type { Release, UpdateMemory, UpdateState, UpdateStatus } from '../../shared/model/settings/updates.ts'
import { Repeater } from '../async/timer.ts'
import type { Http } from '../odds-service/http.ts'
import { downloadRelease, isVerified } from './download.ts'
import { hasKeys, type ReleaseKeys } from './envelope.ts'
import { fetchManifest } from './fetch-manifest.ts'
import { compareVersions, readManifest, type Manifest, type ReleaseFile } from './manifest.ts'
import { chooseWay, type ProgramPlace } from './program-file.ts'
import { replaceProgram } from './replace-program.ts'
import { UpdateRefused } from './update-refused.ts'

/** Addresses of releases, and the keys that sign them. */
export interface ReleaseSource extends ReleaseKeys {
  /** Address of the manifest. */
  readonly manifest: string
  readonly page: string
}

export interface UpdatesDeps {
  readonly http: Pick<Http, 'send'>
  readonly source: ReleaseSource
  readonly memory: { read(): UpdateMemory; write(memory: UpdateMemory): void }
  /** Version of the running program. */
  readonly version: string
  readonly place: ProgramPlace
  /** Downloads are kept there. */
  readonly folder: string
  readonly log: (error: unknown) => unknown
  readonly openFile: (path: string) => Promise<unknown>
  readonly openPage: (page: string) => Promise<unknown>
  readonly now?: () => number
}

const firstCheckMs = 60_000
const betweenChecksMs = 24 * 60 * 60 * 1000
/** Between two events of a download's progress. */
const progressMs = 250

/** A release that this program may download. */
interface Offer {
  readonly release: Release
  readonly manifest: Manifest
  readonly file: ReleaseFile
  readonly replaces: string | null
}

interface UpdateEvents {
  changed: [UpdateState]
  /** A release was found by itself, not by a press of the user. */
  found: [Release]
}

export class Updates extends EventEmitter<UpdateEvents> {
  readonly #deps: UpdatesDeps
  readonly #now: () => number
  readonly #repeater = new Repeater()
  #status: UpdateStatus = { kind: 'idle' }
  #offer: Offer | undefined
  #download: { readonly path: string; readonly offer: Offer } | undefined
  #stop = new AbortController()
  #work: Promise<void> | undefined

  constructor(deps: UpdatesDeps) {
    super()
    this.#deps = deps
    this.#now = deps.now ?? Date.now
  }

  state(): UpdateState {
    const { source, memory, version } = this.#deps
    const { isOn, checkedAt } = memory.read()
    const { page } = source
    return { isOn, hasKeys: hasKeys(source), version, page, checkedAt, status: this.#status }
  }

  /** Starts the daily check if the user has turned it on. */
  start(): void {
    const { isOn, checkedAt } = this.#deps.memory.read()
    if (!isOn || !hasKeys(this.#deps.source)) return
    const dueInMs = (checkedAt ?? 0) + betweenChecksMs - this.#now()
    const firstInMs = Math.min(Math.max(firstCheckMs, dueInMs), betweenChecksMs)
    this.#repeater.start({ firstInMs, everyMs: betweenChecksMs, run: () => this.#checkByItself() })
  }

  stop(): void {
    this.#repeater.stop()
    this.#stop.abort()
  }

  setOn(isOn: boolean): void {
    const { memory } = this.#deps
    memory.write({ ...memory.read(), isOn })
    this.#repeater.stop()
    if (isOn) this.start()
    else {
      this.cancel()
      this.#offer = undefined
      this.#download = undefined
      this.#status = { kind: 'idle' }
    }
    this.emit('changed', this.state())
  }

  /** Looks for a newer release. Without effect while something else is under way, or before updates are turned on. */
  async check(): Promise<void> {
    if (!this.#deps.memory.read().isOn) return
    await this.#run({ kind: 'checking' }, null, () => this.#find())
  }

  /** Begins the download of the release that was found; its progress and end are events. */
  download(): void {
    const offer = this.#offer
    if (offer === undefined || !this.#deps.memory.read().isOn) return
    const { release } = offer
    const isBegun = this.#run({ kind: 'downloading', release, bytes: 0 }, release, () =>
      this.#fetchFile(offer),
    )
    isBegun.catch(this.#deps.log)
  }

  /** Stops a download; what has arrived is kept. */
  cancel(): void {
    this.#stop.abort()
    this.#stop = new AbortController()
  }

  /** Replaces the program, or opens the installer, once the file is verified again. */
  async install(): Promise<void> {
    const download = this.#download
    if (download === undefined) return
    const { release, replaces } = download.offer
    await this.#run(this.#status, release, async () => {
      await this.#putInPlace(download.path, download.offer)
      return { kind: 'installed', release, replaces: replaces !== null }
    })
  }

  async openPage(): Promise<void> {
    await this.#deps.openPage(this.#deps.source.page)
  }

  async #checkByItself(): Promise<void> {
    await this.check()
    if (this.#status.kind === 'available') this.emit('found', this.#status.release)
  }

  async #find(): Promise<UpdateStatus> {
    const { http, source, memory, version, place } = this.#deps
    if (!hasKeys(source)) throw new UpdateRefused('no-release-keys')
    const text = await fetchManifest(http, source.manifest)
    const accepted = readManifest(text, { keys: source, version, memory: memory.read(), now: this.#now() })
    memory.write(accepted.memory)
    const { manifest } = accepted
    this.#offer = undefined
    this.#download = undefined
    if (compareVersions(manifest.version, version) === 0) return { kind: 'newest' }
    const { releasedAt, notes } = manifest
    const bare = { version: manifest.version, releasedAt, notes }
    const way = await chooseWay(manifest, place)
    if (way.kind === 'page')
      return { kind: 'available', release: { ...bare, size: null }, pageReason: way.reason }
    const release = { ...bare, size: way.file.size }
    this.#offer = { release, manifest, file: way.file, replaces: way.replaces }
    return { kind: 'available', release, pageReason: null }
  }

  async #fetchFile(offer: Offer): Promise<UpdateStatus> {
    const { release, manifest, file } = offer
    let pushedAt = 0
    const onProgress = (bytes: number) => {
      if (this.#now() - pushedAt < progressMs) return
      pushedAt = this.#now()
      this.#set({ kind: 'downloading', release, bytes })
    }
    const { http, folder } = this.#deps
    const path = await downloadRelease({
      http,
      folder,
      manifest,
      file,
      signal: this.#stop.signal,
      onProgress,
    })
    this.#download = { path, offer }
    return { kind: 'downloaded', release, replaces: offer.replaces !== null }
  }

  async #putInPlace(path: string, { file, replaces }: Offer): Promise<void> {
    if (!(await isVerified(path, file))) throw new UpdateRefused('wrong-content')
    if (replaces === null) await this.#deps.openFile(path)
    else await replaceProgram(path, replaces, file)
  }

  /** Runs one thing at a time. `release`: the one it is about, if it fails. */
  async #run(
    during: UpdateStatus,
    release: Release | null,
    work: () => Promise<UpdateStatus>,
  ): Promise<void> {
    if (this.#work !== undefined) return
    this.#set(during)
    this.#work = work().then(
      status => this.#end(status),
      (error: unknown) => this.#end(this.#toFailed(error, release)),
    )
    await this.#work
  }

  #end(status: UpdateStatus): void {
    this.#work = undefined
    this.#set(status)
  }

  #toFailed(error: unknown, release: Release | null): UpdateStatus {
    this.#deps.log(error)
    if (error instanceof UpdateRefused) {
      const { problem, sentence } = error
      return { kind: 'failed', release, problem, sentence }
    }
    const refused = new UpdateRefused('unexpected')
    return { kind: 'failed', release, problem: refused.problem, sentence: refused.sentence }
  }

  #set(status: UpdateStatus): void {
    this.#status = status
    this.emit('changed', this.state())
  }
}
