/** Backups of the ledger, and the ways to restore one when the ledger cannot be used. */
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type { Backup, BackupState, LedgerStatus } from '../../../../shared/model/ticket/ledger-status.ts'
import { bridge } from '../../../bridge.ts'
import { createMirror } from '../../../mirror.ts'
import { useLedgerStore } from '../ledger-store.ts'

export const useRecoveryStore = defineStore('recovery', () => {
  const ledger = useLedgerStore()

  // state
  const { value: state, start } = createMirror<BackupState>(() => bridge().backups)
  const backups = shallowRef<readonly Backup[]>()
  const failure = shallowRef<Failure>()
  const isBusy = shallowRef(false)

  // derived
  const closed = computed(() => (ledger.status.kind === 'closed' ? ledger.status : undefined))
  const newestGood = computed(() => backups.value?.find(({ problem }) => problem === null))

  // actions
  async function list(): Promise<void> {
    const outcome = await bridge().backups.list()
    if (outcome.ok) backups.value = outcome.value.backups
    else failure.value = outcome.failure
  }
  watch(
    () => closed.value?.sentence,
    sentence => void (sentence !== undefined && list()),
    { immediate: true },
  )

  /** Runs one recovery at a time; its answer has the ledger's new status. */
  async function recover(
    call: () => Promise<Outcome<LedgerStatus | { status: LedgerStatus }>>,
  ): Promise<void> {
    if (isBusy.value) return
    isBusy.value = true
    const outcome = await call()
    isBusy.value = false
    failure.value = outcome.ok ? undefined : outcome.failure
    if (outcome.ok) ledger.adopt('status' in outcome.value ? outcome.value.status : outcome.value)
  }
  const restore = (name: string) => recover(() => bridge().backups.restore({ name }))
  const adopt = () => recover(() => bridge().backups.adopt())
  const startNew = () => recover(() => bridge().backups.startNew())
  const retry = () => recover(() => bridge().backups.retry())

  async function show(): Promise<void> {
    const outcome = await bridge().backups.show()
    if (!outcome.ok) failure.value = outcome.failure
  }

  return { state, closed, backups, failure, isBusy, newestGood, start, restore, adopt, startNew, retry, show }
})
