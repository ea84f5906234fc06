/**
 * The interface for scripts: its tokens, what scripts did, and while it is on, the server on the user's own socket. One
 * for the whole program.
 */
import type { AutomationState } from '../../shared/model/settings/automation.ts'
import type { AutomationCalls } from '../bridge/handlers/automation.ts'
import type { Database } from '../storage/database.ts'
import { ActivityLog } from './activity-log.ts'
import { ScriptAccess } from './script-access.ts'
import { ScriptStore } from './script-store.ts'

export interface LocalApiDeps {
  readonly database: Database
  readonly log: (error: unknown) => unknown
  /** The user's choice. */
  readonly isOn: () => boolean
  readonly setOn: (isOn: boolean) => void
  readonly onChanged: (state: AutomationState) => void
}

export class LocalApi {
  readonly #deps: LocalApiDeps
  readonly #access: ScriptAccess
  readonly #activity: ActivityLog

  constructor(deps: LocalApiDeps) {
    this.#deps = deps
    const store = new ScriptStore(deps.database)
    this.#access = new ScriptAccess({ store })
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
      socket: null,
      problem: null,
      tokens,
      waiting: this.#access.waiting(),
    }
  }

  readonly calls: AutomationCalls = {
    setOn: ({ isOn }) => {
      this.#deps.setOn(isOn)
      this.#deps.onChanged(this.state())
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

  close(): void {
    this.#activity.save()
  }
}
