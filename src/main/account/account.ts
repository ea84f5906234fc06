/**
 * The service profiles, the one in use, and its key. The key leaves only through `keys.current`, which `caller.ts` calls
 * at the moment of a call; one refused key stops all calls until it changes.
 */
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { Refusal } from '../../shared/failure.ts'
import {
  demoProfileId,
  type AccountState,
  type Profile,
  type ProfileDraft,
  type ProfileFileChange,
} from '../../shared/model/settings/profile.ts'
import { KeyRing } from './key-ring.ts'
import { KeychainUnavailable, type KeyVault } from './key-vault.ts'
import type { SettingsFile } from './stored-settings.ts'
import { readProfileAddress, toOrigin } from '../../shared/model/settings/service-address.ts'
import { cleanName, demoName } from './profile-names.ts'
import { openSavedKeys } from './stored-preferences.ts'

/** The demo's server, started when its profile is first used. */
export interface DemoService {
  readonly profile: Profile
  readonly key: string
  readonly books: readonly { readonly id: string; readonly name: string }[]
}

export interface AccountOptions {
  readonly settings: SettingsFile
  readonly vault: KeyVault
  readonly startDemo: () => Promise<DemoService>
}

/**
 * `removed`: a profile was removed. `switched`: another profile is in use. `opened`: the key of the profile in use was
 * read and its service can be called. `resumed`: calls that waited for a key may be sent, by another key or the same.
 */
interface AccountEvents {
  changed: []
  removed: [profileId: string]
  switched: []
  opened: []
  resumed: [isOtherKey: boolean]
}

const keyPattern = /^[\x21-\x7e]+$/

export class Account extends EventEmitter<AccountEvents> {
  readonly keys: KeyRing
  readonly #settings: SettingsFile
  readonly #startDemo: () => Promise<DemoService>
  readonly #notices: string[] = []
  #demo: DemoService | undefined
  /**
   * Draft of a profile file that names new hosts. It waits until the user has answered, or until it is certain that no
   * key would be sent to them.
   */
  #fileDraft: { readonly id: string; readonly draft: ProfileDraft; readonly isAsked: boolean } | undefined
  #opening: Promise<void> = Promise.resolve()

  constructor({ settings, vault, startDemo }: AccountOptions) {
    super()
    this.#settings = settings
    const savedKeys = openSavedKeys(settings)
    this.keys = new KeyRing({ vault, savedKeys, onRefused: () => this.emit('changed') })
    this.#startDemo = startDemo
    if (settings.notice !== undefined) this.#notices.push(settings.notice)
    settings.onUnsaved(sentence => {
      if (sentence === undefined) this.emit('changed')
      else this.addNotice(sentence)
    })
    if (!this.isDemo && !settings.read().profiles.some(({ id }) => id === this.activeId))
      settings.write({ activeProfileId: demoProfileId })
  }

  get activeId(): string {
    return this.#settings.read().activeProfileId
  }

  get isDemo(): boolean {
    return this.activeId === demoProfileId
  }

  /** True if the profile in use has a feed to fetch. */
  get hasFeed(): boolean {
    return this.isDemo || this.#own(this.activeId).feed !== null
  }

  /** Port of the demo's own server while the demo is in use. */
  get demoPort(): string | null {
    return this.isDemo && this.#demo !== undefined ? new URL(this.#demo.profile.queue).port : null
  }

