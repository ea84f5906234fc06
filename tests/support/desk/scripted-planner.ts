/** A planner on a call budget of its own, whose runs end when the test says so. Times are those of fake timers. */
import { vi } from 'vitest'
import { Planner, type Job, type JobEnd } from '../../../src/main/desk/planning/planner.ts'
import type { Turn } from '../../../src/main/odds-service/permits.ts'
import { byHand, startBudget } from './test-budget.ts'

export const job = (bookId: string, parlayId = 1): Job => ({ parlayId, bookId })
export const nameOf = ({ parlayId, bookId }: Job) => `${bookId}${parlayId}`

interface Run {
  readonly name: string
  readonly turn: Turn
  readonly signal: AbortSignal
  readonly end: (result: JobEnd) => Promise<void>
}

/** Lets what can go on now go on. */
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
    run(started, turn, signal) {
      const { promise, resolve } = Promise.withResolvers<JobEnd>()
      const end = async (result: JobEnd) => {
        resolve(result)
        await settle()
      }
      runs.push({ name: nameOf(started), turn, signal, end })
      return promise
    },
    onRefused(refusedJob) {
      refused.push(nameOf(refusedJob))
      return 'done'
    },
    onMoved: changed => moved.push(nameOf(changed)),
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
    endLast: (result: JobEnd = 'done') => runs.at(-1)?.end(result),
  }
}
