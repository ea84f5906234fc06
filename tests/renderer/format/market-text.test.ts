import { expect, it } from 'vitest'
import { legText, marketText } from '../../../src/renderer/format/market-text.ts'

it.each([
  ['Player Points', 'Points'],
  ['Player Points + Rebounds + Assists', 'Pts + Reb + Ast'],
  ['Player Passing + Rushing Yards', 'Pass + Rush Yds'],
  ['First Half Moneyline', 'First Half Moneyline'],
])('marketText of %s is %s', (market, text) => {
  expect(marketText(market)).toBe(text)
})

it.each([
  ['River Town -12.5', 'River Town −12.5'],
  ['-1.5', '−1.5'],
  ['Albion (-.5)', 'Albion (−.5)'],
  ['Smith-Jones Over 2-3 Goals', 'Smith-Jones Over 2-3 Goals'],
])('legText of %s is %s', (name, text) => {
  expect(legText(name)).toBe(text)
})
