// Log of calls, for tests and for the command line. It leaves the key out.
import type { RouteName } from './route.ts'

export interface LoggedCall {
  /** Epoch milliseconds at which the answer began. */
  readonly at: number
  readonly route: RouteName
  readonly book: string | null
  readonly method: string
  /** The query without the key. */
  readonly query: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number | 'no-answer' | 'reset'
  /** The kind of fault that struck, or null. */
  readonly fault: string | null
}

/** Listener for every call, with the key as it came in the query. */
export type OnCall = (call: LoggedCall, key: string | null) => void

export interface CallLog {
  /** The latest calls, oldest first. */
  readonly calls: readonly LoggedCall[]
  add(call: LoggedCall, key: string | null): void
}

const KEPT_CALLS = 2000

export function createCallLog(onCall?: OnCall): CallLog {
  const calls: LoggedCall[] = []
  return {
    calls,
    add: (call, key) => {
      calls.push(call)
      if (calls.length > KEPT_CALLS) calls.shift()
      onCall?.(call, key)
    },
  }
}

export function queryWithoutKey(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].filter(([name]) => name !== 'key'))
}
