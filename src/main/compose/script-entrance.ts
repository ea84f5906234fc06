/**
 * The entrance of scripts: none of the interface's modules is loaded before it was turned on or a token was made. A desk
 * without scripts never loads them.
 */
import type { Handlers } from '../../shared/contract.ts'
import { noAutomation, type AutomationState } from '../../shared/model/settings/automation.ts'
import type { AutomationCalls, OfferedAutomation } from '../bridge/handlers/automation.ts'
import type { Database } from '../storage/database.ts'

/** The interface once its modules are loaded. */
interface OpenedScripts {
  readonly calls: AutomationCalls
  state(): AutomationState
  /** Opens or closes the server, as the user chose. */
  follow(): Promise<void>
  announce(area: string, verb: string, payload: unknown): void
  /** Calls a minute that a script may spend, by the id of its token. */
  shareOf(tokenId: string): number | null
  /** Files and connections are closed when this returns. */
  close(): void
}

export interface ScriptEntrance extends OfferedAutomation, Pick<OpenedScripts, 'announce' | 'shareOf'> {
  /** Sets the handlers that answer the window, which also answer scripts. Called before any call. */
  answerWith(handlers: Handlers): void
  /** Opens the interface, if it is on or has tokens. */
  start(): Promise<void>
  close(): void
}

export interface ScriptEntranceDeps {
  readonly isOn: () => boolean
  /** The desk's file. */
  readonly database: Database
  readonly load: (handlers: () => Handlers) => Promise<OpenedScripts>
}

export function createScriptEntrance({ isOn, database, load }: ScriptEntranceDeps): ScriptEntrance {
  let opened: OpenedScripts | undefined
  let isClosed = false
  let given: Handlers
  let loading: Promise<OpenedScripts> | undefined
  const open = async () => {
    // A failure is tried again, not kept.
    loading ??= load(() => given).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    opened = await loading
    if (isClosed) opened.close()
    return opened
  }
  return {
    state: () => opened?.state() ?? noAutomation,
    open: async () => (await open()).calls,
    announce: (area, verb, payload) => opened?.announce(area, verb, payload),
    shareOf: tokenId => opened?.shareOf(tokenId) ?? null,
    answerWith: handlers => {
      given = handlers
    },
    async start() {
      if (isOn() || hasTokens(database)) await (await open()).follow()
    },
    close() {
      isClosed = true
      opened?.close()
    },
  }
}

const hasTokens = (database: Database): boolean =>
  database.prepare('SELECT 1 FROM script_tokens LIMIT 1').get() !== undefined
