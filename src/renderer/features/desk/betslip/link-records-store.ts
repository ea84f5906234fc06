/** Sums of how each book's betslips compared with the desk, of the profile in use; the main process keeps them. */
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { Outcome } from '../../../../shared/failure.ts'
import { everNoted, type BookRecord, type SeenAtBook } from '../../../../shared/model/price/link-outcome.ts'
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

  /** Records what the user saw after a betslip opened; recorded again, the later outcome counts. */
  function recordOutcome({ cell, quoteId }: OpenedLink, seen: SeenAtBook): Promise<Records> {
    return adopt(bridge().links.recordOutcome({ ...cell, quoteId, seen }))
  }

  const activeId = computed(() => account.state?.activeId)
  watch(activeId, () => adopt(bridge().links.records(everNoted)), { immediate: true })

  return { records, recordOutcome }
})
