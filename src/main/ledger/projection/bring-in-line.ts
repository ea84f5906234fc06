/** Brings the tables in line with a log that is far ahead of them, in slices, so that nothing else waits for it. */
import { Refusal } from '../../../shared/failure.ts'
import { transactInSlices, type Database } from '../../storage/database.ts'
import type { Projector } from './projector.ts'

interface Behind {
  readonly database: Database
  readonly projector: Projector
}

/** Each transaction of the tables waits for the disk, so it takes in many; what a stop takes back is still little. */
const recordsATransaction = 2_000

/** Whether they lack more than one question can wait for. */
export const isFarBehind = ({ projector }: Behind): boolean => projector.lacking > recordsATransaction

/** Where nothing can be written now they follow later. `onStep`: some more were taken in. */
export async function bringInLine({ database, projector }: Behind, onStep = () => {}): Promise<void> {
  while (!projector.isCaughtUp) {
    const { seq } = projector
    try {
      await transactInSlices(database, projector.taking(recordsATransaction))
      onStep()
    } catch (error) {
      projector.backTo(seq)
      if (error instanceof Refusal) return
      throw error
    }
  }
}
