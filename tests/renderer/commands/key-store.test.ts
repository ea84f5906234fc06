import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { useKeyStore } from '../../../src/renderer/commands/key-store.ts'
import type { KeyBindings } from '../../../src/shared/model/settings/key-bindings.ts'
import { ok, stubDesk } from '../../support/bridge/stub-desk.ts'

beforeEach(() => setActivePinia(createPinia()))

async function startWith(saved: KeyBindings) {
  const { api, emit } = stubDesk({})
  api.keys.snapshot.mockResolvedValue(ok(saved))
  const keys = useKeyStore()
  await keys.start()
  return { api, emit, keys }
}

it('useKeyStore gives the keys that the user set in place of a command’s own', async () => {
  const { keys } = await startWith([
    { command: 'row.remove', chords: ['D'] },
    { command: 'row.reprice', chords: [] },
  ])
  expect([keys.keysOf('row.remove'), keys.keysOf('row.reprice'), keys.keysOf('price.open')]).toEqual([
    ['D'],
    [],
    ['O'],
  ])
  expect([
    keys.findCommand('grid', 'D'),
    keys.findCommand('grid', 'Delete'),
    keys.findCommand('desk', 'R'),
  ]).toEqual(['row.remove', undefined, undefined])
})

it('useKeyStore prefers a key that the user set to the own key of another command', async () => {
  const { keys } = await startWith([{ command: 'price.hide-book', chords: ['O'] }])
  expect(keys.findCommand('desk', 'O')).toBe('price.hide-book')
})

it('useKeyStore finds conflicts in scopes that overlap only', async () => {
  const { keys } = await startWith([])
  expect(keys.findConflicts('price.copy-link', 'P')).toEqual(['price.phone'])
  expect(keys.findConflicts('ledger.new', 'C')).toEqual([])
  expect(keys.findConflicts('price.open', 'O')).toEqual([])
})

it('useKeyStore saves no key that is the command’s own', async () => {
  const { api, keys } = await startWith([{ command: 'price.open', chords: ['Y'] }])
  await keys.change({ 'price.open': ['O'], 'price.phone': ['Z'] })
  expect(api.keys.save).toHaveBeenCalledExactlyOnceWith({ keys: [{ command: 'price.phone', chords: ['Z'] }] })
  expect([keys.isChanged('price.open'), keys.isChanged('price.phone'), keys.areSomeChanged]).toEqual([
    false,
    true,
    true,
  ])
})

it('useKeyStore follows changes made in another window', async () => {
  const { emit, keys } = await startWith([])
  emit.keys.changed([{ command: 'price.open', chords: ['Y'] }])
  expect(keys.keysOf('price.open')).toEqual(['Y'])
})
