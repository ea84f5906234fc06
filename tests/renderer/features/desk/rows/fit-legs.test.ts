import { describe, expect, it } from 'vitest'
import { fitLegs } from '../../../../../src/renderer/features/desk/rows/fit-legs.ts'

const game = {
  id: 'e1',
  title: 'Orchard Park at Harbor City',
  short: 'ORP at HBR',
  league: 'L',
  startAt: null,
  isLive: false,
}
const leg = (name: string, market: string) => ({ name, market })
const legs = [
  leg('Ada North Over 27.5', 'Player Points'),
  leg('Ada North Over 7.5', 'Player Rebounds'),
  leg('Harbor City', 'Moneyline'),
]
/** A pixel a character; the second line has its room after `5:57 AM · `, after `5:57 · `, and without the time. */
const fit = (first: number, of: Parameters<typeof fitLegs>[0] = legs, second = 40, isNamed = false) =>
  fitLegs(of, { first, second: [second - 10, second - 7, second], isNamed }, text => text.length)

describe('fitLegs', () => {
  it('shows players with their whole names where there is room', () => {
    const first = 'Ada North O27.5 pts · O7.5 reb · Harbor City ML'
    expect(fit(60)).toEqual({ first, second: '', hidden: 0, start: 0 })
    const brothers = [
      leg('Ada North Over 27.5', 'Player Points'),
      leg('Ben North Over 7.5', 'Player Rebounds'),
    ]
    expect(fit(60, brothers).first).toBe('Ada North O27.5 pts · Ben North O7.5 reb')
    expect(fit(33, brothers).first).toBe('North O27.5 pts · North O7.5 reb')
  })

  it('shows all legs in the first line where they fit', () => {
    expect(fit(46).first).toBe('North O27.5 pts · O7.5 reb · Harbor City ML')
  })

  it('shows the legs that do not fit in the second line, whole, before it cuts names', () => {
    expect(fit(38)).toEqual({
      first: 'North O27.5 pts · O7.5 reb',
      second: 'Harbor City ML',
      hidden: 0,
      start: 0,
    })
    expect(fit(18)).toMatchObject({ first: 'North O27.5 pts', second: 'North O7.5 reb · Harbor City ML' })
  })

  it('abbreviates teams in both lines or in none, and never cuts one to a word of its name', () => {
    const totals = [
      leg('Over 9.5', 'Total Runs'),
      leg('Orchard Park Over 4.5', 'Team Total'),
      leg('Harbor City Over 4.5', 'Team Total'),
    ].map(each => ({ ...each, game }))
    const second = 'Orchard Park O4.5 TT · Harbor City O4.5 TT'
    expect(fit(22, totals, 60)).toEqual({ first: 'O9.5 runs', second, hidden: 0, start: 0 })
    const abbreviated = { first: 'O9.5 runs · ORP O4.5 TT', second: 'HBR O4.5 TT', hidden: 0, start: 0 }
    expect(fit(27, totals, 40)).toEqual(abbreviated)
    expect(fit(13, [{ ...leg('Harbor City -4.5', 'Point Spread'), game }]).first).toBe('HBR −4.5')
    expect(fit(12, [{ ...leg('Orchard Park by 1-6', 'Winning Margin'), game }]).first).toBe('ORP by 1-6')
  })

  it('shortens the words of markets before the names of teams', () => {
    const results = ['Match Result', 'First Half Match Result'].map(market => ({
      ...leg('Orchard Park', market),
      game,
    }))
    expect(fit(30, results, 34).first).toBe('Orchard Park ML · 1H ML')
  })

  it('does not take a word of a team’s name in the short form of its game for an abbreviation', () => {
    const total = { ...leg('Orchard Park Over 4.5', 'Team Total'), game: { ...game, short: 'Park at City' } }
    expect(fit(16, [total]).first).toBe('Orchard… O4.5 TT')
  })

  it('shortens the time of the second line, then the stats, then leaves the time out, and then cuts names', () => {
    const three = [
      leg('Al Wren Over 311.5', 'Player Passing Yards'),
      leg('Bo Holtmann Over 65.5', 'Player Rushing Yards'),
      leg('Cy Ives Over 0.5', 'Player Touchdowns'),
    ]
    const second = (room: number) => {
      const { second: text, start, hidden } = fit(22, three, room)
      return { text, start, hidden }
    }
    const [loose, tight] = ['Holtmann O65.5 rush yds · Ives O0.5 TD', 'Holtmann O65.5 rush · Ives O0.5 TD']
    expect(second(48)).toEqual({ text: loose, start: 0, hidden: 0 })
    expect(second(47)).toEqual({ text: loose, start: 1, hidden: 0 })
    expect(second(44)).toEqual({ text: tight, start: 0, hidden: 0 })
    expect(second(41)).toEqual({ text: tight, start: 1, hidden: 0 })
    expect(second(39)).toEqual({ text: tight, start: 2, hidden: 0 })
    expect(second(34)).toEqual({ text: tight, start: 2, hidden: 0 })
    expect(second(31)).toEqual({ text: 'Holt… O65.5 rush · Ives O0.5 TD', start: 2, hidden: 0 })
    expect(second(29)).toEqual({ text: 'Holtmann O65.5 rush', start: 1, hidden: 1 })
  })

  it('counts the last legs rather than leave a leg without its name or its market', () => {
    const four = ['Points', 'Rebounds', 'Assists', 'Threes Made'].map((stat, at) =>
      leg(`Ada North Over ${20.5 - at}`, `Player ${stat}`),
    )
    for (let room = 17; room < 70; room++) {
      const { first, second, hidden } = fit(room, four, room)
      const said = [first, second].filter(text => text !== '').flatMap(text => text.split(' · '))
      expect(said.length + hidden).toBe(4)
      for (const each of said)
        expect(each).toMatch(/^(?:(?:Ada )?Nor(?:t?…|th) )?O\d+\.5 (?:pts|reb|ast|threes|3PM)$/)
      for (const text of [first, second]) expect(text).toMatch(/^(?:Ada |Nor|$)/)
    }
    expect(fit(18, four, 18)).toMatchObject({
      first: 'North O20.5 pts',
      second: 'North O19.5 reb',
      hidden: 2,
    })
  })

  it('never shows a total without its stat, since it has no name', () => {
    const totals = [leg('Over 225', 'Total Points'), leg('Over 112.5', 'First Half Total Points')]
    expect(fit(30, totals).first).toBe('O225 pts · O112.5 1H pts')
    expect(fit(16, totals, 12)).toMatchObject({ first: 'O225 pts', second: '', hidden: 1 })
  })

  it('leaves the first line to the name that the user gave the row', () => {
    expect(fit(8, legs.slice(0, 1), 30, true)).toMatchObject({
      first: '',
      second: 'North O27.5 pts',
      hidden: 0,
    })
  })

  it('keeps the line of a leg where there is room for nothing else', () => {
    for (let room = 0; room < 14; room++) expect(fit(room, legs, room).first).toContain('O27.5')
  })

  it('has nothing to show of no legs', () => {
    expect(fit(50, [])).toEqual({ first: '', second: '', hidden: 0, start: 0 })
  })
})
