/**
 * Updates of the program: checked once a day while the user has turned them on, downloaded after a yes, installed after
 * another one. Nothing is sent before they are turned on.
 */
import { EventEmitter } from 'node:events'
import type {
  FailedStep,
  Release,
  UpdateMemory,
  UpdateProblem,
  UpdateState,
  UpdateStatus,
} from '../../shared/model/settings/updates.ts'
import { Repeater } from '../async/timer.ts'
import type { Http } from '../odds-service/http.ts'
import { downloadRelease, isVerified, removeAny } from './download.ts'
import { hasKeys, type ReleaseKeys } from './envelope.ts'
import { fetchManifest } from './fetch-manifest.ts'
import { compareVersions, findProblem, readManifest, type Manifest } from './manifest.ts'
import { chooseWay, type ProgramPlace, type UpdateWay } from './program-file.ts'
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

/** The release that was found last. It is used only while `findProblem` has nothing against its manifest. */
interface Offer {
  readonly release: Release
  readonly manifest: Manifest
  readonly way: UpdateWay
}

type DownloadWay = Extract<UpdateWay, { kind: 'download' }>
type DownloadOffer = Offer & { readonly way: DownloadWay }

/** A verified file of the release. */
interface Download {
  readonly path: string
  readonly release: Release
  readonly way: DownloadWay
  /** It is in the program's place, or its installer was opened. */
  readonly isInstalled: boolean
}

const describeDownload = (
  { release, way, isInstalled }: Download,
  failed: FailedStep | null,
): UpdateStatus => ({
  kind: isInstalled ? 'installed' : 'downloaded',
  release,
  failed,
  replaces: way.replaces !== null,
})

