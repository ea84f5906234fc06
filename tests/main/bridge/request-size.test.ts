import { describe, expect, it, vi } from 'vitest'
import { isSmallRequest } from '../../../src/main/bridge/request-size.ts'

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

describe('isSmallRequest', () => {
  it.each<[string, unknown, boolean]>([
    ['nothing', null, true],
    ['256 KiB of text', { text: 'x'.repeat(255 * kibibyte) }, true],
    ['more text', { text: 'x'.repeat(256 * kibibyte) }, false],
    ['as much text, in two bytes a character', { text: 'é'.repeat(128 * kibibyte) }, false],
    ['many short texts', Array.from({ length: 60_000 }, () => 'abcd'), false],
    ['long names', { ['x'.repeat(256 * kibibyte)]: 1 }, false],
    ['100,000 numbers', Array.from({ length: 100_000 }, () => 1), true],
    ['200,000 numbers', Array.from({ length: 200_000 }, () => 1), false],
    ['a few holes in an array', new Array(1_000), true],
    ['an array of holes', new Array(2 ** 32 - 1), false],
    ['64 MiB of bytes', { bytes: new Uint8Array(64 * mebibyte), text: 'x' }, true],
    ['more bytes in all', [new Uint8Array(60 * mebibyte), new Float64Array(mebibyte)], false],
    ['more bytes without a view', new ArrayBuffer(65 * mebibyte), false],
  ])('takes or refuses %s', (_what, request, isSmall) => {
    expect(isSmallRequest(request)).toBe(isSmall)
  })

  it('ends at a request that ends nowhere', () => {
    const cyclic: unknown[] = []
    cyclic.push(cyclic, cyclic)
    expect(isSmallRequest(cyclic)).toBe(false)
  })

  it('writes nothing', () => {
    const stringify = vi.spyOn(JSON, 'stringify')
    isSmallRequest({ rows: Array.from({ length: 1_000 }, () => ['a', 'b']) })
    expect(stringify).not.toHaveBeenCalled()
    stringify.mockRestore()
  })
})
