import { expect, test } from 'vitest'
import {
  bytePartCount,
  bytePartsOf,
  bytesLimit,
  partsOf,
} from '../../../../../src/renderer/features/board/sources/upload-parts.ts'
import { fc } from '../../../../property.ts'

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

async function all(parts: AsyncIterable<string>): Promise<string[]> {
  const list = []
  for await (const part of parts) list.push(part)
  return list
}
const charactersOf = (bytes: Uint8Array) => [...bytes].map(byte => String.fromCharCode(byte)).join('')

test('any file comes back whole from its parts, one character a byte', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.integer({ min: 1, max: 64 }),
      async (bytes, limit) => {
        const parts = await all(bytePartsOf(new Blob([bytes.slice()]), limit))
        expect(parts.join('')).toBe(charactersOf(bytes))
        expect(parts.every(part => part.length <= limit)).toBe(true)
      },
    ),
  )
})

test.each([0, 1, bytesLimit, bytesLimit + 1])(
  'a file of %i bytes has as many parts as is said',
  async size => {
    const file = new Blob([new Uint8Array(size)])
    expect(await all(bytePartsOf(file))).toHaveLength(bytePartCount(file))
  },
)

test('a part of control characters, the longest in JSON, stays under the bridge’s cap', async () => {
  const [part] = await all(bytePartsOf(new Blob([new Uint8Array(bytesLimit)])))
  const request = { upload: crypto.randomUUID(), name: 'ü'.repeat(200), form: 'bytes', part, isLast: false }
  expect(new TextEncoder().encode(JSON.stringify(request)).length).toBeLessThanOrEqual(256 * 1024)
})
