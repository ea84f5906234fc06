/**
 * Mirror of the ledger's status with its texts, and the one subscriber to its changes: it notifies lists and sums, which
 * then refresh.
 */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import type { LedgerChange, LedgerProblem, LedgerStatus } from '../../../shared/model/ticket/ledger-status.ts'
import { bridge } from '../../bridge.ts'

/** Tickets that changed or left. */
export type TicketChange = Pick<LedgerChange, 'lines' | 'gone' | 'isMany'>
type ChangeListener = (change: TicketChange) => void

/** Throttle in ms, so that sums are not read after each of hundreds of settled legs. */
const minNotifyGapMs = 500

export const useLedgerStore = defineStore('ledger', () => {
  // state
  const status = shallowRef<LedgerStatus>({ kind: 'opening' })
  const failure = shallowRef<Failure>()
  /** Ticket that was typed or hedged just now, until the list has selected it. */
  const recordedId = shallowRef<number>()
  const listeners = new Set<ChangeListener>()
  let seq = -1
  let isSubscribed = false
  let pending: TicketChange | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  // derived
  const isOpen = computed(() => status.value.kind === 'open')

  // actions
  /** A second call reads the state again: the retry after a failure. */
  async function start(): Promise<void> {
    if (!isSubscribed) bridge().ledger.changed(onChange)
    isSubscribed = true
    const outcome = await bridge().ledger.snapshot()
    failure.value = outcome.ok ? undefined : outcome.failure
    if (outcome.ok && outcome.value.seq > seq) status.value = outcome.value.status
  }

  /** Applies the status that a call returned. */
  function adopt(answered: LedgerStatus): void {
    status.value = answered
  }

  function onChange(change: LedgerChange): void {
    if (change.seq <= seq) return
    seq = change.seq
    status.value = change.status
    failure.value = undefined
    if (change.lines.length + change.gone.length === 0 && !change.isMany) return
    pending = pending === undefined ? change : mergeChanges(pending, change)
    if (timer === undefined) notify()
  }

  function notify(): void {
    const change = pending
    pending = undefined
    timer = change && setTimeout(notify, minNotifyGapMs)
    if (change !== undefined) for (const listener of listeners) listener(change)
  }

  /** Calls the listener for changed tickets; returns a function that unsubscribes. */
  function subscribe(listener: ChangeListener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return { status, failure, recordedId, isOpen, start, adopt, subscribe }
})

const mergeChanges = (before: TicketChange, now: TicketChange): TicketChange => ({
  lines: [...before.lines, ...now.lines],
  gone: [...before.gone, ...now.gone],
  isMany: before.isMany || now.isMany,
})

/** State of a ledger that is not open yet. */
export function describeOpening({ lacking, records }: Extract<LedgerStatus, { kind: 'opening' }>): string {
  if (lacking === undefined || records === undefined) return 'Opening the ledger…'
  const done = Math.floor((100 * (records - lacking)) / records)
  return `Updating your ledger: ${done}% (one time only)`
}

export const problemTitles: Readonly<Record<LedgerProblem, string>> = {
  behind: 'Some saved records are missing',
  missing: 'Ledger file not found',
  unwitnessed: 'Can’t verify the ledger',
  damaged: 'The ledger is damaged',
  newer: 'This ledger is from a newer version',
  unusable: 'The ledger can’t be used now',
}
