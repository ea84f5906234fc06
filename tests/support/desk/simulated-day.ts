/**
 * A machine that calls, sleeps, crashes, is rebooted and has its clock set, in simulated time, with books that answer,
 * refuse and fail. It records each call with its true time.
 */
import { vi } from 'vitest'
import type { StoredCalls } from '../../../src/main/desk/budget/budget-store.ts'
import { CallBudget } from '../../../src/main/desk/budget/call-budget.ts'
import { priority, type Permit, type PermitOutcome } from '../../../src/main/odds-service/permits.ts'
import type { CallLimits } from '../../../src/shared/model/settings/budget.ts'
import { callRequest } from './test-budget.ts'

interface Sent {
  readonly at: number
  /** The budget's limit when the call was permitted or when it left, whichever is higher. */
  readonly limit: number
}

export type Answer = (host: string, trueMs: number) => PermitOutcome

export interface Machine {
  /** True ms since the beginning. */
  readonly now: () => number
  readonly sent: readonly Sent[]
  /** Calls asked for, and how many of them have ended one way or the other. */
  readonly asked: () => number
  readonly ended: () => number
  readonly budget: () => CallBudget
  readonly ask: (host: string, count: number) => void
  readonly pass: (ms: number) => Promise<void>
  /** Time passes while the program is frozen; its steady clock stops as on Linux, or goes on as on a Mac. */
  readonly sleep: (ms: number, isClockStopped: boolean) => Promise<void>
  readonly setClock: (byMs: number) => void
  readonly setLimits: (limits: CallLimits) => void
  /** Ends the program in one way and starts it again after a while. */
  readonly restart: (how: 'quit' | 'kill' | 'reboot', downMs: number) => Promise<void>
}

const answersAfterMs = 300

/** `connectMs`: time between each permit and its call's leaving. */
export function startMachine(firstLimits: CallLimits, answer: Answer, connectMs = () => 0): Machine {
  let limits = firstLimits
  const sent: Sent[] = []
  let kept: StoredCalls | undefined
  let slept = 0
  let bootedAt = -5_000_000
  const beganAt = performance.now()
  let [asked, ended, run] = [0, 0, 0]
  const now = () => performance.now() - beganAt + slept
  let budget = start()

  function start(): CallBudget {
    run += 1
    const mine = run
    const bornAt = performance.now()
    return new CallBudget({
      limits: () => limits,
      stored: kept,
      // A killed process has no further effect.
      write: state => {
        if (mine === run) kept = state
      },
      clock: {
        steady: () => performance.now() - bornAt,
        epoch: () => Date.now(),
        uptime: () => Math.floor((now() - bootedAt) / 1_000) * 1_000,
      },
      onChanged: () => {},
    })
  }

  function send(host: string, permit: Permit, mine: number): void {
    const { limit } = budget
    const leave = () => {
      if (mine !== run) return
      permit.left()
      sent.push({ at: now(), limit: Math.max(limit, budget.limit) })
      setTimeout(() => {
        if (mine !== run) return
        permit.release(answer(host, now()))
        ended += 1
      }, answersAfterMs)
    }
    const waitMs = connectMs()
    if (waitMs === 0) leave()
    else setTimeout(leave, waitMs)
  }

  function ask(host: string, count: number): void {
    const mine = run
    asked += count
    for (let call = 0; call < count; call += 1) {
      budget.acquire(callRequest(host, priority.background, { waitsThrough: 'any' })).then(
        permit => send(host, permit, mine),
        () => (ended += 1),
      )
    }
  }

  async function restart(how: 'quit' | 'kill' | 'reboot', downMs: number): Promise<void> {
    if (how === 'quit') budget.close()
    run += 1
    // Calls under way are lost with the process.
    ended = asked
    await vi.advanceTimersByTimeAsync(downMs)
    if (how === 'reboot') bootedAt = now() - Math.min(downMs, 20_000)
    budget = start()
  }

  return {
    now,
    sent,
    asked: () => asked,
    ended: () => ended,
    budget: () => budget,
    ask,
    async pass(ms) {
      await vi.advanceTimersByTimeAsync(ms)
    },
    async sleep(ms, isClockStopped) {
      if (isClockStopped) slept += ms
      else await vi.advanceTimersByTimeAsync(ms)
    },
    setClock: byMs => vi.setSystemTime(Date.now() + byMs),
    setLimits(wanted) {
      limits = wanted
      budget.grantPermits()
    },
    restart,
  }
}

/** Maximum number of calls in any 60 s beyond the limit at the last of them; 0 or less is correct. */
export function worstExcess(sent: readonly Sent[]): number {
  let [worst, first] = [-Infinity, 0]
  sent.forEach(({ at, limit }, last) => {
    while ((sent[first]?.at ?? at) <= at - 60_000) first += 1
    worst = Math.max(worst, last - first + 1 - limit)
  })
  return worst
}