interface Work {
  readonly during: UpdateStatus
  /** Status after it failed. */
  readonly failed: (why: UpdateRefused) => UpdateStatus
  /** Status once it was stopped. */
  readonly stopped: () => UpdateStatus
  readonly run: (signal: AbortSignal) => Promise<UpdateStatus>
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
  #download: Download | undefined
  #stop = new AbortController()
  #work: { readonly end: Promise<void>; readonly signal: AbortSignal } | undefined

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
      this.#forget()
      this.#status = { kind: 'idle' }
    }
    this.emit('changed', this.state())
  }

  /** Looks for a newer release. Without effect while something else is under way, or before updates are turned on. */
  async check(): Promise<void> {
    if (!this.#deps.memory.read().isOn) return
    await this.#run({
      during: { kind: 'checking' },
      failed: why => this.#describeFound({ step: 'check', ...toProblem(why) }) ?? toFailed(why, null),
      stopped: () => this.#describeFound(null) ?? { kind: 'idle' },
      run: signal => this.#find(signal),
    })
  }

  /** Begins the download of the release that was found; its progress and end are events. */
  download(): void {
    const offer = this.#offer
    if (offer?.way.kind !== 'download' || !this.#deps.memory.read().isOn) return
    const { release, manifest, way } = offer
    const isBegun = this.#run({
      during: { kind: 'downloading', release, bytes: 0 },
      failed: why => this.#offerAgain(why),
      stopped: () =>
        this.#offer === offer ? this.#offerAgain(new UpdateRefused('cancelled')) : { kind: 'idle' },
      run: signal => this.#fetchFile({ release, manifest, way }, signal),
    })
    isBegun.catch(this.#deps.log)
  }

  /** Stops what is under way; what has arrived of a download is kept. */
  cancel(): void {
    this.#stop.abort()
    this.#stop = new AbortController()
  }

  /** Replaces the program, or opens the installer, once the file is verified again. */
  async install(): Promise<void> {
    const download = this.#download
    if (download === undefined) return
    await this.#run({
      during: this.#status,
      // A file that was not the signed one is gone, so it is offered for download.
      failed: why =>
        (this.#download && this.#describeFound({ step: 'install', ...toProblem(why) })) ??
        this.#offerAgain(why),
      stopped: () => this.#describeFound(null) ?? { kind: 'idle' },
      run: async signal => {
        this.#assertUsable()
        await this.#putInPlace(download, signal)
        this.#download = { ...download, isInstalled: true }
        return describeDownload(this.#download, null)
      },
    })
  }

  async openPage(): Promise<void> {
    await this.#deps.openPage(this.#deps.source.page)
  }

  async #checkByItself(): Promise<void> {
    const { version: seen } = this.#deps.memory.read()
    await this.check()
    const status = this.#status
    if (status.kind === 'available' && status.failed === null && status.release.version !== seen)
      this.emit('found', status.release)
  }

  async #find(signal: AbortSignal): Promise<UpdateStatus> {
    const { http, source, memory, version, place } = this.#deps
    if (!hasKeys(source)) throw new UpdateRefused('no-release-keys')
    const text = await fetchManifest(http, source.manifest, signal)
    signal.throwIfAborted()
    const accepted = readManifest(text, { keys: source, version, memory: memory.read(), now: this.#now() })
    memory.write(accepted.memory)
    const { manifest } = accepted
    if (compareVersions(manifest.version, version) === 0) {
      this.#forget()
      return { kind: 'newest' }
    }
    const way = await chooseWay(manifest, place)
    signal.throwIfAborted()
    const { releasedAt, notes } = manifest
    const size = way.kind === 'download' ? way.file.size : null
    const release = { version: manifest.version, releasedAt, notes, size }
    this.#adopt({ release, manifest, way })
    return this.#describeFound(null) ?? { kind: 'idle' }
  }

  #forget(): void {
    this.#offer = undefined
    this.#download = undefined
  }

  /** A file that was downloaded already stays so. */
  #adopt(offer: Offer): void {
    const { release, way } = offer
    const had = this.#download
    const isSame =
      way.kind === 'download' &&
      had?.way.file.name === way.file.name &&
      had.way.file.sha512 === way.file.sha512
    this.#offer = offer
    this.#download = isSame ? { ...had, release, way } : undefined
  }

  /** Asked before the release that was found is offered, downloaded or installed. */
  #findProblem(): UpdateProblem | undefined {
    return this.#offer && findProblem(this.#offer.manifest, this.#deps.memory.read(), this.#now())
  }

  #assertUsable(): void {
    const problem = this.#findProblem()
    if (problem !== undefined) throw new UpdateRefused(problem)
  }

  /** Status of what the checks so far have found; undefined when that is nothing that may be used. */
  #describeFound(failed: FailedStep | null): UpdateStatus | undefined {
    if (this.#offer === undefined || this.#findProblem() !== undefined) return undefined
    if (this.#download !== undefined) return describeDownload(this.#download, failed)
    const { release, way } = this.#offer
    const pageReason = way.kind === 'page' ? way.reason : null
    return { kind: 'available', release, failed, pageReason }
  }

  /** A failure beside which the release can be downloaded again, if it may still be used. */
  #offerAgain(why: UpdateRefused): UpdateStatus {
    const isUsable = this.#findProblem() === undefined
    return toFailed(why, (isUsable && this.#offer?.release) || null)
  }

  async #fetchFile({ release, manifest, way }: DownloadOffer, signal: AbortSignal): Promise<UpdateStatus> {
    this.#assertUsable()
    let pushedAt = 0
    const onProgress = (bytes: number) => {
      if (signal.aborted || this.#now() - pushedAt < progressMs) return
      pushedAt = this.#now()
      this.#set({ kind: 'downloading', release, bytes })
    }
    const { http, folder } = this.#deps
    const path = await downloadRelease({ http, folder, manifest, file: way.file, signal, onProgress })
    signal.throwIfAborted()
    this.#download = { path, release, way, isInstalled: false }
    return describeDownload(this.#download, null)
  }

  async #putInPlace({ path, way }: Download, signal: AbortSignal): Promise<void> {
    const { file, replaces } = way
    if (!(await isVerified(path, file, signal))) {
      await removeAny(path)
      this.#download = undefined
      throw new UpdateRefused('wrong-content')
    }
    signal.throwIfAborted()
    if (replaces === null) await this.#deps.openFile(path)
    else await replaceProgram({ download: path, program: replaces, file, signal })
  }

  /** Runs one thing at a time; one that was stopped ends before the next begins. */
  async #run({ during, failed, stopped, run }: Work): Promise<void> {
    if (this.#work?.signal.aborted === true) await this.#work.end
    if (this.#work !== undefined) return
    const { signal } = this.#stop
    this.#set(during)
    const end = run(signal).then(
      status => this.#end(status),
      (error: unknown) => {
        if (signal.aborted) this.#end(stopped())
        else this.#end(failed(this.#toRefused(error)))
      },
    )
    this.#work = { end, signal }
    await end
  }

  #end(status: UpdateStatus): void {
    this.#work = undefined
    this.#set(status)
  }

  #toRefused(error: unknown): UpdateRefused {
    this.#deps.log(error)
    return error instanceof UpdateRefused ? error : new UpdateRefused('unexpected')
  }

  #set(status: UpdateStatus): void {
    this.#status = status
    this.emit('changed', this.state())
  }
}

const toProblem = ({ problem, sentence }: UpdateRefused) => ({ problem, sentence })

const toFailed = (why: UpdateRefused, release: Release | null): UpdateStatus => ({
  kind: 'failed',
  release,
  ...toProblem(why),
})
