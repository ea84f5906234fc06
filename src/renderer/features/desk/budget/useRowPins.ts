/** Pins rows: a pinned one has a refresh interval of its own, by which auto-refresh prefers it when calls are short. */
import { autoIntervals, type AutoSeconds } from '../../../../shared/model/settings/budget.ts'
import { useCommandStore } from '../../../commands/command-store.ts'
import { spanText } from '../../../format/time-text.ts'
import { useBudgetStore } from './budget-store.ts'

/** Interval that the command gives; the dialog of auto-refresh has others. */
const [pinSeconds] = autoIntervals

/** `Pinned: refreshes every 15s`; empty for a row that is not pinned. */
export const pinText = (everySeconds: AutoSeconds | undefined): string =>
  everySeconds === undefined ? '' : `Pinned: refreshes every ${spanText(everySeconds * 1_000)}`

export function useRowPins(targets: () => readonly number[]) {
  const budget = useBudgetStore()
  const commands = useCommandStore()
  const arePinned = (): boolean => targets().length > 0 && targets().every(id => budget.pins.has(id))

  /** Unpins the rows if all are pinned, else pins those that are not. */
  async function toggle(): Promise<void> {
    const isUnpin = arePinned()
    const changed = targets().filter(id => isUnpin || !budget.pins.has(id))
    for (const id of changed) {
      const outcome = await budget.setAuto(id, isUnpin ? null : pinSeconds)
      if (!outcome.ok) commands.report = outcome
    }
  }
  return {
    toggle,
    title: () => (arePinned() ? 'Unpin: refresh like the rest' : 'Pin: refresh every 15s'),
  }
}
