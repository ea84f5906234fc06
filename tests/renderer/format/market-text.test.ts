import { expect, it } from 'vitest'
import { marketText } from '../../../src/renderer/format/market-text.ts'

it.each([
  ['Player Points', 'Points'],
  ['Player Points + Rebounds + Assists', 'Pts + Reb + Ast'],
  ['Player Passing + Rushing Yards', 'Pass + Rush Yds'],
  ['First Half Moneyline', 'First Half Moneyline'],
])('marketText of %s is %s', (market, text) => {
  expect(marketText(market)).toBe(text)
})
