import { expect, it, vi } from 'vitest'
import { KeySettings } from '../../../src/main/account/key-settings.ts'
import { KeyBindings } from '../../../src/shared/model/settings/key-bindings.ts'
import { emptySettings } from '../../support/account/account-fixture.ts'

it('KeySettings keeps the keys in the settings file, and reports a change', () => {
  const file = emptySettings()
  const keys = new KeySettings(file)
  const changed = vi.fn()
  keys.on('changed', changed)
  keys.save([
    { command: 'price.open', chords: ['Ctrl+Shift+O'] },
    { command: 'row.reprice', chords: [] },
  ])
  expect(file.read().keys).toEqual([
    { command: 'price.open', chords: ['Ctrl+Shift+O'] },
    { command: 'row.reprice', chords: [] },
  ])
  expect(new KeySettings(file).state()).toEqual(keys.state())
  expect(changed).toHaveBeenCalledOnce()
})

it.each(['O', 'Ctrl+Shift+Z', 'Alt+ArrowLeft', '?', 'Ctrl++', 'Щ'])(
  'KeyBindings takes the chord %s',
  chord => {
    expect(KeyBindings.safeParse([{ command: 'price.open', chords: [chord] }]).success).toBe(true)
  },
)

it.each(['', 'Shift+Ctrl+O', 'a b', '\u202e', 'x'.repeat(60)])('KeyBindings refuses the chord %j', chord => {
  expect(KeyBindings.safeParse([{ command: 'price.open', chords: [chord] }]).success).toBe(false)
})
