/**
 * The receiving end of the bridge. For every call of the contract: check the sender, parse strictly, run, and turn the
 * result or whatever was thrown into an Outcome. Nothing ever rejects across the bridge.
 */
import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { toChannel } from '../../shared/channel.ts'
import { entries, type Handlers } from '../../shared/contract.ts'
import type { Call } from '../../shared/contract/entry.ts'
import { Refusal, type Failure, type Outcome } from '../../shared/failure.ts'

export interface ServeOptions {
  readonly handlers: Handlers
  /** Scheme and host of the page that may call, such as `app://desk`. */
  readonly page: string
  /** Keeps a fault of ours in the log and answers the reference under which it is found. */
  readonly log: (error: unknown) => string
}

/** Caps of one request: its JSON, and the bytes of a file that it carries beside that. */
const maxJsonBytes = 256 * 1024
const maxBinaryBytes = 64 * 1024 * 1024

/** Answers all calls of the contract from now on. */
export function serve({ handlers, page, log }: ServeOptions): void {
  for (const [area, verbs] of Object.entries(entries)) {
    for (const [verb, entry] of Object.entries(verbs)) {
      if (entry.kind !== 'call') continue
      const run = findHandler(handlers, area, verb)
      ipcMain.handle(toChannel(area, verb), (event, request: unknown) =>
        isFrom(event, page)
          ? answer(entry, request, { run, log })
          : failed({ kind: 'internal', reference: 'foreign-sender' }),
      )
    }
  }
}

type Run = (request: unknown) => unknown

function findHandler(handlers: Handlers, area: string, verb: string): Run {
  return (handlers as unknown as Record<string, Record<string, Run>>)[area]?.[verb] as Run
}

/** Only the top frame of our own page may call; `origin` of a custom scheme is the text 'null', so parts are compared. */
function isFrom({ senderFrame }: IpcMainInvokeEvent, page: string): boolean {
  if (senderFrame === null || senderFrame.parent !== null) return false
  const url = URL.parse(senderFrame.url)
  return url !== null && `${url.protocol}//${url.host}` === page
}

const failed = (failure: Failure): Outcome<never> => ({ ok: false, failure })

/** Runs one call on a request that may be anything. Exported for tests; never rejects. */
export async function answer(
  entry: Call,
  request: unknown,
  { run, log }: { run: Run; log: ServeOptions['log'] },
): Promise<Outcome<unknown>> {
  try {
    const parsed = isSmall(request) ? entry.request.safeParse(request) : undefined
    if (parsed === undefined)
      return failed({ kind: 'invalid', field: '', sentence: 'That is too much for one call.' })
    if (!parsed.success) return failed(invalid(parsed.error.issues[0]))
    return { ok: true, value: entry.answer.parse((await run(parsed.data)) ?? null) }
  } catch (error) {
    return failed(toFailure(error) ?? { kind: 'internal', reference: log(error) })
  }
}

/** Errors that know their failure: Refusal, and the family of the odds service. */
function toFailure(error: unknown): Failure | undefined {
  if (error instanceof Refusal) return error.failure
  if (error instanceof Error && 'failure' in error) return error.failure as Failure
  return undefined
}

function invalid(issue: { path: PropertyKey[]; message: string } | undefined): Failure {
  return {
    kind: 'invalid',
    field: issue?.path.map(String).join('.') ?? '',
    sentence: issue?.message ?? 'Not understood.',
  }
}

function isSmall(request: unknown): boolean {
  let binaryBytes = 0
  const skipBinary = (_key: string, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value
    binaryBytes += value.byteLength
    return null
  }
  // Structured clone carries values that JSON cannot write (undefined, big integers, cycles); no schema takes those.
  try {
    const text: unknown = JSON.stringify(request, skipBinary)
    const jsonBytes = typeof text === 'string' ? Buffer.byteLength(text) : 0
    return jsonBytes <= maxJsonBytes && binaryBytes <= maxBinaryBytes
  } catch {
    return true
  }
}
