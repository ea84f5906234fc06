import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { useCommandList, useCommands, useCommandStore } from '../../../src/renderer/commands/command-store.ts'

beforeEach(() => setActivePinia(createPinia()))

const titles = (group: 'Desk' | 'Price') =>
  useCommandStore()
    .listGroup(group)
    .map(({ title }) => title)

it('useCommandStore lists the commands of a group that something runs, then those of lists', () => {
  const store = useCommandStore()
  store.addList({ group: 'Desk', commands: () => [{ title: 'By start', run: vi.fn() }] })
  store.handle({ 'desk.alerts': { run: vi.fn() }, 'desk.reprice-all': { run: vi.fn() } })
  expect(titles('Desk')).toEqual(['Reprice all', 'Alerts', 'By start'])
})

it('useCommandStore finds a command by its chord only where something runs it', () => {
  const store = useCommandStore()
  expect(store.findByChord('desk', 'O')).toBeUndefined()
  store.handle({ 'price.open': { run: vi.fn() } })
  expect(store.findByChord('desk', 'O')).toBe('price.open')
  expect(store.findByChord('ledger', 'O')).toBeUndefined()
})

it('useCommandStore does not run a blocked command, and keeps the reason', () => {
  const store = useCommandStore()
  const run = vi.fn()
  let reason: string | undefined = 'Select a price first'
  store.handle({ 'price.open': { run, blocked: () => reason } })
  store.run('price.open')
  expect([run.mock.calls.length, store.refusal]).toEqual([0, { reason: 'Select a price first' }])
  reason = undefined
  store.run('price.open')
  expect([run.mock.calls.length, store.refusal]).toEqual([1, undefined])
})

it('useCommands runs a command in place of another part, and gives it back when it ends', () => {
  const store = useCommandStore()
  const [before, tool] = [vi.fn(), vi.fn()]
  store.handle({ 'price.history': { run: before } })
  const part = effectScope()
  part.run(() => useCommands({ 'price.history': { run: tool } }))
  store.run('price.history')
  part.stop()
  store.run('price.history')
  expect([before.mock.calls.length, tool.mock.calls.length]).toEqual([1, 1])
})

it('useCommandList describes the subject of a group, and ends with its part', () => {
  const part = effectScope()
  part.run(() => useCommandList({ group: 'Price', about: () => 'Bravo · North O27.5 pts' }))
  expect(useCommandStore().aboutGroup('Price')).toBe('Bravo · North O27.5 pts')
  part.stop()
  expect(useCommandStore().aboutGroup('Price')).toBe('')
})
