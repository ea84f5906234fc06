/** Mirror of settlement: pending legs, time of the next check, outcome of the last one. */
import { useTimeoutFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import {
  quietSettlement,
  type SettlementStatus,
  type SettleReport,
} from '../../../shared/model/ticket/settlement.ts'
import { bridge } from '../../bridge.ts'
import { createMirror } from '../../mirror.ts'
import { useSoundStore } from '../../sound-store.ts'
import { describeSettleReport, type SettleNotice } from './ledger-text.ts'

/** Time after which an outcome without news goes by itself. */
const noNewsMs = 6_000

export const useSettlementStore = defineStore('settlement', () => {
  const { value, start } = createMirror<SettlementStatus>(() => bridge().settlement)
  const status = computed(() => value.value ?? quietSettlement)
  /** Outcome of the user's last settling, until a later check settled more. */
  const notice = shallowRef<SettleNotice>()
  let noticeAt = 0
  const { start: startDismissing, stop: keep } = useTimeoutFn(dismiss, noNewsMs, { immediate: false })

  const sounds = useSoundStore()
  // The report that the first snapshot brings was made before.
  watch(value, (now, before) => {
    if (before === undefined || now?.last == null || now.last.at === before.last?.at) return
    if (now.last.settled + now.last.reviews === 0) return
    sounds.play('settled')
    if (notice.value?.kind === 'said' && now.last.at > noticeAt) dismiss()
  })

  async function settle(): Promise<void> {
    const outcome = await bridge().settlement.settle()
    if (outcome.ok) noticeAt = outcome.value.at
    notice.value = outcome.ok
      ? describeSettleReport(outcome.value)
      : { kind: 'failed', failure: outcome.failure }
    keep()
    if (outcome.ok && notice.value.kind === 'said' && !hasNews(outcome.value)) startDismissing()
  }

  function dismiss(): void {
    notice.value = undefined
  }

  return { status, notice, start, settle, dismiss }
})

const hasNews = ({ settled, reviews, changes, strayCount }: SettleReport): boolean =>
  settled + reviews > 0 || changes.length > 0 || strayCount > 0
