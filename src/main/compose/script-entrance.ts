/**
 * The entrance of scripts: none of the interface's modules is loaded before it was turned on or a token was made. A desk
 * without scripts never loads them.
 */
import { noAutomation, type AutomationState } from '../../shared/model/settings/automation.ts'
import type { AutomationCalls, OfferedAutomation } from '../bridge/handlers/automation.ts'
import type { Database } from '../storage/database.ts'

/** The interface once its modules are loaded. */
interface OpenedScripts {
  readonly calls: AutomationCalls
  state(): AutomationState
  /** Files and connections are closed when this returns. */
  close(): void
}

export interface ScriptEntrance extends OfferedAutomation {
  /** Opens the interface, if it is on or has tokens. */
  start(): Promise<void>
  close(): void
}

export interface ScriptEntranceDeps {
  readonly isOn: () => boolean
  /** The desk's file. */
  readonly database: Database
  readonly load: () => Promise<OpenedScripts>
}

export function createScriptEntrance({ isOn, database, load }: ScriptEntranceDeps): ScriptEntrance {
  let opened: OpenedScripts | undefined
  let isClosed = false
  let loading: Promise<OpenedScripts> | undefined
  const open = async () => {
    loading ??= load()
    opened = await loading
    if (isClosed) opened.close()
    return opened
  }
  return {
    state: () => opened?.state() ?? noAutomation,
    open: async () => (await open()).calls,
    async start() {
      if (isOn() || hasTokens(database)) await open()
    },
    close() {
      isClosed = true
      opened?.close()
    },
  }
}

const hasTokens = (database: Database): boolean =>
  database.prepare('SELECT 1 FROM script_tokens LIMIT 1').get() !== undefined
