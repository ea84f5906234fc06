import { expect, it } from 'vitest'
import { cutText } from '../../../src/renderer/format/cut-text.ts'

it('cutText cuts between words or inside a word that is too long, never inside a character', () => {
  expect(cutText('Suspended', 9)).toBe('Suspended')
  expect(cutText('Suspended now', 11)).toBe('Suspended…')
  expect(cutText('Incompatibilities', 8)).toBe('Incompa…')
  expect(cutText('aa👩‍👩‍👧bb', 4)).toBe('aa👩‍👩‍👧…')
})
