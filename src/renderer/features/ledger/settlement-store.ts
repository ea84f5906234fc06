/** Mirror of the settling of bets: what waits, when the service is asked next, and what came of the last time. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import { quietSettlement, type SettlementStatus } from '../../../shared/model/ticket/settlement.ts'
import { bridge } from '../../bridge.ts'
import { createMirror } from '../../mirror.ts'
import { reportText } from './ledger-text.ts'

export type SettleNotice =
  | { readonly kind: 'said'; readonly text: string }
  /** `text`: what was settled all the same. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly text?: string }

export const useSettlementStore = defineStore('settlement', () => {
  const { value, start } = createMirror<SettlementStatus>(() => bridge().settlement)
  const status = computed(() => value.value ?? quietSettlement)
  /** What the user asked for last, and what came of it. */
  const notice = shallowRef<SettleNotice>()

  async function settle(): Promise<void> {
    const outcome = await bridge().settlement.settle()
    notice.value = outcome.ok ? reportText(outcome.value) : { kind: 'failed', failure: outcome.failure }
  }

  /** Asks about one leg; answers what came of it. */
  async function checkLeg(ticketId: number, place: number): Promise<SettleNotice> {
    const outcome = await bridge().settlement.checkLeg({ ticketId, place })
    return outcome.ok ? reportText(outcome.value.report) : { kind: 'failed', failure: outcome.failure }
  }

  function dismiss(): void {
    notice.value = undefined
  }

  return { status, notice, start, settle, checkLeg, dismiss }
})
