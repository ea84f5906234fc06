/** Reasons why a command that needs a row or a price is blocked: what the user has to do first. */
import { useDeskStore } from '../desk-store.ts'

export function useNeeds() {
  const desk = useDeskStore()
  const orAdd = (reason: string) => () =>
    desk.load.kind === 'ready' && desk.order.length === 0 ? 'Add a parlay first' : reason
  return { noRow: orAdd('Select a parlay first'), noCell: orAdd('Select a price first') }
}
