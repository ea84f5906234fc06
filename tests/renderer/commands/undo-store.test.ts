import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { useUndoStore } from '../../../src/renderer/commands/undo-store.ts'

beforeEach(() => setActivePinia(createPinia()))

function counting() {
  const changes = useUndoStore()
  let value = 0
  const set = (next: number, mergeKey?: unknown) => {
    const before = value
    value = next
    changes.record({
      label: `set ${next}`,
      undo: () => set(before),
      redo: () => set(next),
      ...(mergeKey === undefined ? {} : { mergeKey }),
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

it('useUndoStore merges changes that have the same key', async () => {
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

/** A change whose undo and redo wait to be answered. */
function waitingChange(label: string, log: string[]) {
  const answers: ((answer: unknown) => void)[] = []
  const wait = (what: string) => () => {
    log.push(`${what} ${label}`)
    return new Promise(resolve => answers.push(resolve))
  }
  const answer = async (value: unknown = true) => {
    await expect.poll(() => answers.length > 0).toBe(true)
    answers.shift()?.(value)
    await new Promise(resolve => setTimeout(resolve))
  }
  return { change: { label, undo: wait('undo'), redo: wait('redo') }, answer }
}

it('useUndoStore has a second undo wait for the first, and hides none of them', async () => {
  const changes = useUndoStore()
  const log: string[] = []
  const [one, two] = [waitingChange('one', log), waitingChange('two', log)]
  changes.record(one.change)
  changes.record(two.change)
  const undone = [changes.undo(), changes.undo(), changes.redo()]
  await two.answer()
  expect(log).toEqual(['undo two', 'undo one'])
  await one.answer()
  await one.answer()
  expect((await Promise.all(undone)).map(each => each?.label)).toEqual(['two', 'one', 'one'])
  expect([log.at(-1), changes.nextUndo, changes.nextRedo]).toEqual(['redo one', 'one', 'two'])
})

it('useUndoStore records what the user changes while an undo waits', async () => {
  const { changes, set } = counting()
  const slow = waitingChange('slow', [])
  changes.record(slow.change)
  const undone = changes.undo()
  await expect.poll(() => changes.nextUndo === undefined).toBe(true)
  set(1)
  await slow.answer()
  await undone
  expect([changes.nextUndo, changes.nextRedo]).toEqual(['set 1', undefined])
})

it('useUndoStore keeps a change whose undo failed where it was, until it fails again', async () => {
  const changes = useUndoStore()
  const answers: unknown[] = [false, { ok: false }, true]
  changes.record({ label: 'older', undo: () => true, redo: () => true })
  changes.record({ label: 'stubborn', undo: () => answers.shift(), redo: () => true })
  expect(await changes.undo()).toBeUndefined()
  expect([changes.nextUndo, changes.nextRedo]).toEqual(['stubborn', undefined])
  expect(await changes.undo()).toBeUndefined()
  expect([changes.nextUndo, changes.nextRedo]).toEqual(['older', undefined])
})

it('useUndoStore does not bring a change back into another profile', async () => {
  const changes = useUndoStore()
  const slow = waitingChange('slow', [])
  changes.record(slow.change)
  const undone = changes.undo()
  await Promise.resolve()
  changes.clear()
  await slow.answer(false)
  await undone
  expect([changes.nextUndo, changes.nextRedo]).toEqual([undefined, undefined])
})
