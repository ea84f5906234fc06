import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf } from '../../../../src/renderer/features/board/sources/upload-parts.ts'

test('empty text is one empty part', () => {
  expect(partsOf('')).toEqual([''])
})

test('text at the limit is one part, one unit more is two', () => {
  expect(partsOf('abcd', 4)).toEqual(['abcd'])
  expect(partsOf('abcde', 4)).toEqual(['abcd', 'e'])
})

test('a surrogate pair at the limit goes whole into the next part', () => {
  expect(partsOf('abc😀d', 4)).toEqual(['abc', '😀d'])
})

test('any text comes back whole from parts that each fit and are each well formed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 2, max: 40 }),
      (text, limit) => {
        const parts = partsOf(text, limit)
        expect(parts.join('')).toBe(text)
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(limit)
          expect(part.isWellFormed()).toBe(true)
        }
      },
    ),
  )
})
