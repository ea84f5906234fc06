/** How each book's betslips compared with the desk, as the main process sums it up for the profile in use. */
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
  const byBook = computed(() => new Map(records.value.map(record => [record.bookId, record])))
  let asked = 0

  async function adopt(answer: Promise<Records>): Promise<Records> {
    asked += 1
    const mine = asked
    const outcome = await answer
    if (outcome.ok && mine === asked) records.value = outcome.value.records
    return outcome
  }

  /** Notes what the user saw after a betslip opened; noted again, the later word counts. */
  function note({ cell, quoteId }: OpenedLink, seen: SeenAtBook): Promise<Records> {
    return adopt(bridge().links.note({ ...cell, quoteId, seen }))
  }

  const activeId = computed(() => account.state?.activeId)
  watch(activeId, () => adopt(bridge().links.records(everNoted)), { immediate: true })

  return { records, of: (bookId: string) => byBook.value.get(bookId), note }
})