  /** The demo's books: its feed is fetched book by book. */
  get demoBooks(): DemoService['books'] {
    return this.isDemo ? (this.#demo?.books ?? []) : []
  }

  state(): AccountState {
    const { profiles } = this.#settings.read()
    return {
      profiles: [...profiles],
      activeId: this.activeId,
      activeName: this.isDemo ? demoName : this.#own(this.activeId).name,
      isDemo: this.isDemo,
      // The demo creates its key when it starts, so the user has nothing to enter.
      keyStatus: this.isDemo ? { kind: 'demo' } : this.keys.status(this.activeId),
      notices: [...this.#notices],
      ...(this.#settings.isUnsaved && { isUnsaved: true }),
      ...(this.#fileDraft?.isAsked === true && { fileChange: this.#describeFileChange(this.#fileDraft) }),
    }
  }

  /** The profile in use with its addresses, once its service can be called. */
  async profile(): Promise<Profile> {
    await this.#opening
    if (!this.isDemo) return this.#own(this.activeId)
    if (this.#demo !== undefined) return this.#demo.profile
    throw new Refusal({ kind: 'not-found', what: 'the demo’s odds service' })
  }

  /** Reads the active profile's key, or starts the demo. Called once at start, and by each switch. */
  open(): Promise<void> {
    const opening = this.isDemo ? this.#openDemo() : this.#openOwn(this.activeId)
    this.#opening = opening
    return opening.then(
      () => {
        this.emit('changed')
        if (this.#opening === opening) this.emit('opened')
      },
      (error: unknown) => {
        // The key is no longer being read.
        this.emit('changed')
        throw error
      },
    )
  }

  /** Makes a profile the one in use without opening it. Throws Refusal when there is none of this id. */
  choose(id: string): void {
    if (id !== demoProfileId) this.#own(id)
    this.#settings.write({ activeProfileId: id })
  }

  use(id: string): void {
    // Opening the profile again applies the new hosts of its file, or asks the user about them.
    if (id === this.activeId && this.#fileDraft?.id === id && !this.#fileDraft.isAsked) void this.open()
    if (id === this.activeId) return
    this.choose(id)
    void this.open()
    this.emit('switched')
    this.emit('changed')
  }

  /** Adds a profile, or changes the one with this id. Throws Refusal (invalid) that names the invalid field. */
  save(id: string | null, typed: ProfileDraft): Profile {
    const draft = { ...typed, name: cleanName(typed.name) }
    checkDraft(draft)
    const { profiles } = this.#settings.read()
    if (draft.name === demoName || profiles.some(other => other.name === draft.name && other.id !== id))
      throw invalid('name', 'Another profile has this name. Choose a new one.')
    const profile: Profile = { ...draft, id: id ?? `p-${randomBytes(6).toString('hex')}` }
    const others =
      id === null ? [...profiles, profile] : profiles.with(profiles.indexOf(this.#own(id)), profile)
    this.#settings.write({ profiles: others })
    this.emit('changed')
    return profile
  }

  /**
   * Adds a profile read from a file, or changes the one of the same name. Other hosts wait until the profile is opened:
   * with a key, the user is asked.
   */
  saveByName(draft: ProfileDraft): Profile {
    const known = this.#settings.read().profiles.find(({ name }) => name === cleanName(draft.name))
    if (known === undefined || findNewHosts(known, draft).length === 0)
      return this.save(known?.id ?? null, draft)
    checkDraft(draft)
    if (this.#fileDraft !== undefined)
      throw invalid('name', 'Choose the old or new hosts first, then open this profile file again.')
    this.#fileDraft = { id: known.id, draft, isAsked: false }
    return known
  }

  /**
   * Applies or discards the new hosts of a profile file. Throws Refusal, and changes nothing, when the old key may
   * still be stored.
   */
  async answerFileChange(apply: boolean): Promise<void> {
    const change = this.#fileDraft
    if (change === undefined)
      throw new Refusal({ kind: 'not-found', what: 'the question about a profile file' })
    if (apply) await this.#eraseKey(change.id)
    this.#fileDraft = undefined
    if (apply) this.save(change.id, change.draft)
    this.emit('changed')
  }

  async remove(id: string): Promise<void> {
    this.#own(id)
    if (id === this.#fileDraft?.id) this.#fileDraft = undefined
    if (id === this.activeId) this.use(demoProfileId)
    this.#settings.write({ profiles: this.#settings.read().profiles.filter(profile => profile.id !== id) })
    this.emit('removed', id)
    await this.#forget(id)
  }

  /** Keeps a key for the profile in use; calls that waited for one go on. */
  async setKey(key: string): Promise<void> {
    if (!keyPattern.test(key))
      throw invalid('key', 'API keys have no spaces or special characters. Copy it again.')
    const isOtherKey = await this.keys.set(this.#ownActive(), key)
    this.emit('changed')
    this.emit('resumed', isOtherKey)
  }

  /**
   * Reads the saved key again after the user has unlocked the keychain; calls that waited for it go on. Throws Refusal
   * (invalid) when there is still no key.
   */
  async readKey(): Promise<void> {
    const id = this.#ownActive()
    await this.#useKeychain(this.keys.read(id), readAdvice).finally(() => this.emit('changed'))
    const { kind } = this.keys.status(id)
    if (kind === 'missing' || kind === 'unreadable')
      throw invalid('key', 'The system keychain is still locked, or it no longer has your key.')
    this.emit('resumed', false)
  }

  async removeKey(): Promise<void> {
    await this.#forget(this.#ownActive())
  }

  /** Shows the user a problem that none of their actions caused. */
  addNotice(sentence: string): void {
    this.#notices.push(sentence)
    this.emit('changed')
  }

  #own(id: string): Profile {
    const found = this.#settings.read().profiles.find(profile => profile.id === id)
    if (found === undefined) throw new Refusal({ kind: 'not-found', what: 'this service profile' })
    return found
  }

  #ownActive(): string {
    if (!this.isDemo) return this.activeId
    throw invalid('key', 'The demo doesn’t need a key. Create a profile to use yours.')
  }

  async #openDemo(): Promise<void> {
    try {
      this.#demo ??= await this.#startDemo()
      this.keys.hold(demoProfileId, { key: this.#demo.key, status: { kind: 'demo' } })
    } catch {
      this.#notices.push(
        'The demo’s odds service didn’t start. Restart Parlay Desk, or use your own profile.',
      )
    }
  }

  async #openOwn(id: string): Promise<void> {
    const hasAnswered = await this.#useKeychain(this.keys.read(id), readAdvice)
    if (this.#fileDraft?.id !== id) return
    const { draft } = this.#fileDraft
    const hasNoKey = hasAnswered && this.keys.status(id).kind === 'missing'
    this.#fileDraft = hasNoKey ? undefined : { id, draft, isAsked: true }
    if (hasNoKey) this.save(id, draft)
  }

  #describeFileChange({ id, draft }: { id: string; draft: ProfileDraft }): ProfileFileChange {
    const known = this.#own(id)
    return { name: known.name, hosts: findNewHosts(known, draft) }
  }

  async #eraseKey(id: string): Promise<void> {
    try {
      await this.keys.erase(id)
    } catch (error) {
      if (!(error instanceof KeychainUnavailable)) throw error
      const advice = 'Nothing was changed. Unlock your keychain and try again, or add a new profile.'
      throw invalid('key', `${error.message} ${advice}`)
    }
  }

  #forget(id: string): Promise<unknown> {
    const advice = 'Remove it from your keychain yourself.'
    return this.#useKeychain(this.keys.forget(id), advice).finally(() => this.emit('changed'))
  }

  /** Shows a notice with this advice and returns false when the keychain does not answer. */
  async #useKeychain(use: Promise<void>, advice: string): Promise<boolean> {
    try {
      await use
      return true
    } catch (error) {
      if (!(error instanceof KeychainUnavailable)) throw error
      this.#notices.push(`${error.message} ${advice}`)
      return false
    }
  }
}

const readAdvice = 'If you saved a key, unlock the keychain and restart Parlay Desk.'

const invalid = (field: string, sentence: string) => new Refusal({ kind: 'invalid', field, sentence })

const addressFields = ['pricing', 'queue', 'grader', 'feed'] as const

/** Throws Refusal (invalid) for the first invalid field. */
function checkDraft(draft: ProfileDraft): void {
  if (draft.name === '') throw invalid('name', 'Enter a name.')
  for (const field of addressFields) {
    const address = draft[field]
    if (address === null) continue
    const check = readProfileAddress(field, address)
    if (!check.ok) throw invalid(field, check.sentence)
  }
}

/** The addresses of a draft that lead to another host, or to the same one by another scheme. */
function findNewHosts(known: ProfileDraft, draft: ProfileDraft): ProfileFileChange['hosts'] {
  return addressFields.flatMap(field => {
    const [before, after] = [known[field], draft[field]].map(each => (each === null ? null : toOrigin(each)))
    return after == null || after === before ? [] : [{ field, before: before ?? null, after }]
  })
}
