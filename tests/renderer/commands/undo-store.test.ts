import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { useUndoStore } from '../../../src/renderer/commands/undo-store.ts'

beforeEach(() => setActivePinia(createPinia()))

function counting() {
  const changes = useUndoStore()
  let value = 0
  const set = (next: number, part?: unknown) => {
    const before = value
    value = next
    changes.record({
      label: `set ${next}`,
      undo: () => set(before),
      redo: () => set(next),
      ...(part === undefined ? {} : { part }),
    })
  }
  return { changes, set, read: () => value }
}

it('useUndoStore undoes and redoes changes in order, and what these change is no change', async () => {
  const { changes, set, read } = counting()
  set(1)
  set(2)
  await changes.undo()
  expect([read(), changes.nextUndo, changes.nextRedo]).toEqual([1, 'set 1', 'set 2'])
  await changes.redo()
  await changes.undo()
  await changes.undo()
  expect([read(), changes.nextUndo, changes.nextRedo]).toEqual([0, undefined, 'set 1'])
  expect(await changes.undo()).toBeUndefined()
})

it('useUndoStore forgets what was undone once something else is changed', async () => {
  const { changes, set } = counting()
  set(1)
  await changes.undo()
  set(5)
  expect(changes.nextRedo).toBeUndefined()
})

it('useUndoStore takes steps of one part as one change', async () => {
  const { changes, set, read } = counting()
  set(1)
  set(2, 'filter')
  set(3, 'filter')
  await changes.undo()
  expect(read()).toBe(1)
  await changes.redo()
  expect(read()).toBe(3)
})

it('useUndoStore undoes one change of many, once', async () => {
  const { changes, set } = counting()
  set(1)
  const undone: string[] = []
  const change = { label: 'remove', undo: () => undone.push('back'), redo: () => undone.push('gone') }
  changes.record(change)
  set(2)
  expect(await changes.undo(change)).toBe(change)
  expect(await changes.undo(change)).toBeUndefined()
  expect([undone, changes.nextUndo]).toEqual([['back'], 'set 2'])
})

it('useUndoStore keeps a hundred changes, and clears them', () => {
  const { changes, set } = counting()
  for (let value = 1; value <= 150; value++) set(value)
  changes.clear()
  expect([changes.nextUndo, changes.nextRedo]).toEqual([undefined, undefined])
})

it('useUndoStore performs a change as one, and records none that failed', async () => {
  const { changes, set, read } = counting()
  await changes.perform({ label: 'both', undo: () => set(0), redo: () => set(7) })
  expect([read(), changes.nextUndo]).toEqual([7, 'both'])
  await changes.undo()
  expect([read(), changes.nextUndo]).toEqual([0, undefined])
  await changes.perform({ label: 'none', undo: () => set(0), redo: () => Promise.resolve(false) })
  expect(changes.nextUndo).toBeUndefined()
})
