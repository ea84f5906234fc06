/** Tickets that pass a filter, in the order chosen: read page by page while the user scrolls, and again when the ledger changes. */
import { computed, shallowRef, watch } from 'vue'
import type { Outcome } from '../../../../shared/failure.ts'
import type { LedgerFilter, TicketCursor, TicketSort } from '../../../../shared/model/ticket/ledger-filter.ts'
import type { TicketLine } from '../../../../shared/model/ticket/ticket-line.ts'
import { bridge } from '../../../bridge.ts'
import { useLedgerQuery } from '../useLedgerQuery.ts'

const pageSize = 100
const maxPageSize = 200

interface TicketList {
  readonly lines: readonly TicketLine[]
  /** Cursor of the next page; null at the end. */
  readonly next: TicketCursor | null
}
interface AnsweredList extends TicketList {
  readonly of: ListSubject
}

/** Subject of the list; a change scrolls to its top. */
export interface ListSubject {
  readonly filter: LedgerFilter
  readonly sort: TicketSort
}

export function useTicketPages(subject: () => ListSubject) {
  /** Pages read after the last answer of the query. */
  const appended = shallowRef<TicketList>()
  let wanted = pageSize
  watch(subject, () => (wanted = pageSize), { flush: 'sync' })
  const { value: shown, failure, refresh } = useLedgerQuery(() => readUpTo(wanted, subject()), subject)
  watch(shown, () => (appended.value = undefined), { flush: 'sync' })

  const lines = computed(() => [...(shown.value?.lines ?? []), ...(appended.value?.lines ?? [])])
  const next = computed(() => (appended.value ?? shown.value)?.next ?? null)
  let isReading = false

  /** Reads the next page; nothing at the end, or while one is under way. */
  async function more(): Promise<void> {
    const [from, after] = [shown.value, next.value]
    if (isReading || after === null) return
    isReading = true
    const outcome = await bridge().ledger.page({ ...subject(), after, limit: pageSize })
    isReading = false
    // The list was read again meanwhile: this page may not follow it.
    if (!outcome.ok || shown.value !== from) return
    const before = appended.value?.lines ?? []
    appended.value = { lines: [...before, ...outcome.value.lines], next: outcome.value.next }
    wanted = lines.value.length
  }

  /** Reads pages until this number of tickets, or all of them, were read. */
  async function readAll(max: number): Promise<void> {
    wanted = max
    await refresh()
  }

  const isRead = computed(() => shown.value !== undefined)
  /** False while the tickets of another filter or order are still shown. */
  const isCurrent = computed(() => shown.value?.of === subject())
  const isAll = computed(() => next.value === null)
  return { lines, isRead, isCurrent, isAll, failure, refresh, more, readAll }
}

/** Reads the first tickets of the list, up to this number. */
async function readUpTo(wanted: number, subject: ListSubject): Promise<Outcome<AnsweredList>> {
  const lines: TicketLine[] = []
  let after: TicketCursor | null = null
  do {
    const limit = Math.min(maxPageSize, wanted - lines.length)
    const outcome: Outcome<TicketList> = await bridge().ledger.page({ ...subject, after, limit })
    if (!outcome.ok) return outcome
    lines.push(...outcome.value.lines)
    after = outcome.value.next
  } while (after !== null && lines.length < wanted)
  return { ok: true, value: { lines, next: after, of: subject } }
}
