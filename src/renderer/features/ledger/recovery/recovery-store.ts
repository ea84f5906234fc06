/** Backups of the ledger, and the ways to restore one when the ledger cannot be used. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type { Backup, BackupState } from '../../../../shared/model/ticket/backup.ts'
import type { LedgerStatus } from '../../../../shared/model/ticket/ledger-status.ts'
import { bridge } from '../../../bridge.ts'
import { createMirror } from '../../../mirror.ts'

type Closed = Extract<LedgerStatus, { kind: 'closed' }>
type RecoveryAction = 'restore' | 'adopt' | 'startNew' | 'retry'

export const useRecoveryStore = defineStore('recovery', () => {
  // state
  const { value: state, start: subscribe } = createMirror<BackupState>(() => bridge().backups)
  const closed = shallowRef<Closed>()
  const backups = shallowRef<readonly Backup[]>()
  const failure = shallowRef<Failure>()
  const running = shallowRef<RecoveryAction>()
  let isSubscribed = false

  // derived
  const newestAt = computed(() => state.value?.newestAt ?? null)
  const goodBackups = computed(() => backups.value?.filter(({ problem }) => problem === null) ?? [])

  // actions
  async function start(): Promise<void> {
    if (!isSubscribed) bridge().ledger.changed(({ status }) => onStatus(status))
    isSubscribed = true
    const [outcome] = await Promise.all([bridge().ledger.snapshot(), subscribe()])
    if (outcome.ok) onStatus(outcome.value.status)
  }

  function onStatus(status: LedgerStatus): void {
    const isNew = status.kind === 'closed' && closed.value?.sentence !== status.sentence
    closed.value = status.kind === 'closed' ? status : undefined
    if (isNew) void list()
  }

  async function list(): Promise<void> {
    const outcome = await bridge().backups.list()
    if (outcome.ok) backups.value = outcome.value.backups
    else failure.value = outcome.failure
  }

  async function run<T>(action: RecoveryAction, call: () => Promise<Outcome<T>>): Promise<T | undefined> {
    if (running.value !== undefined) return undefined
    running.value = action
    const outcome = await call()
    running.value = undefined
    failure.value = outcome.ok ? undefined : outcome.failure
    return outcome.ok ? outcome.value : undefined
  }

  type ReplacingCall = () => ReturnType<ReturnType<typeof bridge>['backups']['adopt']>

  async function replace(action: RecoveryAction, call: ReplacingCall): Promise<void> {
    const done = await run(action, call)
    if (done !== undefined) onStatus(done.status)
  }

  const restore = (name: string) => replace('restore', () => bridge().backups.restore({ name }))
  const adopt = () => replace('adopt', () => bridge().backups.adopt())
  const startNew = () => replace('startNew', () => bridge().backups.startNew())

  async function retry(): Promise<void> {
    const status = await run('retry', () => bridge().backups.retry())
    if (status !== undefined) onStatus(status)
  }

  async function show(): Promise<void> {
    const outcome = await bridge().backups.show()
    if (!outcome.ok) failure.value = outcome.failure
  }

  return {
    state,
    closed,
    backups,
    failure,
    running,
    newestAt,
    goodBackups,
    start,
    restore,
    adopt,
    startNew,
    retry,
    show,
  }
})
