import { expect, it } from 'vitest'
import { byteSize } from '../../../src/renderer/format/byte-size.ts'
import { calendarDay, clockSeconds, clockTime } from '../../../src/renderer/format/clock-time.ts'
import { countOf, countText } from '../../../src/renderer/format/count.ts'
import { cutText } from '../../../src/renderer/format/cut-text.ts'

it('counts say one or many', () => {
  expect(countOf(1, 'parlay')).toBe('1 parlay')
  expect(countOf(0, 'parlay')).toBe('0 parlays')
  expect(countOf(2, 'price of a leg', 'prices of a leg')).toBe('2 prices of a leg')
  expect(countText(41_208)).toMatch(/^41.208$/)
})

it('sizes are whole binary units', () => {
  expect([byteSize(512), byteSize(65_536), byteSize(1_048_576)]).toEqual(['512 bytes', '64 KiB', '1 MiB'])
})

it('text is cut between words, or inside one that is too long, but never inside a character', () => {
  expect(cutText('Suspended', 9)).toBe('Suspended')
  expect(cutText('Suspended now', 11)).toBe('Suspended…')
  expect(cutText('Incompatibilities', 8)).toBe('Incompa…')
  expect(cutText('aa👩‍👩‍👧bb', 4)).toBe('aa👩‍👩‍👧…')
})

it('times of day have two or three parts, days have a name', () => {
  const at = new Date(2026, 0, 10, 18, 46, 9).getTime()
  expect(clockTime(at)).toMatch(/^18.46$/)
  expect(clockSeconds(at)).toMatch(/^18.46.09$/)
  expect(calendarDay(at)).toContain('10')
})
