/** The note, the fair price and the stake that the user gives a parlay, and the books’ fair prices that they use. Each save can be undone. */
import type { Outcome } from '../../../../shared/failure.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { ParlayNote } from '../../../../shared/model/parlay/parlay.ts'
import { majorText } from '../../../../shared/model/ticket/money.ts'
import type { TypedPrice } from '../../../../shared/model/price/quote.ts'
import { bridge } from '../../../bridge.ts'
import { useUndoStore } from '../../../commands/undo-store.ts'
import { useSettingsStore } from '../../settings/settings-store.ts'
import { useNotice } from '../context/useNotice.ts'

export function useAnnotations() {
  const changes = useUndoStore()
  const settings = useSettingsStore()
  const { showFailure } = useNotice()

  type Send<T> = (value: T) => Promise<Outcome<unknown>>
  /** The form shows why a save failed; an undo has no form. */
  async function save<T>(label: string, { before, after }: Record<'before' | 'after', T>, send: Send<T>) {
    const replay = async (value: T) => {
      const outcome = await send(value)
      if (!outcome.ok) showFailure(outcome.failure)
      return outcome
    }
    const outcome = await send(after)
    if (outcome.ok) changes.record({ label, undo: () => replay(before), redo: () => replay(after) })
    return outcome
  }

  const saveNote = ({ id: parlayId, note: before }: Row, after: ParlayNote) =>
    save('note change', { before, after }, note => bridge().desk.describeParlay({ parlayId, note }))

  const saveFairPrice = ({ id: parlayId, fairPrice }: Row, after: TypedPrice | null) => {
    const before = fairPrice && { text: fairPrice.text, format: fairPrice.format }
    return save('fair price change', { before, after }, price =>
      bridge().desk.setFairPrice({ parlayId, price }),
    )
  }

  const saveStake = ({ id: parlayId, stakeMinor }: Row, after: string | null) => {
    const before = stakeMinor === null ? null : majorText(stakeMinor, settings.value.currency)
    return save('stake change', { before, after }, stake => bridge().desk.setStake({ parlayId, stake }))
  }

  /** Values a parlay by a book’s partition, or no longer. EV uses partitions from then on. */
  async function useFair({ id: parlayId }: Row, bookId: string, isUsed: boolean) {
    if (isUsed && settings.value.fairSource !== 'partition') {
      const changed = await settings.setValue({ ...settings.value, fairSource: 'partition' })
      if (!changed.ok) return changed
    }
    return save('fair price change', { before: !isUsed, after: isUsed }, used =>
      bridge().fair.use({ parlayId, bookId, isUsed: used }),
    )
  }

  return { saveNote, saveFairPrice, saveStake, useFair }
}
