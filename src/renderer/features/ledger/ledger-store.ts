/** Mirror of the ledger's state, and the one place that hears its changes: lists and sums ask again when it tells. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import type { LedgerChange, LedgerStatus } from '../../../shared/model/ticket/ledger-status.ts'
import { bridge } from '../../bridge.ts'
import { pluralize } from '../../format/number-text.ts'

/** What became of which tickets. */
export type TicketChange = Pick<LedgerChange, 'lines' | 'gone' | 'isMany'>
type Heard = (change: TicketChange) => void

/**
 * Those who follow are told at once, and then again after this at the earliest: while hundreds of legs are settled, sums
 * are not asked for after each. Milliseconds.
 */
const restMs = 500

export const useLedgerStore = defineStore('ledger', () => {
  // state
  const status = shallowRef<LedgerStatus>({ kind: 'opening' })
  const failure = shallowRef<Failure>()
  const listeners = new Set<Heard>()
  let seq = -1
  let isFollowing = false
  let untold: TicketChange | undefined
  let rest: ReturnType<typeof setTimeout> | undefined

  // derived
  const isOpen = computed(() => status.value.kind === 'open')

  // actions
  /** Called again, it asks again: the retry after a failure. */
  async function start(): Promise<void> {
    if (!isFollowing) bridge().ledger.changed(hear)
    isFollowing = true
    const outcome = await bridge().ledger.snapshot()
    failure.value = outcome.ok ? undefined : outcome.failure
    if (outcome.ok && outcome.value.seq > seq) status.value = outcome.value.status
  }

  function hear(change: LedgerChange): void {
    if (change.seq <= seq) return
    seq = change.seq
    status.value = change.status
    failure.value = undefined
    if (change.lines.length + change.gone.length === 0 && !change.isMany) return
    untold = untold === undefined ? change : both(untold, change)
    if (rest === undefined) tell()
  }

  function tell(): void {
    const told = untold
    untold = undefined
    rest = told && setTimeout(tell, restMs)
    if (told !== undefined) for (const listener of listeners) listener(told)
  }

  /** Hears of changed tickets from now on, until the function it answers is called. */
  function follow(listener: Heard): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return { status, failure, isOpen, start, follow }
})

const both = (before: TicketChange, now: TicketChange): TicketChange => ({
  lines: [...before.lines, ...now.lines],
  gone: [...before.gone, ...now.gone],
  isMany: before.isMany || now.isMany,
})

/** What a ledger does before it is open, in a sentence. */
export function openingText({ lacking, records }: Extract<LedgerStatus, { kind: 'opening' }>): string {
  if (lacking === undefined || records === undefined) return 'The ledger is being opened…'
  const done = Math.floor((100 * (records - lacking)) / records)
  return `The lists of the ledger are made anew from its ${pluralize(records, 'record')}: ${done}% done. This happens once after an update.`
}
