import { describe, expect, it } from 'vitest'
import { signedMoney } from '../../../src/shared/model/ticket/money-text.ts'
import {
  byteSize,
  countText,
  percentText,
  pluralize,
  pointsText,
  shortSignedPercent,
  signedPercent,
  signTone,
} from '../../../src/renderer/format/number-text.ts'

it('pluralize writes the count with its noun, and takes an irregular plural', () => {
  expect(pluralize(1, 'parlay')).toBe('1 parlay')
  expect(pluralize(0, 'parlay')).toBe('0 parlays')
  expect(pluralize(2, 'price of a leg', 'prices of a leg')).toBe('2 prices of a leg')
  expect(countText(41_208)).toMatch(/^41.208$/)
})

it('byteSize writes whole binary units', () => {
  expect([byteSize(512), byteSize(65_536), byteSize(1_048_576)]).toEqual(['512 bytes', '64 KB', '1 MB'])
})

describe('percentText and signedPercent', () => {
  it.each([
    [0.072, '7.2%', '+7.2%'],
    [-0.013, '−1.3%', '−1.3%'],
    [0, '0.0%', '0.0%'],
    [-0.0001, '0.0%', '0.0%'],
    [1.5, '150.0%', '+150.0%'],
  ])('write %d as %s, and signed as %s', (share, plain, signed) => {
    expect(percentText(share)).toBe(plain)
    expect(signedPercent(share)).toBe(signed)
  })

  it('write the number of decimals requested', () => {
    expect(percentText(0.5234, 0)).toBe('52%')
  })
})

describe('pointsText', () => {
  it.each([
    [0.008, '0.8'],
    [0.25, '25.0'],
    [-0.012, '−1.2'],
    [0.0003, '0.03'],
    [0.00096, '0.1'],
    [0, '0.00'],
  ])('writes %d as %s', (difference, points) => {
    expect(pointsText(difference)).toBe(points)
  })
})

it('signTone follows the sign as it is written', () => {
  const shares = [0.041, -0.02, 0.0004, -0.0004, 0].map(share => signTone(signedPercent(share)))
  expect(shares).toEqual(['up', 'down', '', '', ''])
  expect([1, -1, 0].map(minor => signTone(signedMoney(minor, 'USD')))).toEqual(['up', 'down', ''])
  expect(signTone('–')).toBe('')
})

it('shortSignedPercent has no decimals from 100% on', () => {
  const shares = [0.072, 0.999, 1, 2.193, -1, 0].map(shortSignedPercent)
  expect(shares).toEqual(['+7.2%', '+99.9%', '+100%', '+219%', '−100%', '0.0%'])
})
