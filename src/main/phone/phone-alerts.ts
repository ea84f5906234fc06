/** Sends alerts to the user's phones: manages the targets, and the messages to them. */
import { EventEmitter } from 'node:events'
import { randomBytes, randomUUID } from 'node:crypto'
import { invalidInput, Refusal } from '../../shared/failure.ts'
import {
  maxPhoneTargets,
  type PhoneState,
  type PhoneTarget,
  type PhoneTargetDraft,
  type PhoneTestResult,
} from '../../shared/model/settings/phone.ts'
import { cleanText } from '../../shared/clean-text.ts'
import { KeychainUnavailable } from '../account/key-vault.ts'
import { Coalescer } from '../async/coalescer.ts'
import type { Http } from '../odds-service/http.ts'
import { explainStorageError } from '../storage/storage-failure.ts'
import { PhoneSender } from './phone-sender.ts'
import type { PhoneStore, StoredTarget } from './phone-store.ts'
import { createSendMessage, type SendMessage, type SendResult } from './send-message.ts'
import { readTarget } from './target-secret.ts'
import type { TargetSecrets } from './target-secrets.ts'

export interface PhoneAlertsDeps {
  readonly store: PhoneStore
  readonly secrets: TargetSecrets
  readonly http: Pick<Http, 'send'>
  readonly log: (error: unknown) => unknown
  readonly now?: () => number
  /** Limit of one attempt. */
  readonly timeoutMs?: number
  /** Pauses between attempts, in ms; the standard ones by default. */
  readonly pausesMs?: readonly number[]
}

/** A message to every target that is on, about alerts that fired together. */
export interface AlertMessage {
  readonly firedIds: readonly number[]
  readonly title: string
  readonly body: string
}

/** `problem`: a sentence about a problem that no action of the user caused. */
interface PhoneEvents {
  changed: [PhoneState]
  problem: [string]
}

const frameMs = 16
const maxTitle = 200
const maxBody = 1_000
const names = { ntfy: 'ntfy', discord: 'Discord', telegram: 'Telegram', webhook: 'Webhook' } as const

export class PhoneAlerts extends EventEmitter<PhoneEvents> {
  readonly #deps: PhoneAlertsDeps
  readonly #now: () => number
  readonly #send: SendMessage
  readonly #sender: PhoneSender
  /** Targets whose secret is missing. */
  readonly #lost = new Set<string>()
  /** Targets whose secret is held until the end of the session. */
  readonly #added = new Set<string>()
  readonly #pushing = new Coalescer(() => this.emit('changed', this.state()), frameMs)
  #isSaved = true

  constructor(deps: PhoneAlertsDeps) {
    super()
    this.#deps = deps
    this.#now = deps.now ?? Date.now
    const send = createSendMessage({ ...deps, now: this.#now })
    this.#send = async (targetId, ...message) => this.#noteSecret(targetId, await send(targetId, ...message))
    this.#sender = new PhoneSender({
      store: deps.store,
      send: this.#send,
      now: this.#now,
      pausesMs: deps.pausesMs,
      onMoved: () => this.#pushing.request(),
      onError: error => this.#reportStuck(error),
    })
  }

  /** Reads targets and messages, and sends the waiting ones. */
  open(): void {
    try {
      this.#deps.store.open(this.#now())
    } catch (error) {
      this.#reportStuck(error)
    }
    this.#pushing.request()
    this.#sender.wake()
  }

  close(): void {
    this.#sender.close()
    this.#pushing.cancel()
  }

