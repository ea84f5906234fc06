/** Backups of the ledger, and the acts that bring one back when the ledger cannot be used. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type { Backup, BackupState } from '../../../../shared/model/ticket/backup.ts'
import type { LedgerStatus } from '../../../../shared/model/ticket/ledger-status.ts'
import { bridge } from '../../../bridge.ts'
import { createMirror } from '../../../mirror.ts'

type Closed = Extract<LedgerStatus, { kind: 'closed' }>
/** What is under way. */
type RecoveryAction = 'restore' | 'adopt' | 'startNew' | 'retry'

export const useRecoveryStore = defineStore('recovery', () => {
  // state
  const { value: state, start: follow } = createMirror<BackupState>(() => bridge().backups)
  const closed = shallowRef<Closed>()
  const backups = shallowRef<readonly Backup[]>()
  const failure = shallowRef<Failure>()
  const underWay = shallowRef<RecoveryAction>()
  let isFollowing = false

  // derived
  const newestAt = computed(() => state.value?.newestAt ?? null)
  const good = computed(() => backups.value?.filter(({ problem }) => problem === null) ?? [])

  // actions
  async function start(): Promise<void> {
    if (!isFollowing) bridge().ledger.changed(({ status }) => meet(status))
    isFollowing = true
    const [outcome] = await Promise.all([bridge().ledger.snapshot(), follow()])
    if (outcome.ok) meet(outcome.value.status)
  }

  function meet(status: LedgerStatus): void {
    const isNews = status.kind === 'closed' && closed.value?.sentence !== status.sentence
    closed.value = status.kind === 'closed' ? status : undefined
    if (isNews) void list()
  }

  async function list(): Promise<void> {
    const outcome = await bridge().backups.list()
    if (outcome.ok) backups.value = outcome.value.backups
    else failure.value = outcome.failure
  }

  async function run<T>(act: RecoveryAction, ask: () => Promise<Outcome<T>>): Promise<T | undefined> {
    if (underWay.value !== undefined) return undefined
    underWay.value = act
    const outcome = await ask()
    underWay.value = undefined
    failure.value = outcome.ok ? undefined : outcome.failure
    return outcome.ok ? outcome.value : undefined
  }

  type Replacing = () => ReturnType<ReturnType<typeof bridge>['backups']['adopt']>

  async function replace(act: RecoveryAction, ask: Replacing): Promise<void> {
    const done = await run(act, ask)
    if (done !== undefined) meet(done.status)
  }

  const restore = (name: string) => replace('restore', () => bridge().backups.restore({ name }))
  const adopt = () => replace('adopt', () => bridge().backups.adopt())
  const startNew = () => replace('startNew', () => bridge().backups.startNew())

  async function retry(): Promise<void> {
    const status = await run('retry', () => bridge().backups.retry())
    if (status !== undefined) meet(status)
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
    underWay,
    newestAt,
    good,
    start,
    restore,
    adopt,
    startNew,
    retry,
    show,
  }
})
