import { describe, expect, it } from 'vitest'
import { parseNamedLine, findNeighbors, type Neighbors } from '../../../../src/main/board/query/neighbors.ts'
import { splitOddsId } from '../../../../src/shared/model/game/selection.ts'
import { fc } from '../../../support/property.ts'
import { mergeInto, storeOf } from '../../../support/board/batches.ts'

const g1 = 'hoops:river-town:harbor-city:2026-09-10'
const g2 = 'hoops:cedar-bay:amber-falls:2026-09-10'
const keyOf = (name: string, market = 'Player Points', game = g1) => `${game}#${market}#${name}`
const odds = (name: string, market?: string, game?: string) => ({
  id: `Bravo#${keyOf(name, market, game)}`,
  sgp: `${market ?? ''}${name}`,
})

const namesOf = ({ below, above }: Neighbors) => [below, above].map(legs => legs.map(({ name }) => name))
const none = [[], []]

describe('parseNamedLine', () => {
  it.each([
    ['Pearl Thorn Over 25.5', 'Pearl Thorn Over ', 25.5, ''],
    ['Pearl Thorn 25+', 'Pearl Thorn ', 25, '+'],
    ['Harbor City -3.5', 'Harbor City ', -3.5, ''],
    ['Harbor City −3.5', 'Harbor City ', -3.5, ''],
    ['Harbor City (+1)', 'Harbor City (', 1, ')'],
    ['Over 2.5 Goals in 90 Minutes', 'Over ', 2.5, ' Goals in 90 Minutes'],
    ['Team 76 Under 210', 'Team 76 Under ', 210, ''],
  ])('finds the line of “%s”', (name, before, line, after) => {
    expect(parseNamedLine(name)).toEqual({ before, line, after })
  })

  it.each(['River Town', 'Harbor City 2-1', 'Between 10-15', '1st Half Draw', 'Jersey #7', 'Ver 1.2.3'])(
    'is not in “%s”',
    name => {
      expect(parseNamedLine(name)).toBeUndefined()
    },
  )

  it('leaves the rest of any name unchanged', () => {
    fc.assert(
      fc.property(fc.string(), name => {
        const found = parseNamedLine(name)
        if (found === undefined) return
        expect(name.startsWith(found.before)).toBe(true)
        expect(name.endsWith(found.after)).toBe(true)
        expect(found.line).not.toBeNaN()
      }),
    )
  })
})

describe('findNeighbors', () => {
  const names = ['25.5', '24.5', '27.5', '26.5', '23.5', '9.5'].map(line => `Pearl Thorn Over ${line}`)
  const store = storeOf([
    ...names.map(name => odds(name)),
    odds('Pearl Thorn Under 24.5'),
    odds('Ada North Over 24.5'),
    odds('Pearl Thorn Over 24.5 (1st Half)'),
    odds('Pearl Thorn Over 26.5', 'Player Rebounds'),
    odds('Pearl Thorn Over 26.5', 'Player Points', g2),
    odds('River Town', 'Moneyline'),
  ])
  const around = (name: string, eachWay: number, market?: string) =>
    namesOf(findNeighbors(store, keyOf(name, market), eachWay))

  it('finds the nearest lines below and above, by number', () => {
    expect(around('Pearl Thorn Over 25.5', 2)).toEqual([
      ['Pearl Thorn Over 23.5', 'Pearl Thorn Over 24.5'],
      ['Pearl Thorn Over 26.5', 'Pearl Thorn Over 27.5'],
    ])
    expect(around('Pearl Thorn Over 23.5', 1)).toEqual([['Pearl Thorn Over 9.5'], ['Pearl Thorn Over 24.5']])
    expect(around('Pearl Thorn Over 9.5', 0)).toEqual(none)
  })

  it('returns their offers', () => {
    const { below } = findNeighbors(store, keyOf('Pearl Thorn Over 25.5'), 1)
    expect(below[0]?.offers).toMatchObject([{ bookId: 'bravo', sgp: 'Pearl Thorn Over 24.5' }])
  })

  it('finds them for a line that is no longer offered', () => {
    expect(around('Pearl Thorn Over 25', 1)).toEqual([['Pearl Thorn Over 24.5'], ['Pearl Thorn Over 25.5']])
  })

  it('finds none for a name without a line, a market without another, and no key', () => {
    expect(around('River Town', 2, 'Moneyline')).toEqual(none)
    expect(around('Pearl Thorn Over 26.5', 2, 'Player Rebounds')).toEqual(none)
    expect(namesOf(findNeighbors(store, 'nothing', 2))).toEqual(none)
  })

  it('crosses from minus to plus', () => {
    const spreads = storeOf(
      ['-1.5', '+0.5', '-0.5', '+1.5'].map(line => odds(`River Town ${line}`, 'Spread')),
    )
    expect(namesOf(findNeighbors(spreads, keyOf('River Town -0.5', 'Spread'), 1))).toEqual([
      ['River Town -1.5'],
      ['River Town +0.5'],
    ])
  })

  it('leaves out lines without an offer', () => {
    const board = storeOf([odds('Pearl Thorn Over 24.5'), odds('Pearl Thorn Over 25.5')])
    mergeInto(board, {
      value: [odds('Pearl Thorn Over 25.5')],
      load: 2,
      replaces: { book: 'bravo', league: 'hoops' },
    })
    expect(namesOf(findNeighbors(board, keyOf('Pearl Thorn Over 25.5'), 3))).toEqual(none)
  })

  it('never mixes wordings, for any names', () => {
    const name = fc
      .tuple(
        fc.constantFrom('A', 'B 7', ''),
        fc.constantFrom('Over', 'Under'),
        fc.integer({ min: 0, max: 9 }),
      )
      .map(([who, way, line]) => `${who} ${way} ${line}.5`.trim())
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), fc.nat(3), (given, steps) => {
        const board = storeOf(given.map(each => odds(each)))
        const own = given[0] ?? ''
        const wording = (each: string) => each.replace(/\d+\.5$/, '')
        const { below, above } = findNeighbors(board, keyOf(own), steps)
        for (const { key } of [...below, ...above]) {
          const other = splitOddsId(`b#${key}`)?.name ?? ''
          expect([wording(other), other === own]).toEqual([wording(own), false])
        }
      }),
    )
  })
})
