import { describe, expect, it } from 'vitest'
import { retryAfterAt } from '../../../src/main/odds-service/wire.ts'
import { noon } from '../../support/shared/desk-rows.ts'

const waitOf = (header: string | undefined) => (retryAfterAt(header, noon) - noon) / 1000
const day = 86_400

describe('retryAfterAt', () => {
  it.each([
    ['7', 7],
    [' 7 ', 7],
    ['0', 1],
    ['1.5', 1.5],
    ['7200', 7_200],
    ['31536000', day],
    ['9'.repeat(400), day],
    [new Date(noon + 90_000).toUTCString(), 90],
    ['Saturday, 10-Jan-26 12:00:30 GMT', 30],
    [new Date(noon - 90_000).toUTCString(), 1],
    [new Date(noon + 365 * 86_400_000).toUTCString(), day],
  ])('reads %j as %d s', (header, seconds) => {
    expect(waitOf(header)).toBe(seconds)
  })

  it.each([undefined, '', '  ', '-5', '+5', 'soon', 'in 5', 'foo 1', '5s', '1e3', '0x10', 'Infinity', 'NaN'])(
    'waits a minute where %j says nothing',
    header => {
      expect(waitOf(header)).toBe(60)
    },
  )
})
