/** Answers one call of the contract, of a window or a script: parses strictly, runs, and checks the answer. */
import type { Handlers } from '../../shared/contract.ts'
import type { Call, Script } from '../../shared/contract/entry.ts'
import { Failure, Refusal, type Outcome } from '../../shared/failure.ts'
import type { WindowName } from '../../shared/model/settings/windows.ts'
import { toIssueSentence } from './issue-text.ts'
import { isSmallRequest } from './request-size.ts'

/** Runs a call. `caller`: the window or the script, for handlers that get it; null for a call of scripts by a window. */
type Run = (request: unknown, caller: WindowName | Script | null) => unknown

export function findHandler(handlers: Handlers, area: string, verb: string): Run {
  return (handlers as unknown as Record<string, Record<string, Run>>)[area]?.[verb] as Run
}

export const failed = (failure: Failure): Outcome<never> => ({ ok: false, failure })

interface AnswerOptions {
  /** Logs an unexpected error and returns its reference in the log. */
  readonly log: (error: unknown) => string
  readonly run: (request: unknown) => unknown
  /** Runs each part that keeps the main process busy. */
  readonly hold?: <T>(part: () => T) => T
}

/** Runs one call on a request that may be anything. Never rejects. */
export async function answer(
  entry: Call,
  request: unknown,
  { run, log, hold = part => part() }: AnswerOptions,
): Promise<Outcome<unknown>> {
  try {
    const parsed = hold(() =>
      isSmallRequest(request) ? entry.request.safeParse(request, { error: toIssueSentence }) : undefined,
    )
    if (parsed === undefined) return failed({ kind: 'invalid', field: '', sentence: 'Too much at once.' })
    if (!parsed.success) return failed(invalid(parsed.error.issues[0]))
    const result = await hold(() => run(parsed.data))
    return { ok: true, value: hold(() => entry.answer.parse(result ?? null)) }
  } catch (error) {
    return failed(toFailure(error) ?? { kind: 'internal', reference: log(error) })
  }
}

/**
 * Converts errors that carry a failure: Refusal and ServiceError. The failure is checked by its schema, as answers are.
 */
function toFailure(error: unknown): Failure | undefined {
  if (!(error instanceof Refusal) && !(error instanceof Error && 'failure' in error)) return undefined
  return Failure.safeParse(error.failure).data
}

function invalid(issue: { path: PropertyKey[]; message: string } | undefined): Failure {
  return {
    kind: 'invalid',
    field: issue?.path.map(String).join('.') ?? '',
    sentence: issue?.message ?? 'Invalid request.',
  }
}
