/** A planner on a call budget of its own, whose runs end when the test says so. Times are those of fake timers. */
import { vi } from 'vitest'
import { Planner, type CallEnd } from '../../../src/main/desk/planning/planner.ts'
import type { CellAddress } from '../../../src/shared/model/price/cell.ts'
import type { Permit } from '../../../src/main/odds-service/permits.ts'
import { byHand, startBudget } from './test-budget.ts'

export const job = (bookId: string, parlayId = 1): CellAddress => ({ parlayId, bookId })
export const nameOf = ({ parlayId, bookId }: CellAddress) => `${bookId}${parlayId}`

interface Run {
  readonly name: string
  readonly permit: Permit
  readonly signal: AbortSignal
  readonly end: (result: CallEnd) => Promise<void>
}

/** Runs everything that can run now. */
export const settle = () => vi.advanceTimersByTimeAsync(0)

export function startPlanner(concurrency = 1) {
  const runs: Run[] = []
  const moved: string[] = []
  const refused: string[] = []
  const budgets = new Map([['mine', startBudget({ limits: byHand(100_000, concurrency) })]])
  const profile = { id: 'mine' }
  const budget = () => {
    const known = budgets.get(profile.id) ?? startBudget({ limits: byHand(100_000, concurrency) })
    budgets.set(profile.id, known)
    return known.budget
  }
  const planner = new Planner({
    profileId: () => profile.id,
    budget,
    hostOf: bookId => bookId,
    run(started, permit, signal) {
      const { promise, resolve } = Promise.withResolvers<CallEnd>()
      const end = async (result: CallEnd) => {
        resolve(result)
        await settle()
      }
      runs.push({ name: nameOf(started), permit, signal, end })
      return promise
    },
    onRefused(refusedJob) {
      refused.push(nameOf(refusedJob))
      return 'done'
    },
    onChanged: changed => moved.push(nameOf(changed)),
  })
  return {
    planner,
    profile,
    budget,
    runs,
    moved,
    refused,
    names: () => runs.map(({ name }) => name),
    /** Ends the newest run. */
    endLast: (result: CallEnd = 'done') => runs.at(-1)?.end(result),
  }
}
