import { expect, it } from 'vitest'
import { shortenBookNames } from '../../../../../src/renderer/features/desk/columns/book-short.ts'

it('shortenBookNames drops what many names have in common, and the rest of long ones', () => {
  const names = [
    'Alpha Bet',
    'Charlie Sports',
    'Echo 888',
    'Golf River',
    'Hard Rock Bet',
    'DraftKings',
    'Bet 365',
  ]
  expect(shortenBookNames(names)).toEqual([
    'Alpha',
    'Charlie',
    'Echo',
    'Golf',
    'Hard Rock',
    'DraftKings',
    'Bet',
  ])
})

it('shortenBookNames keeps names whole that would be short alike', () => {
  expect(shortenBookNames(['Golf River', 'Golf Heights', 'Kilo'])).toEqual([
    'Golf River',
    'Golf Heights',
    'Kilo',
  ])
})
