/**
 * Tokens of scripts, and the user's yes to what they ask. A token is shown once and kept as a hash. Spending calls and
 * recording tickets wait for a yes at a token's first use in each run of the program.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { cleanText } from '../../shared/clean-text.ts'
import { invalidInput } from '../../shared/failure.ts'
import {
  maxQuestionMs,
  askedScopes,
  maxScripts,
  type Scope,
  type ScriptToken,
  type ScriptTokenDraft,
  type WaitingScript,
} from '../../shared/model/settings/automation.ts'
import type { ScriptStore, StoredToken } from './script-store.ts'

/** After a no, the user is not asked about the same for this long. */
const noHoldsMs = 5 * 60_000
const tokenBytes = 32

const toHash = (token: string) => createHash('sha256').update(token).digest()

interface Question {
  readonly waiting: WaitingScript
  readonly answered: PromiseWithResolvers<boolean>
}

/** `revoked`: a token ended. `changed`: tokens or questions. */
interface AccessEvents {
  changed: []
  revoked: [tokenId: string]
}

export class ScriptAccess extends EventEmitter<AccessEvents> {
  readonly #store: ScriptStore
  /** By id, oldest first. */
  readonly #tokens: Map<string, StoredToken>
  readonly #questions = new Map<string, Question>()
  readonly #allowed = new Set<string>()
  /** Time of each no. */
  readonly #refusedAt = new Map<string, number>()

  constructor(store: ScriptStore) {
    super()
    this.#store = store
    this.#tokens = new Map(store.tokens().map(token => [token.id, token]))
  }

  tokens(): ScriptToken[] {
    return [...this.#tokens.values()].map(({ hash: _, ...token }) => token)
  }

  waiting(): WaitingScript[] {
    return [...this.#questions.values()].map(({ waiting }) => waiting)
  }

  /** Makes a token; its text is returned here only. Throws Refusal. */
  create({ name: typed, scopes, callsPerMinute }: ScriptTokenDraft): string {
    const name = cleanText(typed)
    const isTaken = this.#tokens.values().some(token => token.name === name)
    if (name === '') throw invalidInput('name', 'Name the script.')
    if (isTaken) throw invalidInput('name', 'Another script has this name. Choose a new one.')
    if (this.#tokens.size >= maxScripts)
      throw invalidInput('name', `At most ${maxScripts} scripts. Revoke one that you no longer use.`)
    const text = `pd_${randomBytes(tokenBytes).toString('base64url')}`
    const token: StoredToken = {
      id: `s-${randomBytes(6).toString('hex')}`,
      name,
      hash: toHash(text).toString('hex'),
      scopes: [...new Set(scopes)],
      callsPerMinute,
      createdAt: Date.now(),
      lastUsedAt: null,
    }
    this.#store.addToken(token)
    this.#tokens.set(token.id, token)
    this.emit('changed')
    return text
  }

  revoke(id: string): void {
    if (!this.#tokens.has(id)) return
    this.#store.removeToken(id)
    this.#tokens.delete(id)
    for (const [key, { waiting, answered }] of this.#questions) {
      if (waiting.tokenId !== id) continue
      this.#questions.delete(key)
      answered.resolve(false)
    }
    this.emit('revoked', id)
    this.emit('changed')
  }

  /** The token with this text; compared in constant time, so that no answer's time says how much of it is right. */
  find(text: string): StoredToken | undefined {
    const hash = toHash(text)
    let found: StoredToken | undefined
    for (const token of this.#tokens.values())
      if (timingSafeEqual(hash, Buffer.from(token.hash, 'hex'))) found = token
    return found
  }

  /**
   * Resolves once the token may use the scope in this run: `yes`, or a sentence that says why not. Waits for the user
   * where that is needed; the question stays on screen when the script no longer waits.
   */
  async ask({ id, name }: Pick<StoredToken, 'id' | 'name'>, scope: Scope): Promise<'yes' | WhyNot> {
    const key = `${id} ${scope}`
    if (!this.#tokens.has(id)) return { sentence: revoked }
    if (!askedScopes.includes(scope) || this.#allowed.has(key)) return 'yes'
    if (Date.now() - (this.#refusedAt.get(key) ?? -Infinity) < noHoldsMs) return { sentence: saidNo }
    const question = this.#put(key, { tokenId: id, name, scope })
    const { promise: late, resolve } = Promise.withResolvers<'late'>()
    const timer = setTimeout(() => resolve('late'), maxQuestionMs)
    const answer = await Promise.race([question.answered.promise, late])
    clearTimeout(timer)
    if (answer === 'late') return { sentence: noAnswer }
    if (!this.#tokens.has(id)) return { sentence: revoked }
    return answer ? 'yes' : { sentence: saidNo }
  }

  /** The user's answer to a question; one that was not asked does nothing. */
  answer(tokenId: string, scope: Scope, isAllowed: boolean): void {
    const key = `${tokenId} ${scope}`
    const question = this.#questions.get(key)
    if (question === undefined) return
    this.#questions.delete(key)
    if (isAllowed) this.#allowed.add(key)
    else this.#refusedAt.set(key, Date.now())
    question.answered.resolve(isAllowed)
    this.emit('changed')
  }

  /** Asks the user, or has the question that is asked already wait for this call too. */
  #put(key: string, asked: Omit<WaitingScript, 'since'>): Question {
    const { answered } = this.#questions.get(key) ?? { answered: Promise.withResolvers<boolean>() }
    const question = { waiting: { ...asked, since: Date.now() }, answered }
    this.#questions.set(key, question)
    this.emit('changed')
    return question
  }
}

export interface WhyNot {
  readonly sentence: string
}
const revoked = 'This token was revoked.'
const saidNo = 'You said no to this script in Parlay Desk.'
const noAnswer = 'Parlay Desk waits for your yes to this script. Say yes there, then try again.'
