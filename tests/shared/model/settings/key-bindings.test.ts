import { expect, it } from 'vitest'
import { KeyBindings } from '../../../../src/shared/model/settings/key-bindings.ts'

it.each(['O', 'Ctrl+Shift+Z', 'Alt+ArrowLeft', '?', 'Ctrl++', 'Щ'])(
  'KeyBindings takes the chord %s',
  chord => {
    expect(KeyBindings.safeParse([{ command: 'price.open', chords: [chord] }]).success).toBe(true)
  },
)

it.each(['', 'Shift+Ctrl+O', 'a b', '\u202e', 'x'.repeat(60)])('KeyBindings refuses the chord %j', chord => {
  expect(KeyBindings.safeParse([{ command: 'price.open', chords: [chord] }]).success).toBe(false)
})
