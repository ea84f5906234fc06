/** Mirror of the book records of the profile in use: how their betslips compared with the desk. */
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { Outcome } from '../../../../shared/failure.ts'
import { allTime, type BookRecord, type SeenAtBook } from '../../../../shared/model/price/link-outcome.ts'
import { bridge } from '../../../bridge.ts'
import { useAccountStore } from '../../account/account-store.ts'
import type { OpenedLink } from './useBetslip.ts'

type Records = Outcome<{ records: readonly BookRecord[] }>

export const useLinkRecordsStore = defineStore('link-records', () => {
  const account = useAccountStore()
  const records = shallowRef<readonly BookRecord[]>([])
  let requests = 0

  async function adopt(answer: Promise<Records>): Promise<Records> {
    requests += 1
    const own = requests
    const outcome = await answer
    if (outcome.ok && own === requests) records.value = outcome.value.records
    return outcome
  }

  /** Records the price that the user saw after a betslip opened. The last outcome of a quote counts. */
  function recordOutcome({ cell, quoteId }: OpenedLink, seen: SeenAtBook): Promise<Records> {
    return adopt(bridge().links.recordOutcome({ ...cell, quoteId, seen }))
  }

  const activeId = computed(() => account.state?.activeId)
  watch(activeId, () => adopt(bridge().links.records(allTime)), { immediate: true })

  return { records, recordOutcome }
})
