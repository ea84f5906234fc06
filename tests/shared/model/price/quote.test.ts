import { describe, expect, it } from 'vitest'
import type { CallFailure } from '../../../../src/shared/failure.ts'
import { isAboutKey, QuotedPrice, wasSent } from '../../../../src/shared/model/price/quote.ts'
import { priced } from '../../../support/shared/desk-rows.ts'

const failed = (failure: CallFailure) => ({ kind: 'failed', failure }) as const

describe('isAboutKey', () => {
  it('holds for a key that is missing or refused, and for nothing else', () => {
    expect(isAboutKey(failed({ kind: 'key-missing' }))).toBe(true)
    expect(isAboutKey(failed({ kind: 'key-refused' }))).toBe(true)
    expect(isAboutKey(failed({ kind: 'limited', untilAt: 0 }))).toBe(false)
    expect(isAboutKey({ kind: 'no-price' })).toBe(false)
    expect(isAboutKey(undefined)).toBe(false)
  })
})

describe('wasSent', () => {
  it('fails only for calls that never left', () => {
    expect(wasSent(failed({ kind: 'key-missing' }))).toBe(false)
    expect(wasSent(failed({ kind: 'bad-address', detail: '' }))).toBe(false)
    expect(wasSent(failed({ kind: 'storage', sentence: '' }))).toBe(false)
    expect(wasSent(failed({ kind: 'timed-out', afterMs: 1 }))).toBe(true)
    expect(wasSent(priced(150).outcome)).toBe(true)
  })
})

describe('QuotedPrice', () => {
  it.each([1, 0, -2, Number.NaN, Infinity])('refuses decimal odds of %d', decimal => {
    expect(QuotedPrice.safeParse({ text: 'x', format: 'decimal', decimal }).success).toBe(false)
  })
})
