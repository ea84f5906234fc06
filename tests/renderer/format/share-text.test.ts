import { describe, expect, it } from 'vitest'
import { percentText, pointsText, signedPercent } from '../../../src/renderer/format/share-text.ts'

describe('a share', () => {
  it.each([
    [0.072, '7.2%', '+7.2%'],
    [-0.013, '−1.3%', '−1.3%'],
    [0, '0.0%', '0.0%'],
    [-0.0001, '0.0%', '0.0%'],
    [1.5, '150.0%', '+150.0%'],
  ])('of %d is %s, and with its sign %s', (share, plain, signed) => {
    expect(percentText(share)).toBe(plain)
    expect(signedPercent(share)).toBe(signed)
  })

  it('has as many decimals as asked for', () => {
    expect(percentText(0.5234, 0)).toBe('52%')
  })
})

describe('a difference of probabilities', () => {
  it.each([
    [0.008, '0.8'],
    [0.25, '25.0'],
    [-0.012, '−1.2'],
    [0.0003, '0.03'],
    [0.00096, '0.1'],
    [0, '0.00'],
  ])('of %d is %s points', (difference, points) => {
    expect(pointsText(difference)).toBe(points)
  })
})
