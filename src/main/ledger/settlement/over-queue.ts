/** Long questions about the ledger's legs, in slices of the event loop. */
import { Refusal } from '../../../shared/failure.ts'
import { inSlices } from '../../async/in-slices.ts'
import type { Ledger } from '../ledger.ts'
import type { LegQueue } from '../reads/leg-queue.ts'

/** Throws Refusal while the ledger is closed, and when it was closed meanwhile, even to be opened again. */
export async function overQueue<T>(
  ledger: Pick<Ledger, 'queue'>,
  stepsOf: (queue: LegQueue) => Iterator<unknown, T>,
): Promise<T> {
  const { queue } = ledger
  return inSlices(stepsOf(queue), () => {
    if (ledger.queue === queue) return
    throw new Refusal({ kind: 'storage', sentence: 'The ledger was opened anew meanwhile. Try again.' })
  })
}
