/**
 * The program's services as main composes them, behind the real bridge, in a temporary data folder. Answers and events
 * that do not fit the contract are recorded as faults.
 */
import { EventEmitter } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { serve } from '../../../src/main/bridge/serve.ts'
import { connectEvents } from '../../../src/main/compose/events.ts'
import { createHandlers } from '../../../src/main/compose/handlers.ts'
import { openStored, ServicesEnd } from '../../../src/main/compose/lifecycle.ts'
import { openServices, type Services } from '../../../src/main/compose/services.ts'
import { entries, type Announce, type DeskApi } from '../../../src/shared/contract.ts'
import { Failure, type Outcome } from '../../../src/shared/failure.ts'
import type { WindowEvents } from '../../../src/main/window/desk-windows.ts'
import { demoProfileId } from '../../../src/shared/model/settings/profile.ts'
import type { SecondWindow } from '../../../src/shared/model/settings/windows.ts'
import { app, dialog, handled, switches } from '../electron.ts'
import { tempFolder } from '../storage/temp-folder.ts'

const source = (path: string) => new URL(`../../../src/${path}`, import.meta.url)
export const workerFiles = {
  'board-worker': source('main/board/worker/worker.ts'),
  'ledger-worker': source('main/ledger/reads/reports-worker.ts'),
  'stakes-worker': source('main/ledger/stakes/stakes-worker.ts'),
  'parquet-worker': source('main/files/parquet/parquet-worker.ts'),
  'demo-worker': source('demo/worker.ts'),
}
const page = 'app://desk'
const ours = { senderFrame: { url: `${page}/`, parent: null } }

export const callNames = Object.entries(entries).flatMap(([area, verbs]) =>
  Object.entries(verbs).flatMap(([verb, { kind }]) => (kind === 'call' ? [`${area}.${verb}`] : [])),
)
export const eventNames = Object.entries(entries).flatMap(([area, verbs]) =>
  Object.entries(verbs).flatMap(([verb, { kind }]) => (kind === 'event' ? [`${area}.${verb}`] : [])),
)

export interface ProgramOptions {
  /** Files of an earlier start. */
  readonly folder?: string
  /** A key in the keychain, for every profile. */
  readonly key?: string
  /** Command-line switches, without dashes. */
  readonly switches?: Readonly<Record<string, string>>
}

export interface Program {
  readonly folder: string
  readonly services: Services
  /** Calls as the window does: the same API as `window.desk`, with the same handlers. */
  readonly api: DeskApi
  readonly ask: (call: string, request: unknown) => Promise<Outcome<unknown>>
  /** Opens board, account and ledger, as main does after the first paint. */
  readonly open: () => Promise<void>
  /** Answers of the user to all file dialogs from now on. */
  readonly choose: (paths: { readonly open?: readonly string[]; readonly save?: string }) => void
  /** Answers and events that do not fit the contract, and errors that the program logged. */
  readonly faults: readonly string[]
  /** Calls that were answered with a value so far, and events pushed. */
  readonly seen: ReadonlySet<string>
  readonly close: () => Promise<unknown>
}

/** An empty data folder whose demo loads its main lines only: a twentieth of all, which take a core two seconds. */
export function smallDemoFolder(folder = tempFolder()): string {
  const plan = { leagues: [], isLiveOnly: false, isMainOnly: true, everySeconds: 120 }
  const feed = { id: 'feed', name: 'Odds feed', origin: { kind: 'feed', plan }, isOn: true, lastLoad: null }
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ version: 1, sources: { [demoProfileId]: [feed] } }),
  )
  return folder
}

