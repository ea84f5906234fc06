/** Prices rows or the whole desk; when that takes many calls, the user confirms first. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { bridge } from '../../../bridge.ts'
import { pluralize } from '../../../format/number-text.ts'
import { getWindowGroup } from '../../../window-name.ts'
import { useBudgetStore } from '../budget/budget-store.ts'
import { countAddedCalls } from '../budget/call-count.ts'
import { useNotice } from '../context/useNotice.ts'
import { useDeskStore } from '../desk-store.ts'
import { forEachInTurn } from './for-each-in-turn.ts'

export function usePricing() {
  const desk = useDeskStore()
  const budget = useBudgetStore()
  const { showNotice, showText, showFailure } = useNotice()

  /** Null in the list means all parlays, in one call. */
  async function price(
    parlayIds: readonly (number | null)[],
    { title, rows, isUserAction }: { title: string; rows: readonly Row[]; isUserAction: boolean },
  ): Promise<void> {
    if (!(await budget.confirmCalls(title, countAddedCalls(rows), isUserAction))) return
    const { done, failure } = await forEachInTurn(parlayIds, parlayId =>
      bridge().desk.price({ parlayId, bookId: null }),
    )
    if (failure !== undefined) showFailure(failure)
    else if (done.some(({ value }) => value.calls > 0)) showNotice(undefined)
    else showText('Nothing to price: none of your books offers every leg.')
  }

  function priceRows(parlayIds: readonly number[]): Promise<void> {
    const title = parlayIds.length === 1 ? 'Reprice row' : `Reprice ${pluralize(parlayIds.length, 'row')}`
    return price(parlayIds, { title, rows: desk.getRows(parlayIds), isUserAction: true })
  }

  /** All of the desk in one call, or each parlay of the group that this window shows. */
  const priceAll = () =>
    price(getWindowGroup() === undefined ? [null] : desk.order, {
      title: 'Reprice all',
      rows: desk.getRows(desk.order),
      isUserAction: false,
    })

  return { priceRows, priceAll }
}
