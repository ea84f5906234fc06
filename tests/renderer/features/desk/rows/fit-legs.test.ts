import { describe, expect, it } from 'vitest'
import { fitLegs } from '../../../../../src/renderer/features/desk/rows/fit-legs.ts'

const legs = [
  { name: 'Ada North Over 27.5', market: 'Player Points' },
  { name: 'Ada North Over 7.5', market: 'Player Rebounds' },
  { name: 'Harbor City', market: 'Moneyline' },
]
/** A pixel a character. */
const fit = (room: number, of = legs) => fitLegs(of, room, text => text.length)

describe('fitLegs', () => {
  it('shows all legs where they fit', () => {
    expect(fit(60)).toEqual({ text: 'North O27.5 pts · O7.5 reb · Harbor City ML', hidden: 0, others: '' })
  })

  it('cuts the names of players and teams first', () => {
    expect(fit(38).text).toBe('North O27.5 pts · O7.5 reb · Harbo… ML')
  })

  it('counts the legs that do not fit, and says whom or what they are about', () => {
    expect(fit(30)).toEqual({ text: 'North O27.5 pts · O7.5 reb', hidden: 1, others: 'Harbor City' })
    expect(fit(18)).toEqual({ text: 'North O27.5 pts', hidden: 2, others: 'O7.5 reb, Harbor City' })
  })

  it('shows fewer legs rather than a name cut to a few letters', () => {
    const hits = [
      { name: 'Kim Grove Over 0.5', market: 'Player Hits' },
      { name: 'Ray Ember Over 0.5', market: 'Player Hits' },
    ]
    expect(fit(32, hits)).toEqual({ text: 'Grove O0.5 hits', hidden: 1, others: 'Ember' })
  })

  it('never cuts the line of a leg', () => {
    expect(fit(17)).toMatchObject({ text: 'Nor… O27.5 pts', hidden: 2 })
    for (let room = 0; room < 60; room++) expect(fit(room).text).toContain('O27.5 pts')
  })

  it('cuts a team before its spread', () => {
    expect(fit(10, [{ name: 'Harbor City -4.5', market: 'Spread' }]).text).toBe('Harb… −4.5')
  })

  it('has nothing to show of no legs', () => {
    expect(fit(50, [])).toEqual({ text: '', hidden: 0, others: '' })
  })
})
