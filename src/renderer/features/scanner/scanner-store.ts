/** Mirror of the scanner, read when its view first asks; the proposal in use, and what was put on the desk. */
import { defineStore } from 'pinia'
import { computed, shallowReadonly, shallowRef } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import { noNote, toFingerprint } from '../../../shared/model/parlay/parlay.ts'
import {
  quietScanner,
  type Proposal,
  type ScannerState,
  type ScanSettings,
} from '../../../shared/model/price/scan.ts'
import { bridge } from '../../bridge.ts'
import { createMirror } from '../../mirror.ts'
import { useNavigationStore } from '../../navigation-store.ts'
import { useDeskStore } from '../desk/desk-store.ts'

const fingerprintOf = ({ legs }: Proposal): string => toFingerprint(legs.map(({ key }) => key))

/** Identity of a proposal: a parlay at a book. */
export const proposalId = (proposal: Proposal): string => `${proposal.bookId} ${fingerprintOf(proposal)}`

export const useScannerStore = defineStore('scanner', () => {
  // state
  const { value, failure: readFailure, start: load } = createMirror<ScannerState>(() => bridge().scanner)
  const actionFailure = shallowRef<Failure>()
  const selectedId = shallowRef<string>()
  const desk = useDeskStore()

  // derived
  const state = computed(() => value.value ?? quietScanner)
  const isRunning = computed(() => state.value.run.kind === 'comparing' || state.value.run.kind === 'pricing')
  const selected = computed(() => {
    const { proposals } = state.value
    const id = selectedId.value
    // Another book may have become its best.
    const isSameParlay = (each: Proposal) => id?.endsWith(` ${fingerprintOf(each)}`) === true
    return proposals.find(each => proposalId(each) === id) ?? proposals.find(isSameParlay) ?? proposals[0]
  })
  /** Ids of parlays by the fingerprints of their legs. */
  const onDesk = computed(
    () =>
      new Map(
        desk.getRows(desk.order).map(({ id, legs }) => [toFingerprint(legs.map(({ key }) => key)), id]),
      ),
  )

  // actions
  function select(id: string): void {
    selectedId.value = id
  }

  /** Settings show at once; main answers with an event. */
  async function setSettings(settings: ScanSettings): Promise<void> {
    const outcome = await bridge().scanner.setSettings(settings)
    actionFailure.value = outcome.ok ? undefined : outcome.failure
  }

  async function start(): Promise<void> {
    selectedId.value = undefined
    const outcome = await bridge().scanner.start()
    actionFailure.value = outcome.ok ? undefined : outcome.failure
  }

  async function stop(): Promise<void> {
    const outcome = await bridge().scanner.stop()
    actionFailure.value = outcome.ok ? undefined : outcome.failure
  }

  const parlayOf = (proposal: Proposal): number | undefined => onDesk.value.get(fingerprintOf(proposal))

  /** Puts a proposal on the desk, where all books price it; shows it there when it is on the desk already. */
  async function putOnDesk(proposal: Proposal): Promise<void> {
    const parlayId = parlayOf(proposal)
    if (parlayId !== undefined) {
      useNavigationStore().showCell({ parlayId, bookId: proposal.bookId })
      return
    }
    const selections = proposal.legs.map(({ key }) => key)
    const outcome = await bridge().desk.addParlay({ selections, note: noNote })
    actionFailure.value = outcome.ok ? undefined : outcome.failure
  }

  return {
    state,
    isRunning,
    failure: computed(() => actionFailure.value ?? readFailure.value),
    selected,
    selectedId: shallowReadonly(selectedId),
    load,
    select,
    setSettings,
    start,
    stop,
    parlayOf,
    putOnDesk,
  }
})
