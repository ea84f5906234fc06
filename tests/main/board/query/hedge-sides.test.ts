import { describe, expect, it } from 'vitest'
import { findHedgeSides } from '../../../../src/main/board/query/hedge-sides.ts'
import { storeOf } from '../../../support/board/batches.ts'

const game = 'hoops:river-town:harbor-city:2026-09-10'
const keyOf = (name: string, market: string) => `${game}#${market}#${name}`
const odds = (name: string, market: string) => ({ id: `Bravo#${keyOf(name, market)}`, sgp: name })

const points = ['Over', 'Under'].flatMap(side =>
  [20.5, 21.5, 22.5, 23, 23.25, 25.5].map(line => odds(`Ada North ${side} ${line}`, 'Player Points')),
)
const spreads = [3.5, 4.5, 6.5, 7].flatMap(line => [
  odds(`Harbor City -${line}`, 'Spread'),
  odds(`River Town +${line}`, 'Spread'),
])
const store = storeOf([
  ...points,
  ...spreads,
  odds('Harbor City +2.5', 'Spread'),
  odds('River Town -2.5', 'Spread'),
  odds('River Town', 'Moneyline'),
  odds('Harbor City', 'Moneyline'),
  odds('Ada North 25+', 'Player Points'),
])

const find = (name: string, market = 'Player Points', eachWay = 4) =>
  findHedgeSides(store, keyOf(name, market), eachWay)

/** The lines that can be bet beside a selection, each with its window. */
function middles(name: string, market?: string, eachWay?: number) {
  const found = find(name, market, eachWay)
  if (found.kind !== 'found') throw new Error(found.kind)
  return found.middles.map(({ leg, window }) => [leg.name, window.from, window.to])
}

describe('findHedgeSides', () => {
  it('of an over are the under of its line, and unders of higher lines, nearest first', () => {
    expect(find('Ada North Over 21.5')).toMatchObject({
      opposite: { leg: { name: 'Ada North Under 21.5' } },
      leader: null,
    })
    expect(middles('Ada North Over 21.5')).toEqual([
      ['Ada North Under 22.5', 22, 22],
      ['Ada North Under 23', 22, 22],
      ['Ada North Under 25.5', 22, 25],
    ])
  })

  it('of an under are overs of lower lines', () => {
    expect(middles('Ada North Under 22.5')).toEqual([
      ['Ada North Over 21.5', 22, 22],
      ['Ada North Over 20.5', 21, 22],
    ])
  })

  it('of a spread count by the lead of its own team', () => {
    expect(find('Harbor City -3.5', 'Spread')).toMatchObject({ leader: 'Harbor City' })
    expect(middles('Harbor City -3.5', 'Spread')).toEqual([
      ['River Town +4.5', 4, 4],
      ['River Town +6.5', 4, 6],
      ['River Town +7', 4, 6],
    ])
    expect(middles('River Town +6.5', 'Spread')).toEqual([
      ['Harbor City -4.5', -6, -5],
      ['Harbor City -3.5', -6, -4],
      ['Harbor City +2.5', -6, 2],
    ])
  })

  it('are no more lines than were requested', () => {
    expect(middles('Ada North Over 21.5', 'Player Points', 1)).toHaveLength(1)
  })

  it('of a winner have no lines', () => {
    expect(find('River Town', 'Moneyline')).toMatchObject({ opposite: { leg: { name: 'Harbor City' } } })
    expect(middles('River Town', 'Moneyline')).toEqual([])
  })

  it('have the time of each book’s offer', () => {
    const found = find('River Town', 'Moneyline')
    expect(found.kind === 'found' && [...found.opposite.asOf.keys()]).toEqual(['bravo'])
  })

  it.each([
    ['Ada North Over 23', 'whole-line'],
    ['Ada North 25+', 'one-sided'],
    ['Ada North Over 99.5', 'gone'],
  ])('of “%s” are none: %s', (name, kind) => {
    expect(find(name)).toEqual({ kind })
  })
})
