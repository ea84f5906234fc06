import { describe, expect, it } from 'vitest'
import { fitLegs } from '../../../../../src/renderer/features/desk/rows/fit-legs.ts'

const legs = [
  { name: 'Ada North Over 27.5', market: 'Player Points' },
  { name: 'Ada North Over 7.5', market: 'Player Rebounds' },
  { name: 'Harbor City', market: 'Moneyline' },
]
/** A pixel a character. */
const fit = (first: number, of = legs, second = 40) => fitLegs(of, { first, second }, text => text.length)

describe('fitLegs', () => {
  it('shows players with their whole names where there is room', () => {
    const text = 'Ada North O27.5 pts · O7.5 reb · Harbor City ML'
    expect(fit(60)).toEqual({ text, hidden: 0, others: '' })
    const brothers = [legs[0], { name: 'Ben North Over 7.5', market: 'Player Rebounds' }].flatMap(
      leg => leg ?? [],
    )
    expect(fit(60, brothers).text).toBe('Ada North O27.5 pts · Ben North O7.5 reb')
    expect(fit(33, brothers).text).toBe('North O27.5 pts · North O7.5 reb')
  })

  it('shows all legs where they fit', () => {
    expect(fit(46)).toEqual({ text: 'North O27.5 pts · O7.5 reb · Harbor City ML', hidden: 0, others: '' })
  })

  it('cuts the names of players and teams first', () => {
    expect(fit(38).text).toBe('North O27.5 pts · O7.5 reb · Harbo… ML')
  })

  it('counts the legs that do not fit, and has them for the second line', () => {
    expect(fit(30)).toEqual({ text: 'North O27.5 pts · O7.5 reb', hidden: 1, others: 'Harbor City ML' })
    expect(fit(18)).toEqual({
      text: 'North O27.5 pts',
      hidden: 2,
      others: 'North O7.5 reb · Harbor City ML',
    })
  })

  it('never shows a total without its stat, since it has no name', () => {
    const totals = [
      { name: 'Over 225', market: 'Total Points' },
      { name: 'Over 112.5', market: 'First Half Total Points' },
    ]
    expect(fit(30, totals)).toEqual({ text: 'O225 pts · O112.5 1H pts', hidden: 0, others: '' })
    expect(fit(16, totals, 12)).toEqual({ text: 'O225 pts', hidden: 1, others: '' })
  })

  it('gives up letters of names, then stats, and then counts the legs that do not fit', () => {
    const others = (second: number) => fit(18, legs, second).others
    expect(others(26)).toBe('North O7.5 reb · Harbo… ML')
    expect(others(24)).toBe('Nor… O7.5 reb · Harb… ML')
    expect(others(20)).toBe('Nor… O7.5 · Harb… ML')
    expect(others(18)).toBe('North O7.5 reb +1')
    expect(others(13)).toBe('North O7.5 +1')
    expect(others(12)).toBe('Nor… O7.5 +1')
    expect(others(11)).toBe('')
  })

  it('keeps the stats of a player with several legs, whose name is said once', () => {
    const four = ['Points', 'Rebounds', 'Assists', 'Threes Made'].map((stat, at) => ({
      name: `Ada North Over ${20.5 - at}`,
      market: `Player ${stat}`,
    }))
    expect(fit(18, four, 40)).toEqual({
      text: 'North O20.5 pts',
      hidden: 3,
      others: 'North O19.5 reb · O18.5 ast +1',
    })
  })

  it('shows fewer legs rather than a name cut to a few letters', () => {
    const hits = [
      { name: 'Kim Grove Over 0.5', market: 'Player Hits' },
      { name: 'Ray Ember Over 0.5', market: 'Player Hits' },
    ]
    expect(fit(32, hits)).toEqual({ text: 'Grove O0.5 hits', hidden: 1, others: 'Ember O0.5 hits' })
  })

  it('cuts the names of the first line further where legs of the second would look alike', () => {
    const three = [
      { name: 'Ada Northcote Over 27.5', market: 'Player Points' },
      { name: 'Greta Meadows Over 4.5', market: 'Player Rebounds' },
      { name: 'Rita Emberley Under 1.5', market: 'Player Assists' },
    ]
    expect(fit(36, three, 40)).toEqual({
      text: 'Northcote O27.5 pts',
      hidden: 2,
      others: 'Meadows O4.5 reb · Emberley U1.5 ast',
    })
    expect(fit(34, three, 20)).toEqual({
      text: 'Nor… O27.5 pts · Mead… O4.5 reb',
      hidden: 1,
      others: 'Emberley U1.5 ast',
    })
    expect(fit(20, three, 20).others).toBe('Meadows O4.5 reb +1')
  })

  it('never cuts the line of a leg', () => {
    expect(fit(17)).toMatchObject({ text: 'Nor… O27.5 pts', hidden: 2 })
    expect(fit(14).text).toBe('North O27.5')
    expect(fit(13).text).toBe('Nor… O27.5')
    for (let room = 0; room < 60; room++) {
      const { text, others } = fit(room, legs, room)
      expect(text).toContain('O27.5')
      expect(others).not.toMatch(/O7(?!\.5)|M(?!L)/)
      expect(others.length).toBeLessThanOrEqual(room)
    }
  })

  it('cuts a team before its spread', () => {
    expect(fit(10, [{ name: 'Harbor City -4.5', market: 'Spread' }]).text).toBe('Harb… −4.5')
  })

  it('has nothing to show of no legs', () => {
    expect(fit(50, [])).toEqual({ text: '', hidden: 0, others: '' })
  })
})
