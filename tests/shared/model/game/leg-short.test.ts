import { describe, expect, it } from 'vitest'
import { shortenGames, shortenLegs } from '../../../../src/shared/model/game/leg-short.ts'
import { leg } from '../../../support/shared/desk-rows.ts'

describe('shortenLegs', () => {
  it.each([
    ['Ada North Over 27.5', 'Player Points', 'North O27.5 pts'],
    ['#7 Ada North Under 1.5', 'Player Threes Made', 'North U1.5 threes'],
    ['Max Reyes Jr. Over 65.5', 'Player Receiving Yards', 'Reyes Jr. O65.5 rec yds'],
    ['Max Reyes III Over 65.5', 'Player Receiving Yards', 'Reyes III O65.5 rec yds'],
    ['Max Reyes Over 275.5', 'Player Passing Yards', 'Reyes O275.5 pass yds'],
    ['Ada North Over 39.5', 'Player Points + Rebounds + Assists', 'North O39.5 pts+reb+ast'],
    ['Nia Oakes Over 0.5', 'Player Shots On Target', 'Oakes O0.5 SOT'],
    ['Jo Grove Over 2', 'Player Hits + Runs + RBIs', 'Grove O2 H+R+RBI'],
    ['Over 2.5', 'Total Goals', 'O2.5 goals'],
    ['Harbor City', 'Moneyline', 'Harbor City ML'],
    ['Harbor City', 'First Half Moneyline', 'Harbor City 1H ML'],
    ['Over 4.5', 'First 5 Innings Total Runs', 'O4.5 F5 runs'],
    ['Orchard Park Over 4.5', 'Team Total', 'Orchard Park O4.5 TT'],
    ['Orchard Park Under 2.5', 'First 5 Innings Team Total', 'Orchard Park U2.5 F5 TT'],
    ['Harbor City Over 112.5', 'Team Total Points', 'Harbor City O112.5 TT'],
    ['Granite -3.5', 'Point Spread', 'Granite −3.5'],
    ['Granite +1.5', 'First Half Point Spread', 'Granite 1H +1.5'],
    ['River Town by 1-6', 'Winning Margin', 'River Town by 1-6 winning margin'],
    ['Ada North Over 27.5', '', 'North O27.5'],
    ['Harbor City', '', 'Harbor City'],
    ['Anything else', 'Method of Victory', 'Anything else method of victory'],
  ])('makes %s in %s %s', (name, market, short) => {
    expect(shortenLegs([leg(name, market)])).toBe(short)
  })

  it('names a team once for two legs in a row, and keeps one that is named again after a total', () => {
    const [whole, half] = [leg('Granite', 'Moneyline'), leg('Granite', 'First Half Moneyline')]
    expect(shortenLegs([whole, half])).toBe('Granite ML · 1H ML')
    expect(shortenLegs([whole, leg('Over 9.5', 'Total Runs'), half])).toBe(
      'Granite ML · O9.5 runs · Granite 1H ML',
    )
  })

  it('names a player once for two legs in a row', () => {
    const legs = [leg('Ada North Over 27.5', 'Player Points'), leg('Ada North Over 7.5', 'Player Rebounds')]
    expect(shortenLegs(legs)).toBe('North O27.5 pts · O7.5 reb')
  })
})

it('shortenGames names each game once', () => {
  const other = { id: 'e2', short: 'ICP at SND' }
  expect(shortenGames([leg('A', 'm'), leg('B', 'm'), leg('C', 'm', other)])).toBe('RVT at HBR + ICP at SND')
})
