/** A call budget on clocks that the test moves (those of fake timers unless given), and short ways to use it. */
import { onTestFinished, vi } from 'vitest'
import { ServiceError } from '../../../src/main/odds-service/failures.ts'
import type { StoredCalls } from '../../../src/main/desk/budget/budget-store.ts'
import { CallBudget } from '../../../src/main/desk/budget/call-budget.ts'
import type { Clock } from '../../../src/main/odds-service/call-slots.ts'
import {
  priority,
  type Priority,
  type CallRequest,
  type Permit,
  type PermitOutcome,
} from '../../../src/main/odds-service/permits.ts'
import type { CallLimits } from '../../../src/shared/model/settings/budget.ts'

/** Fake timers move these, all alike. */
export const fakeClock: Clock = {
  steady: () => performance.now(),
  epoch: () => Date.now(),
  uptime: () => 1_000_000 + performance.now(),
}

export const byHand = (perMinute: number, inFlight = 64, perHost = 6): CallLimits => ({
  kind: 'by-hand',
  perMinute,
  inFlight,
  perHost,
})
export const learned: CallLimits = { kind: 'learned' }

export const callRequest = (
  host: string,
  level: Priority = priority.background,
  more: Partial<CallRequest> = {},
): CallRequest => ({
  profileId: 'mine',
  host,
  priority: level,
  ...more,
})

export const answered: PermitOutcome = { kind: 'answered' }
export const failed: PermitOutcome = { kind: 'failed' }
export const limitedFor = (ms: number): PermitOutcome => ({ kind: 'limited', untilAt: Date.now() + ms })

export function startBudget(
  given: {
    limits?: CallLimits
    kept?: StoredCalls | undefined
    clock?: Clock
    write?: (kept: StoredCalls) => void
    onChanged?: () => void
  } = {},
) {
  const disk: { kept: StoredCalls | undefined } = { kept: given.kept }
  const limits = { now: given.limits ?? byHand(100_000) }
  const budget = new CallBudget({
    limits: () => limits.now,
    stored: disk.kept,
    write: given.write ?? (kept => (disk.kept = kept)),
    clock: given.clock ?? fakeClock,
    onChanged: given.onChanged ?? (() => {}),
  })
  onTestFinished(() => {
    budget.close()
  })
  const permits: { host: string; permit: Permit }[] = []
  const refused: { host: string; why: Error }[] = []
  /** Acquires a permit; the permit or the refusal is recorded. */
  const acquire = (
    host: string,
    level: Priority = priority.background,
    more: Partial<CallRequest> = {},
  ): CallRequest => {
    const request = callRequest(host, level, more)
    budget.acquire(request).then(
      permit => permits.push({ host, permit }),
      (why: unknown) => refused.push({ host, why: why instanceof Error ? why : new Error(String(why)) }),
    )
    return request
  }
  return {
    budget,
    limits,
    disk,
    acquire,
    granted: permits,
    refused,
    hosts: () => permits.map(({ host }) => host),
  }
}

export type Started = ReturnType<typeof startBudget>

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
export const settle = () => pass(0)

/** Hosts of refused requests, with the reasons. */
export const whys = ({ refused }: Started): string[] =>
  refused.map(({ host, why }) => `${host} ${why instanceof ServiceError ? why.failure.kind : why.name}`)

/** Makes a host answer `count` calls in one way, one after the other. */
export async function have(
  started: Started,
  host: string,
  end: () => PermitOutcome,
  count = 1,
): Promise<void> {
  for (let call = 0; call < count; call += 1) {
    started.acquire(host, priority.recheck)
    await settle()
    started.granted.pop()?.permit.release(end())
    await settle()
  }
}
