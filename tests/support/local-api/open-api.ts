/** The interface for scripts on a socket of the test, over handlers that only record calls. */
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { LocalApi } from '../../../src/main/local-api/local-api.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'
import type { Handlers } from '../../../src/shared/contract.ts'
import type { Scope } from '../../../src/shared/model/settings/automation.ts'
import { quietHandlers } from '../bridge/quiet-handlers.ts'
import { tempFolder } from '../storage/temp-folder.ts'
import { ScriptClient } from './script-client.ts'

export interface OpenApiOptions {
  readonly folder?: string
  readonly path?: string
  readonly change?: (handlers: Handlers) => Handlers
}

export async function openLocalApi({ folder = tempFolder(), path, change }: OpenApiOptions = {}) {
  const ran: { call: string; request: unknown }[] = []
  const quiet = quietHandlers((call, request) => ran.push({ call, request }))
  const handlers = change?.(quiet) ?? quiet
  const database = openDatabase(join(folder, 'desk.db'), deskMigrations)
  const logged: unknown[] = []
  const onChanged = vi.fn()
  let isOn = true
  const socket = path ?? join(folder, 'run', 'desk.sock')
  const api = new LocalApi({
    ...{ database, onChanged, path: socket, handlers: () => handlers },
    log: error => `ref-${logged.push(error)}`,
    isOn: () => isOn,
    setOn: to => (isOn = to),
  })
  await api.follow()
  const close = () => {
    api.close()
    if (database.isOpen) database.close()
  }
  onTestFinished(close)
  let made = 0
  /** A script with these scopes, and the id of its token. */
  const makeScript = async (...scopes: Scope[]) => {
    const callsPerMinute = scopes.includes('price') ? 60 : null
    const { token, state } = await api.calls.createToken({
      name: `Script ${(made += 1)}`,
      scopes,
      callsPerMinute,
    })
    const id = state.tokens.at(-1)?.id ?? ''
    return { client: new ScriptClient(socket, token), id, token }
  }
  const lines = async () => (await api.calls.activity({ before: null, limit: 200 })).lines
  return { api, socket, ran, logged, onChanged, makeScript, lines, close, database, folder }
}
