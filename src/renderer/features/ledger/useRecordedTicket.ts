/** Selects a ticket recorded in the ledger, so that keys act on it, and shows one that the filter hides. */
import { computed, nextTick, shallowRef, watch, type Ref } from 'vue'
import { useNavigationStore, type Narrowing } from '../../navigation-store.ts'
import { useLedgerStore } from './ledger-store.ts'
import { useTicketNoticeStore } from './ticket-notice-store.ts'

interface RecordedTicketOptions {
  /** Tickets listed. */
  readonly ids: Readonly<Ref<readonly number[]>>
  /** True if no ticket that passes the filter is missing from these. */
  readonly isAll: Readonly<Ref<boolean>>
  /** Selects the ticket, too. */
  readonly focusTicket: (ticketId: number) => unknown
  readonly showAll: (part: Narrowing) => void
  readonly open: (ticketId: number) => void
}

/** Time in which a new ticket is usually listed, if the filter lets it. */
const maxListingMs = 700

export function useRecordedTicket({ ids, isAll, focusTicket, showAll, open }: RecordedTicketOptions) {
  const ledger = useLedgerStore()
  const navigation = useNavigationStore()
  const { recorded, isHidden } = useHiddenTicket(ids)

  /** In a list that was not read to its end, the ticket may only be further down. */
  function showRecorded(): void {
    if (recorded.value === undefined) return
    if (!isAll.value) open(recorded.value)
    else {
      ledger.recordedId = recorded.value
      showAll({})
    }
  }

  watch(
    () => {
      const id = ledger.recordedId
      const isReady = navigation.dialog === undefined && navigation.view === 'ledger'
      return isReady && id !== undefined && ids.value.includes(id) ? id : undefined
    },
    async id => {
      if (id === undefined) return
      ledger.recordedId = undefined
      // The dialog gives the focus back first.
      await nextTick()
      focusTicket(id)
    },
    { flush: 'post' },
  )
  return { isHidden, showRecorded }
}

/** The ticket of the notice, and whether it is missing from the list. */
function useHiddenTicket(ids: RecordedTicketOptions['ids']) {
  const notices = useTicketNoticeStore()
  const recorded = computed(() => (notices.notice?.kind === 'recorded' ? notices.notice.ticketId : undefined))
  const isDue = shallowRef(false)
  watch(
    recorded,
    (_now, _before, onCleanup) => {
      isDue.value = false
      const timer = setTimeout(() => (isDue.value = true), maxListingMs)
      onCleanup(() => clearTimeout(timer))
    },
    { immediate: true },
  )
  const isHidden = computed(
    () => isDue.value && recorded.value !== undefined && !ids.value.includes(recorded.value),
  )
  return { recorded, isHidden }
}