/** Starts the program without opening anything; it ends with the test. */
export function startProgram(options: ProgramOptions = {}): Program {
  const folder = options.folder ?? tempFolder()
  prepareElectron(folder, options)
  const faults: string[] = []
  const seen = new Set<string>()
  const announce: Announce = (area, verb, payload) => {
    const entry = entries[area]?.[verb]
    seen.add(`${area}.${verb}`)
    if (entry?.kind === 'event')
      faults.push(...findFaults(`event ${area}.${verb}`, entry.payload, asSent(payload)))
  }
  const services = openServices(announce, name => workerFiles[name])
  handled.clear()
  const log = (error: unknown) => {
    faults.push(String(error))
    return services.log(error)
  }
  const windows = standInWindows(announce)
  const handlers = createHandlers(services, windows)
  services.scripts.answerWith(handlers)
  serve({ page, findWindow: () => 'main', log, handlers })
  const { openBoard, disconnectEvents } = connectEvents(services, windows)
  const ask = createAsk(faults, seen)
  const end = new ServicesEnd(services, disconnectEvents)
  const close = () => end.close()
  onTestFinished(async () => {
    await close()
  })
  return {
    ...{ folder, services, faults, seen, ask, close, api: createApi(ask) },
    async open() {
      openStored(services)
      const opened = services.account.open()
      openBoard()
      services.ledger.open()
      await opened
      // Answered only once the board of the profile is open.
      await services.sources.load('none').catch(() => {})
    },
    choose({ open = [], save = '' }) {
      dialog.showOpenDialog.mockResolvedValue({ filePaths: [...open] })
      dialog.showSaveDialog.mockResolvedValue({ canceled: save === '', filePath: save })
    },
  }
}

/** Windows that are never opened; events to them are announced. */
function standInWindows(announce: Announce) {
  const open = new Set<SecondWindow>()
  const events = new EventEmitter<WindowEvents>()
  return Object.assign(events, {
    list: () => [...open],
    open(name: SecondWindow) {
      open.add(name)
      events.emit('changed')
    },
    showMain: () => announce('windows', 'targetSet', null),
    takeTarget: () => null,
    painted: () => undefined,
    announceToOthers: () => announce,
  })
}

/** Gives Electron's stand-in the data folder, the keychain and the switches of a start, until the test ends. */
export function prepareElectron(folder: string, { key, switches: given = {} }: ProgramOptions): void {
  vi.spyOn(app, 'getPath').mockImplementation(name => (name === 'userData' ? folder : join(folder, name)))
  vi.stubEnv('PARLAY_DESK_KEYCHAIN', 'memory')
  vi.stubEnv('PARLAY_DESK_KEY', key)
  vi.stubEnv('XDG_RUNTIME_DIR', folder)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  // The pause before a retry is drawn between none and a limit: here it is none.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  switches.clear()
  for (const [name, value] of Object.entries(given)) switches.set(name, value)
  onTestFinished(() => {
    switches.clear()
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
}

/** The value after JSON, as the window reads it. */
const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** The ways in which a value does not fit its schema. */
function findFaults(name: string, schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  return error === undefined ? [] : [`${name}: ${z.prettifyError(error)}`]
}

const AnyOutcome = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), failure: Failure }),
])

function createAsk(faults: string[], seen: Set<string>, sender?: unknown): Program['ask'] {
  return async (call, request) => {
    const [area = '', verb = ''] = call.split('.')
    const entry = entries[area]?.[verb]
    if (entry?.kind !== 'call') throw new Error(`${call} is no call of the contract`)
    const text = await handled.get(call)?.({ ...ours, sender }, structuredClone(request))
    const outcome = AnyOutcome.parse(JSON.parse(String(text)))
    if (outcome.ok) {
      seen.add(call)
      faults.push(...findFaults(`answer of ${call}`, entry.answer, outcome.value))
    } else if (outcome.failure.kind === 'internal') {
      faults.push(`${call} ${JSON.stringify(request)} ended as a fault: ${outcome.failure.reference}`)
    }
    return outcome
  }
}

/** `window.desk` without its events. */
function createApi(ask: Program['ask']): DeskApi
function createApi(ask: Program['ask']): unknown {
  return Object.fromEntries(
    Object.entries(entries).map(([area, verbs]) => [
      area,
      Object.fromEntries(
        Object.keys(verbs).map(verb => [verb, (request: unknown = null) => ask(`${area}.${verb}`, request)]),
      ),
    ]),
  )
}

/** The same of a composed program, called by the window with these contents. */
export const createWindowApi = (sender: unknown): DeskApi => createApi(createAsk([], new Set(), sender))

/** Lines of the program's own log: faults that no call ended with. */
export function readLog(folder: string): string {
  try {
    return readFileSync(join(folder, 'logs', 'parlay-desk.log'), 'utf8')
  } catch {
    return ''
  }
}
