/** Parlays that members share, and who is at which: read from the server when it says that they changed. */
import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { z } from 'zod'
import { SelectionKey } from '../../../shared/model/game/selection.ts'
import { Coalescer } from '../../async/coalescer.ts'
import { Repeater, Timer } from '../../async/timer.ts'
import { parseCanonicalJson, toCanonicalJson } from '../log/canonical-json.ts'
import { signLines, verifyLines, type SigningKey } from '../log/signing.ts'
import {
  bePresent,
  putParlay,
  readParlays,
  readPresence,
  removeParlay,
  type At,
  type ServedParlay,
} from '../schema/parlay-calls.ts'
import type { QuoteLink } from './team-quotes.ts'

const Text = z.string().max(500)
const Content = z.strictObject({
  /** Selection keys of the legs, and the parlay in words. */
  keys: z.array(SelectionKey).min(1).max(20),
  title: Text,
  legs: z.array(Text).max(20),
  note: z.string().max(1_000),
})
export type ParlayContent = Readonly<z.infer<typeof Content>>

/** Content and audience: who sees a parlay is its author's word, too. */
const Body = Content.extend({ audience: z.array(z.string()).nullable() })

export interface ReadParlay extends ParlayContent {
  readonly uid: string
  readonly member: string
  /** Null for all members. */
  readonly audience: readonly string[] | null
  /** Epoch ms by this desk's clock. */
  readonly at: number
}

export interface ReadPresence extends At {
  readonly member: string
  readonly sinceAt: number
  readonly endsAt: number
}

/** Names a parlay by its legs, in any order, the same on every desk. */
export const toParlayUid = (keys: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(keys.toSorted())).digest('hex')

interface TeamParlaysDeps {
  readonly team: string
  readonly member: string
  readonly key: SigningKey
  readonly publicKeyOf: (member: string) => string | undefined
  readonly onProblem: (error: unknown) => void
  readonly now?: () => number
}

interface TeamParlaysEvents {
  parlays: []
  presence: []
}

/** A third of the time after which a silent desk is no longer present. */
const renewMs = 10_000

export class TeamParlays extends EventEmitter<TeamParlaysEvents> {
  readonly #deps: TeamParlaysDeps
  readonly #now: () => number
  readonly #renewing = new Repeater()
  readonly #expiring = new Timer(() => void this.#readPresence())
  readonly #readSoon = new Coalescer(() => void this.#readParlays())
  readonly #readPresenceSoon = new Coalescer(() => void this.#readPresence())
  #link: QuoteLink | undefined
  #parlays: readonly ReadParlay[] = []
  #presence: readonly ReadPresence[] = []
  #at: At | undefined

  constructor(deps: TeamParlaysDeps) {
    super()
    this.#deps = deps
    this.#now = deps.now ?? Date.now
  }

  /** Newest first; empty without the server. */
  get parlays(): readonly ReadParlay[] {
    return this.#parlays
  }

  /** Other members; empty without the server. */
  get presence(): readonly ReadPresence[] {
    return this.#presence
  }

  /** Undefined without the server. */
  get link(): QuoteLink | undefined {
    return this.#link
  }

  connect(link: QuoteLink): void {
    this.#link = link
    this.#renewing.start({ firstInMs: 0, everyMs: renewMs, run: () => this.#renew() })
    this.#readSoon.request()
    this.#readPresenceSoon.request()
  }

  disconnect(): void {
    this.#link = undefined
    this.#renewing.stop()
    this.#expiring.stop()
    this.#parlays = []
    this.#presence = []
    this.emit('parlays')
    this.emit('presence')
  }

  /** Called for each notice of the team's server. */
  onNotice(text: string): void {
    if (text === 'parlays') this.#readSoon.request()
    if (text === 'presence') this.#readPresenceSoon.request()
  }

  /** Shares a parlay with these members (null: all). Throws ServerProblem. */
  async share(
    { query }: QuoteLink['writer'],
    content: ParlayContent,
    audience: string[] | null,
  ): Promise<void> {
    const uid = toParlayUid(content.keys)
    const body = toCanonicalJson({ ...content, audience })
    await putParlay(query, { uid, audience, body, signature: this.#sign(uid, body) })
    await this.#readParlays()
  }

  /** Throws ServerProblem. */
  async unshare({ query }: QuoteLink['writer'], keys: readonly string[]): Promise<void> {
    await removeParlay(query, toParlayUid(keys))
    await this.#readParlays()
  }

  /** Says what this desk is at; undefined for nothing. Never rejects. */
  async beAt(at: At | undefined): Promise<void> {
    this.#at = at
    await this.#send()
  }

  async #renew(): Promise<void> {
    if (this.#at !== undefined) await this.#send()
  }

  async #send(): Promise<void> {
    if (this.#link !== undefined)
      await bePresent(this.#link.writer.query, this.#at).catch(this.#deps.onProblem)
  }

  async #readParlays(): Promise<void> {
    const link = this.#link
    if (link === undefined) return
    try {
      const served = await readParlays(link.reader.query)
      this.#parlays = served.flatMap(parlay => this.#check(parlay) ?? [])
      this.emit('parlays')
    } catch (error) {
      this.#deps.onProblem(error)
    }
  }

  /** A presence that is not renewed ends by itself, without a notice. */
  async #readPresence(): Promise<void> {
    const link = this.#link
    if (link === undefined) return
    try {
      const now = this.#now()
      const served = await readPresence(link.reader.query)
      this.#presence = served.map(({ forMs, endsInMs, ...each }) => ({
        ...each,
        sinceAt: now - forMs,
        endsAt: now + endsInMs,
      }))
      this.#expiring.start(Math.min(...served.map(({ endsInMs }) => endsInMs)) + 50)
      this.emit('presence')
    } catch (error) {
      this.#deps.onProblem(error)
    }
  }

  #sign(uid: string, body: string): string {
    const { team, member, key } = this.#deps
    return signLines(key, 'parlay', [team, member, uid, body])
  }

  /** Undefined for a parlay that its member did not sign so. */
  #check({ member, uid, audience, body, signature, ageMs }: ServedParlay): ReadParlay | undefined {
    const publicKey = this.#deps.publicKeyOf(member)
    if (publicKey === undefined) return undefined
    if (!verifyLines(publicKey, signature, 'parlay', [this.#deps.team, member, uid, body])) return undefined
    const { data } = Body.safeParse(parse(body))
    if (data === undefined || toParlayUid(data.keys) !== uid) return undefined
    return { ...data, uid, member, audience, at: this.#now() - ageMs }
  }
}

function parse(text: string): unknown {
  try {
    return parseCanonicalJson(text)
  } catch {
    return undefined
  }
}
