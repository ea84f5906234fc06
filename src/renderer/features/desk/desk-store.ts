/**
 * Mirror of the desk: a snapshot at start, then changes. Changes older than the state are dropped, and after a missing
 * one the snapshot is read again. Each row has its own shallow ref, so that a new price redraws one row.
 */
import { defineStore } from 'pinia'
import { computed, shallowRef, type ShallowRef } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import {
  quietMeter,
  type DeskUpdate,
  type Meter,
  type Row,
  type RowPatch,
} from '../../../shared/model/parlay/desk.ts'
import { patchRow } from '../../../shared/model/parlay/row-patch.ts'
import { createAfterInput } from '../../after-input.ts'
import { bridge } from '../../bridge.ts'
import { getWindowGroup } from '../../window-name.ts'
import { useSeenStore } from './history/seen-store.ts'

export const useDeskStore = defineStore('desk', () => {
  const load = shallowRef<{ kind: 'loading' | 'ready' } | { kind: 'failed'; failure: Failure }>({
    kind: 'loading',
  })
  /** Ids of all parlays, and of those of this window: a group window shows its group. */
  const all = shallowRef<readonly number[]>([])
  const group = getWindowGroup()
  const inGroup = shallowRef<readonly number[]>([])
  const order = group === undefined ? all : inGroup
  const meter = shallowRef<Meter>(quietMeter)
  const rows = new Map<number, ShallowRef<Row>>()
  const seen = useSeenStore()
  let seq = -1
  /** Changes that came while the snapshot is read; undefined at other times. */
  let later: DeskUpdate[] | undefined
  const arrived: DeskUpdate[] = []
  const applyArrived = createAfterInput(() => arrived.splice(0).forEach(receive))
  let stopFollowing: (() => void) | undefined

  const onDesk = computed(() => new Set(all.value))

  /** The row's ref; undefined once the parlay was removed. */
  function rowRef(parlayId: number): Readonly<ShallowRef<Row>> | undefined {
    return onDesk.value.has(parlayId) ? rows.get(parlayId) : undefined
  }

  /** The rows of these parlays, without removed ones. */
  const getRows = (parlayIds: readonly number[]): Row[] => parlayIds.flatMap(id => rowRef(id)?.value ?? [])

  /** Follows the desk from its snapshot on. A second call, after a failure, starts again. */
  async function start(): Promise<void> {
    stopFollowing?.()
    load.value = { kind: 'loading' }
    stopFollowing = bridge().desk.changed(change => {
      arrived.push(change)
      applyArrived()
    })
    await read()
  }

  /** Reads the snapshot, then applies changes that came meanwhile. A later read replaces this one. */
  async function read(): Promise<void> {
    const meanwhile: DeskUpdate[] = []
    later = meanwhile
    const outcome = await bridge().desk.snapshot()
    if (later !== meanwhile) return
    later = undefined
    if (!outcome.ok) {
      load.value = { kind: 'failed', failure: outcome.failure }
      return
    }
    const { value: snapshot } = outcome
    seq = snapshot.seq - 1
    apply({ ...snapshot, order: snapshot.rows.map(row => row.id) })
    meanwhile.forEach(receive)
    load.value = { kind: 'ready' }
  }

  /**
   * Applies a change. Changes are numbered consecutively; after a missing one the snapshot is read again, because the
   * order is sent only when it changes.
   */
  function receive(change: DeskUpdate): void {
    if (later !== undefined) later.push(change)
    else if (change.seq > seq + 1) void read()
    else apply(change)
  }

  function apply(change: DeskUpdate): void {
    if (change.seq <= seq) return
    seq = change.seq
    meter.value = change.meter
    change.rows.forEach(update)
    if (change.order !== null) reorder(change.order)
    if (group !== undefined) findGroup()
  }

  /** A patch belongs to the row as it was at the change before, which `receive` has made sure of. */
  function update(changed: Row | RowPatch): void {
    const known = rows.get(changed.id)?.value
    if ('legs' in changed) put(changed)
    else if (known !== undefined) put(patchRow(known, changed))
  }

  function put(row: Row): void {
    const known = rows.get(row.id)
    if (known === undefined) rows.set(row.id, shallowRef(row))
    else known.value = row
    seen.addRow(row)
  }

  function reorder(ids: readonly number[]): void {
    const kept = new Set(ids)
    for (const id of rows.keys()) if (!kept.has(id)) rows.delete(id)
    seen.keepOnly(kept)
    all.value = ids
  }

  function findGroup(): void {
    const ids = all.value.filter(id => rows.get(id)?.value.group === group)
    if (ids.join() !== inGroup.value.join()) inGroup.value = ids
  }

  return { load, all, order, meter, rowRef, getRows, start }
})
