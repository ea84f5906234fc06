/**
 * Filter and period of the ledger. A filter that another view requested lasts until the ledger is left: then the user's
 * own is back, unless the requested one was changed since.
 */
import { computed, onDeactivated, type Ref, shallowRef, watch } from 'vue'
import { allTickets, type LedgerFilter } from '../../../../shared/model/ticket/ledger-filter.ts'
import { useUndoStore } from '../../../commands/undo-store.ts'
import type { Narrowing } from '../../../navigation-store.ts'
import { changeFilter, closeLastNumber, type Shown, toggleNumber } from './opened-numbers.ts'
import { getPeriodDays } from './period.ts'

/** True for a key that a field, a dialog or a popover takes. */
const isUsed = ({ target, defaultPrevented }: KeyboardEvent): boolean =>
  defaultPrevented || (target instanceof Element && target.closest('dialog, [popover]') !== null)

const chips = { bookId: null, result: null, league: null, market: null, tag: null } as const

function widen(shown: Shown, { target }: KeyboardEvent): Shown | undefined {
  const before = closeLastNumber(shown)
  const { filter } = shown
  if (before !== undefined || !(target instanceof Element) || target.closest('[data-ticket]') === null)
    return before
  if (filter.text !== '') return changeFilter(shown, { ...filter, text: '' })
  const isSet = [filter.bookId, filter.result, filter.league, filter.market, filter.tag].some(Boolean)
  return isSet ? changeFilter(shown, { ...filter, ...chips }) : undefined
}

export function useLedgerFilter() {
  const shown = shallowRef<Shown>({
    period: 'month',
    filter: { ...allTickets, ...getPeriodDays('month', Date.now()) },
    opened: [],
  })
  const period = computed({
    get: () => shown.value.period,
    set: to => (shown.value = { ...shown.value, period: to }),
  })
  const filter = computed({
    get: () => shown.value.filter,
    set: to => (shown.value = changeFilter(shown.value, to)),
  })
  const { skip } = useFilterUndo(shown)
  let [requested, own]: [LedgerFilter | undefined, Shown] = [undefined, shown.value]

  function showAll(part: Narrowing): void {
    shown.value = { period: 'all', filter: { ...allTickets, ...part }, opened: [] }
  }

  /** Shows a ticket that was just recorded, which stays what is undone next. */
  const showRecordedAmong = (part: Narrowing) => skip(() => showAll(part))

  /** Shows the tickets that another view requested. */
  function showRequested(part: Narrowing): void {
    if (requested !== filter.value) own = shown.value
    skip(() => showAll(part))
    requested = filter.value
  }

  /** Narrows the filter to the tickets of a number; the same number again takes that back. */
  function narrow(part: Narrowing): void {
    shown.value = toggleNumber(shown.value, part)
  }

  /** Escape takes back the number that was opened last; on a ticket then the text, then the other filters. */
  function closeByEscape(press: KeyboardEvent): void {
    const before = isUsed(press) ? undefined : widen(shown.value, press)
    if (before === undefined) return
    press.preventDefault()
    press.stopPropagation()
    shown.value = before
  }

  onDeactivated(() => {
    if (requested === filter.value) skip(() => (shown.value = own))
  })

  return { period, filter, showAll, showRecordedAmong, showRequested, narrow, closeByEscape }
}

/** Pause after which typing on is another change of the filter. */
const maxPauseMs = 2_000

/** Records changes of the filter to be undone in the ledger: all that one press changed as one, and so a burst of typing. */
function useFilterUndo(shown: Ref<Shown>) {
  let skipped: Shown | undefined
  function skip(run: () => unknown): void {
    run()
    skipped = shown.value
  }
  let burst = { at: 0, key: {} }

  /** Key of the burst of typing that a change belongs to. */
  function findBurst(now: Shown, before: Shown): object | undefined {
    if (!isTypingOn(now, before)) return undefined
    const at = Date.now()
    burst = { at, key: at - burst.at > maxPauseMs ? {} : burst.key }
    return burst.key
  }

  watch(shown, (now, before) => {
    if (now === skipped || JSON.stringify(now) === JSON.stringify(before)) return
    const mergeKey = findBurst(now, before)
    useUndoStore().record({
      ...{ label: 'filter tickets', isOfLedger: true },
      ...(mergeKey !== undefined && { mergeKey }),
      undo: () => skip(() => (shown.value = before)),
      redo: () => skip(() => (shown.value = now)),
    })
  })
  return { skip }
}

const isTypingOn = ({ filter }: Shown, before: Shown): boolean =>
  JSON.stringify({ ...filter, text: '' }) === JSON.stringify({ ...before.filter, text: '' })
