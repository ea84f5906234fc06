/**
 * The interface for scripts: its tokens, what scripts did, and while it is on, the server on the user's own socket. One
 * for the whole program.
 */
import type { Handlers } from '../../shared/contract.ts'
import { Refusal, toScriptSentence } from '../../shared/failure.ts'
import type { AutomationState } from '../../shared/model/settings/automation.ts'
import { Coalescer } from '../async/coalescer.ts'
import { SerialQueue } from '../async/serial-queue.ts'
import type { AutomationCalls } from '../bridge/handlers/automation.ts'
import type { Database } from '../storage/database.ts'
import { ActivityLog } from './activity-log.ts'
import { createOpenApi } from './open-api.ts'
import { ScriptAccess } from './script-access.ts'
import { ScriptServer } from './script-server.ts'
import { ScriptStore } from './script-store.ts'
import { findSocketPath } from './socket-place.ts'

export interface LocalApiDeps {
  readonly database: Database
  readonly log: (error: unknown) => string
  /** The handlers that answer the window. */
  readonly handlers: () => Handlers
  /** The user's choice. */
  readonly isOn: () => boolean
  readonly setOn: (isOn: boolean) => void
  readonly onChanged: (state: AutomationState) => void
  /** Path of the socket, in tests. */
  readonly path?: string
}

export class LocalApi {
  readonly #deps: LocalApiDeps
  readonly #access: ScriptAccess
  readonly #activity: ActivityLog
  readonly #queue = new SerialQueue()
  /** Scripts can ask a thousand times a second. */
  readonly #push = new Coalescer(() => this.#deps.onChanged(this.state()), 1_000)
  #server: ScriptServer | undefined
  #document: string | undefined
  #problem: string | null = null
  #isClosed = false

  constructor(deps: LocalApiDeps) {
    this.#deps = deps
    const store = new ScriptStore(deps.database)
    this.#access = new ScriptAccess(store)
    this.#activity = new ActivityLog(store, deps.log)
    this.#access.on('changed', () => deps.onChanged(this.state()))
  }

  state(): AutomationState {
    const tokens = this.#access.tokens().map(token => ({
      ...token,
      lastUsedAt: this.#activity.lastUsedAt(token.id) ?? token.lastUsedAt,
    }))
    return {
      isOn: this.#deps.isOn(),
      socket: this.#server?.path ?? null,
      problem: this.#problem,
      tokens,
      waiting: this.#access.waiting(),
    }
  }

  /** Calls a minute that a token may spend; null for one that may spend none. */
  shareOf(tokenId: string): number | null {
    return this.#access.tokens().find(({ id }) => id === tokenId)?.callsPerMinute ?? null
  }

  readonly calls: AutomationCalls = {
    setOn: async ({ isOn }) => {
      this.#deps.setOn(isOn)
      await this.follow()
      return this.state()
    },
    createToken: draft => ({ token: this.#access.create(draft), state: this.state() }),
    revokeToken: ({ id }) => {
      this.#access.revoke(id)
      return this.state()
    },
    answer: ({ tokenId, scope, isAllowed }) => {
      this.#access.answer(tokenId, scope, isAllowed)
      return this.state()
    },
    activity: ({ before, limit }) => this.#activity.page(before, limit),
  }

  /** Opens or closes the server, as the user chose. Never rejects. */
  follow(): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#isClosed) return
      this.#server?.close()
      this.#server = undefined
      this.#problem = null
      if (this.#deps.isOn()) await this.#open()
      this.#deps.onChanged(this.state())
    })
  }

  /** Sends an event to the scripts that follow it. */
  announce(area: string, verb: string, payload: unknown): void {
    this.#server?.streams.announce(area, verb, payload)
  }

  /** True when a script follows this event. */
  follows(name: string): boolean {
    return this.#server?.streams.follows(name) ?? false
  }

  close(): void {
    this.#isClosed = true
    this.#push.cancel()
    this.#server?.close()
    this.#activity.save()
  }

  async #open(): Promise<void> {
    const { handlers, log, path = findSocketPath() } = this.#deps
    const server = new ScriptServer({
      ...{ path, access: this.#access, handlers: handlers(), log },
      document: () => (this.#document ??= createOpenApi()),
      onAction: action => {
        this.#activity.add(action)
        this.#push.request()
      },
    })
    try {
      await server.open()
      if (this.#isClosed) server.close()
      else this.#server = server
    } catch (error) {
      server.close()
      this.#problem = describe(error, log)
    }
  }
}

function describe(error: unknown, log: LocalApiDeps['log']): string {
  return toScriptSentence(
    error instanceof Refusal ? error.failure : { kind: 'internal', reference: log(error) },
  )
}
