/**
 * Opens the bet slips of several books one after the other: each price is rechecked, questions about it are answered
 * before the next, and two slips never open within half a second.
 */
import { until } from '@vueuse/core'
import { onScopeDispose, shallowReadonly, shallowRef } from 'vue'
import type { CellAddress } from '../../../../shared/model/price/cell.ts'
import { useCellLinks } from '../betslip/useCellLinks.ts'

/** A cell, and the quote whose price is on screen. */
export interface SlipRequest {
  readonly cell: CellAddress
  readonly quoteId: number
}

export const minSlipGapMs = 500

export function useSlipQueue() {
  const { betslip } = useCellLinks()
  const isOpening = shallowRef(false)
  let isEnded = false
  onScopeDispose(() => (isEnded = true))

  const idle = () => until(() => betslip.state.value.kind).toBe('idle')

  /** Opens these slips; does nothing while others are being opened. Closing the dialog ends it before the next one. */
  async function open(requests: readonly SlipRequest[]): Promise<void> {
    if (isOpening.value) return
    isOpening.value = true
    for (const [place, { cell, quoteId }] of requests.entries()) {
      if (place > 0) await new Promise(resolve => setTimeout(resolve, minSlipGapMs))
      if (isEnded) break
      await betslip.start(cell, quoteId)
      await idle()
    }
    isOpening.value = false
  }

  return { isOpening: shallowReadonly(isOpening), open }
}
