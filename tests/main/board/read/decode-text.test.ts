import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { unpackGzip } from '../../../../src/main/board/read/decode-text.ts'

describe('unpackGzip', () => {
  it('throws when the text is larger than the limit', () => {
    const bomb = gzipSync(new Uint8Array(2 ** 22))
    expect(() => unpackGzip(bomb, 2 ** 20)).toThrow(
      'Unzipped, this file is over 1 MB. Split it and load the parts.',
    )
    expect(unpackGzip(bomb, 2 ** 22)).toHaveLength(2 ** 22)
  })
})
