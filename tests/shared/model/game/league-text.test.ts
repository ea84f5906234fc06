import { expect, it } from 'vitest'
import { leagueText } from '../../../../src/shared/model/game/league-text.ts'

it.each([
  ['nba', 'NBA'],
  ['wnba', 'WNBA'],
  ['epl', 'Premier League'],
  ['La Liga', 'La Liga'],
  ['bundesliga', 'Bundesliga'],
  ['copa_america', 'Copa America'],
  ['NFL preseason', 'NFL preseason'],
  ['ubl', 'Union Basketball'],
  ['', ''],
  ['constructor', 'Constructor'],
])('leagueText of %j is %j', (id, text) => {
  expect(leagueText(id)).toBe(text)
})
