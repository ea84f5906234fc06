import { describe, expect, it } from 'vitest'
import { findOpposites } from '../../../../src/main/board/query/opposites.ts'
import { storeOf } from '../../../support/board/batches.ts'

const game = 'hoops:river-town:harbor-city:2026-09-10'
const other = 'hoops:cedar-bay:amber-falls:2026-09-10'
const keyOf = (name: string, market = 'Player Points', event = game) => `${event}#${market}#${name}`
const odds = (name: string, market?: string, event?: string) => ({
  id: `Bravo#${keyOf(name, market, event)}`,
  sgp: `${event ?? ''}${market ?? ''}${name}`,
})

const store = storeOf([
  odds('Ada North Over 27.5'),
  odds('Ada North Under 27.5'),
  odds('Ada North Over 28.5'),
  odds('Ada North Under 29.5'),
  odds('Pearl Thorn Under 28.5'),
  odds('Ada North Over 30'),
  odds('Ada North Under 30'),
  odds('Ada North Over 31.25'),
  odds('Ada North Under 31.25'),
  odds('Ada North 25+'),
  odds('Ada North Over 7.5', 'Player Rebounds'),
  odds('Ada North Under 7.5', 'Player Rebounds', other),
  odds('OVER 210.5', 'Total'),
  odds('UNDER 210.5', 'Total'),
  odds('Ada North Yes', 'Double Double'),
  odds('Ada North No', 'Double Double'),
  odds('River Town', 'Moneyline'),
  odds('Harbor City', 'Moneyline'),
  odds('River Town', '1st Half Moneyline'),
  odds('Harbor City', '1st Half Moneyline'),
  odds('Draw', '1st Half Moneyline'),
  odds('River Town', 'Draw No Bet'),
  odds('Harbor City', 'Draw No Bet'),
  odds('River Town', 'Race to 20'),
  odds('Harbor City', 'Race to 20'),
  odds('Neither', 'Race to 20'),
  odds('River Town', '3rd Quarter'),
  odds('Harbor City -3.5', 'Spread'),
  odds('River Town +3.5', 'Spread'),
  odds('Harbor City +3.5', 'Spread'),
  odds('Harbor City -4', 'Spread'),
  odds('River Town +4', 'Spread'),
  odds('River Town by 1-2', 'Winning Margin'),
  odds('Harbor City by 1-2', 'Winning Margin'),
])

/** Name of the opposite side, or the obstacle in brackets. */
function opposite(name: string, market?: string): string {
  const [found] = findOpposites(store, [keyOf(name, market)])
  return found?.kind === 'found' ? found.opposite.name : `(${found?.kind ?? ''})`
}

describe('findOpposites', () => {
  it.each([
    ['Ada North Over 27.5', undefined, 'Ada North Under 27.5'],
    ['Ada North Under 27.5', undefined, 'Ada North Over 27.5'],
    ['OVER 210.5', 'Total', 'UNDER 210.5'],
    ['Ada North Yes', 'Double Double', 'Ada North No'],
    ['Ada North No', 'Double Double', 'Ada North Yes'],
    ['River Town', 'Moneyline', 'Harbor City'],
    ['Harbor City', 'Moneyline', 'River Town'],
    ['Harbor City -3.5', 'Spread', 'River Town +3.5'],
    ['River Town +3.5', 'Spread', 'Harbor City -3.5'],
  ])('of “%s” (%s) are “%s”', (name, market, expected) => {
    expect(opposite(name, market)).toBe(expected)
  })

  it.each([
    ['at another line or of another player', 'Ada North Over 28.5', undefined, 'missing'],
    ['of another game', 'Ada North Over 7.5', 'Player Rebounds', 'missing'],
    ['of a team whose rival is not offered', 'River Town', '3rd Quarter', 'missing'],
    ['of the wrong sign', 'Harbor City +3.5', 'Spread', 'missing'],
    ['of a whole number, which can push', 'Ada North Over 30', undefined, 'whole-line'],
    ['of a whole-number spread', 'Harbor City -4', 'Spread', 'whole-line'],
    ['of a quarter line, of which half is refunded', 'Ada North Over 31.25', undefined, 'whole-line'],
    ['of a line in another wording', 'Ada North 25+', undefined, 'one-sided'],
    ['of a winner where a draw is offered', 'River Town', '1st Half Moneyline', 'three-way'],
    ['of the draw', 'Draw', '1st Half Moneyline', 'one-sided'],
    ['of a bet that a draw refunds', 'River Town', 'Draw No Bet', 'refunded'],
    ['of a market with a third outcome', 'River Town', 'Race to 20', 'one-sided'],
    ['of a winning margin', 'River Town by 1-2', 'Winning Margin', 'one-sided'],
    ['of a bet that is gone', 'Ada North Over 99.5', undefined, 'gone'],
  ])('are none %s', (_, name, market, obstacle) => {
    expect(opposite(name, market)).toBe(`(${obstacle})`)
  })

  it('have all offers of both sides', () => {
    const [found] = findOpposites(store, [keyOf('Ada North Over 27.5')])
    const tokens = found?.kind === 'found' && [found.own, found.opposite].map(leg => leg.offers[0]?.sgp)
    expect(tokens).toEqual(['Ada North Over 27.5', 'Ada North Under 27.5'])
  })
})
