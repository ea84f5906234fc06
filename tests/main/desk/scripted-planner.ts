/** A planner whose runs end when the test says so. Times are those of fake timers. */
import { vi } from 'vitest'
import { Planner, type Job } from '../../../src/main/desk/planner.ts'

export const job = (bookId: string, parlayId = 1): Job => ({ parlayId, bookId })
export const nameOf = ({ parlayId, bookId }: Job) => `${bookId}${parlayId}`

interface Run {
  readonly name: string
  readonly signal: AbortSignal
  readonly end: (result: 'done' | 'again') => Promise<void>
}

export function startPlanner(concurrency = 1) {
  const runs: Run[] = []
  const moved: string[] = []
  const profile = { id: 'mine' }
  const planner = new Planner({
    concurrency,
    now: Date.now,
    profileId: () => profile.id,
    run(started, signal) {
      const { promise, resolve } = Promise.withResolvers<'done' | 'again'>()
      const end = async (result: 'done' | 'again') => {
        resolve(result)
        await vi.advanceTimersByTimeAsync(0)
      }
      runs.push({ name: nameOf(started), signal, end })
      return promise
    },
    onMoved: changed => moved.push(nameOf(changed)),
  })
  return {
    planner,
    profile,
    runs,
    moved,
    names: () => runs.map(({ name }) => name),
    /** Ends the newest run. */
    endLast: (result: 'done' | 'again' = 'done') => runs.at(-1)?.end(result),
  }
}
