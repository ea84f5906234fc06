import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { encodeQrCode } from '../../../../../src/renderer/features/desk/betslip/qr-path.ts'

/** The modules that a path draws dark, as rows of 0 and 1. */
function drawn({ size, path }: { size: number; path: string }): string[] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '0'))
  for (const [, x = '', y = '', run = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    rows[Number(y)]?.fill('1', Number(x), Number(x) + Number(run))
  return rows.map(row => row.join(''))
}

describe('encodeQrCode', () => {
  it.each(['bravo://slip?s=1', `https://bets.example/slip?s=${'aB3_-.'.repeat(60)}`, 'x'.repeat(2_000)])(
    'draws exactly the dark modules of %s',
    text => {
      const code = encodeQrCode(text)
      const { data } = encode(text, { ecc: 'M', border: 4 })
      expect(code && drawn(code)).toEqual(data.map(row => row.map(dark => (dark ? '1' : '0')).join('')))
    },
  )

  it('draws the finder in three corners and four light modules around', () => {
    const code = encodeQrCode('bravo://slip')
    const rows = code === undefined ? [] : drawn(code)
    const corner = (top: string | undefined) => [top?.slice(4, 11), top?.slice(-11, -4)]
    expect(corner(rows[4])).toEqual(['1111111', '1111111'])
    expect(rows.at(-5)?.slice(4, 11)).toBe('1111111')
    const edge = [...rows.slice(0, 4), ...rows.slice(-4), ...rows.map(row => row.slice(0, 4) + row.slice(-4))]
    expect(edge.join('')).not.toContain('1')
  })

  it('is undefined for a text that no code can hold', () => {
    expect(encodeQrCode('x'.repeat(4_000))).toBeUndefined()
  })
})