  state(): PhoneState {
    const { store } = this.#deps
    return {
      targets: store.targets().map(target => this.#toTarget(target)),
      deliveries: store
        .deliveries()
        .map(({ id, targetName, firedIds, state, at }) => ({ id, targetName, firedIds, state, at })),
    }
  }

  /**
   * Adds a target that is on; nothing is sent to it until its host is approved. Throws Refusal, and then stores
   * nothing.
   */
  async add(draft: PhoneTargetDraft): Promise<void> {
    const { store, secrets } = this.#deps
    if (store.targets().length >= maxPhoneTargets)
      throw invalidInput('name', `You have ${maxPhoneTargets} already. Remove one first.`)
    const { secret, host } = readTarget(draft)
    const id = `t-${randomBytes(6).toString('hex')}`
    const name = cut(cleanText(draft.name), 60) || names[draft.kind]
    const isApproved = store.targets().some(target => target.host === host && target.isApproved)
    const isKept = await secrets.write(id, secret)
    try {
      store.addTarget({ id, kind: draft.kind, name, host, isApproved, isOn: true, isKept }, this.#now())
    } catch (error) {
      await secrets.remove(id).catch(() => {})
      throw error
    }
    this.#added.add(id)
    this.#pushing.runNow()
  }

  /** Approves calls to this target's host, for the user. */
  approve(id: string): void {
    const { host } = this.#deps.store.target(id)
    for (const target of this.#deps.store.targets())
      if (target.host === host) this.#deps.store.changeTarget(target.id, { isApproved: true })
    this.#pushing.runNow()
  }

  setOn(id: string, isOn: boolean): void {
    this.#deps.store.changeTarget(id, { isOn })
    if (!isOn) this.#deps.store.endWaiting(id, { kind: 'turned-off' }, this.#now())
    this.#pushing.runNow()
  }

  async remove(id: string): Promise<void> {
    const { store, secrets } = this.#deps
    const { name } = store.target(id)
    store.endWaiting(id, { kind: 'turned-off' }, this.#now())
    store.removeTarget(id)
    this.#pushing.runNow()
    try {
      await secrets.remove(id)
    } catch (error) {
      if (!(error instanceof KeychainUnavailable)) throw error
      this.emit(
        'problem',
        `Your keychain may still hold the address of ${name}. Remove ${id} there yourself.`,
      )
    }
  }

  /** Sends a test message now, without a retry. Throws Refusal when the host is not approved. */
  async test(id: string): Promise<PhoneTestResult> {
    const { isApproved } = this.#deps.store.target(id)
    if (!isApproved) throw invalidInput('target', 'Allow its host first.')
    const message = {
      title: 'Parlay Desk',
      body: 'Test: your alerts will arrive here.',
      firedAt: this.#now(),
    }
    const result = await this.#send(id, { ...message, uid: randomUUID() }, () => {})
    return result.kind === 'retry' ? { kind: 'failed', reason: result.reason } : result
  }

  /** Sends messages to all targets that are on, with retries until they are delivered or too old. */
  send(messages: readonly AlertMessage[]): void {
    const targets = this.#deps.store.targets().filter(({ isOn, isApproved }) => isOn && isApproved)
    if (targets.length === 0 || messages.length === 0) return
    const firedAt = this.#now()
    const added = targets.flatMap(target =>
      messages.map(({ firedIds, title, body }) => ({
        ...{
          uid: randomUUID(),
          targetId: target.id,
          targetName: target.name,
          firedIds: [...firedIds],
          firedAt,
        },
        ...{ title: cut(title, maxTitle), body: cut(body, maxBody) },
      })),
    )
    try {
      this.#deps.store.add(added, firedAt)
      this.#isSaved = true
    } catch (error) {
      this.#reportStuck(error)
    }
    this.#pushing.request()
    this.#sender.wake()
  }

  #toTarget({ id, kind, name, host, isApproved, isOn, isKept }: StoredTarget): PhoneTarget {
    const isMissing = this.#lost.has(id) || (!isKept && !this.#added.has(id))
    const secretStatus = isMissing ? 'missing' : isKept ? 'keychain' : 'session'
    return { id, kind, name, host, isApproved, isOn, secretStatus }
  }

  #noteSecret(id: string, result: SendResult): SendResult {
    if (result.kind === 'failed' && result.reason.kind === 'no-secret') {
      this.#lost.add(id)
      this.#pushing.request()
    }
    return result
  }

  /** Reports that messages cannot be stored, once until it works again. */
  #reportStuck(error: unknown): void {
    const sentence = explainStorageError(error)
    if (sentence === undefined || !(error instanceof Refusal)) this.#deps.log(error)
    if (this.#isSaved)
      this.emit('problem', `Alerts can’t be sent to your phone now. ${sentence ?? 'The log says why.'}`)
    this.#isSaved = false
  }
}

/** Cut by whole characters. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
