import { describe, expect, it } from 'vitest'
import { checkSlip } from '../../../../src/main/board/query/slip.ts'
import { toGameClock } from '../../../../src/shared/model/game/game-over.ts'
import { storeOf } from '../../../support/board/batches.ts'

const g1 = 'hoops:river-town:harbor-city:2026-09-10'
const g2 = 'hoops:cedar-bay:amber-falls:2026-09-10'
const g3 = 'hoops:pine-hill:long-beach:2026-09-10'
const points = (name: string) => `${g1}#Player Points#${name}`
const startAt = Date.UTC(2026, 8, 10, 23)
const clock = toGameClock(startAt, false)
const player = { players: [{ name: 'x' }] }

describe('checkSlip', () => {
  const store = storeOf([
    { id: `a#${g1}#Moneyline#River Town`, sgp: 'a1' },
    { id: `b#${g1}#Moneyline#River Town`, sgp: 'b1' },
    { id: `c#${g1}#Moneyline#River Town`, grade: 'no sgp' },
    { id: `a#${g1}#Moneyline#Harbor City`, sgp: 'a2' },
    { id: `a#${g2}#Moneyline#Cedar Bay`, sgp: 'a3' },
    { id: `b#${g3}#Moneyline#Pine Hill`, sgp: 'b2' },
    { id: `a#${points('Tatum Over 27.5')}`, sgp: 'a4', ...player },
    { id: `a#${points('Tatum Under 29.5')}`, sgp: 'a5', ...player },
    { id: `a#${points('Kellar Over 20.5')}`, sgp: 'a6', ...player },
    { id: `a#${g1}#Player Points + Assists#Tatum Over 33.5`, sgp: 'a7', ...player },
    { id: `a#${g1}#Player Assists#Tatum Over 6.5`, sgp: 'a8', ...player },
  ])
  const river = `${g1}#Moneyline#River Town`

  it('counts the books of each leg and lists those with all legs', () => {
    const check = checkSlip(store, [river, points('Tatum Over 27.5')], clock)
    expect(check.legs).toEqual([
      { key: river, books: 2, flags: [] },
      { key: points('Tatum Over 27.5'), books: 1, flags: [] },
    ])
    expect(check.completeBooks).toEqual(['a'])
    expect(check.warnings).toEqual([])
  })

  it.each([
    ['no leg', [], ['Pick at least 2 legs.']],
    ['one leg', [river], ['One leg is a single bet, not a parlay.']],
    [
      'legs of two games',
      [river, `${g2}#Moneyline#Cedar Bay`],
      ['The legs are from 2 different games: Town at City, Bay at Falls. Most books won’t combine them.'],
    ],
    [
      'two lines of one player',
      [points('Tatum Over 27.5'), points('Tatum Under 29.5')],
      ['“Tatum Over 27.5” and “Tatum Under 29.5” are both Player Points.'],
    ],
    ['one market of two players', [points('Tatum Over 27.5'), points('Kellar Over 20.5')], []],
    [
      'markets of one player that count the same',
      [points('Tatum Over 27.5'), `${g1}#Player Points + Assists#Tatum Over 33.5`],
      ['“Tatum Over 27.5” and “Tatum Over 33.5” both count points. Most books won’t combine them.'],
    ],
    [
      'markets that count the same of two players',
      [points('Kellar Over 20.5'), `${g1}#Player Points + Assists#Tatum Over 33.5`],
      [],
    ],
    [
      'markets of one player that count different things',
      [points('Tatum Over 27.5'), `${g1}#Player Assists#Tatum Over 6.5`],
      [],
    ],
    ['a leg twice', [river, river], ['“River Town” is on the slip twice.']],
    ['a leg that is gone', [river, `${g1}#Total#Over #1`], ['“Over #1” is no longer offered.']],
  ])('warns of %s', (_, keys, warnings) => {
    expect(checkSlip(store, keys, clock).warnings).toEqual(warnings)
  })

  const total = (name: string, market = 'Total Points') => `${g1}#${market}#${name}`
  it.each([
    ['both moneylines', [river, `${g1}#Moneyline#Harbor City`]],
    ['over and under of one line', [total('Over 226.5'), total('Under 226.5')]],
    ['over a higher line than under', [total('Under 220.5'), total('Over 226.5')]],
    ['both sides of a player’s line', [points('Tatum Over 29.5'), points('Tatum Under 29.5')]],
    ['both sides of a spread', [total('River Town -3.5', 'Spread'), total('Harbor City +3.5', 'Spread')]],
  ])('says that %s can’t both win, and no more of them', (_, keys) => {
    const board = storeOf(keys.map(key => ({ id: `a#${key}`, sgp: key })))
    const [one, other] = keys.map(key => `“${key.split('#')[2] ?? ''}”`)
    const { obstacle, warnings } = checkSlip(board, keys, clock)
    expect(obstacle).toBe(`${one ?? ''} and ${other ?? ''} can’t both win.`)
    expect(warnings).toEqual([])
  })

  it.each([
    ['the results between two lines', [total('Over 220.5'), total('Under 226.5')]],
    ['two players', [points('Tatum Over 29.5'), points('Kellar Under 29.5')]],
    ['a middle of two spreads', [total('River Town -3.5', 'Spread'), total('Harbor City +6.5', 'Spread')]],
    ['two players’ touchdowns', [total('Tatum', 'Anytime Touchdown'), total('Kellar', 'Anytime Touchdown')]],
    ['two markets', [river, total('Harbor City +3.5', 'Spread')]],
  ])('says nothing like it of %s', (_, keys) => {
    const board = storeOf(keys.map(key => ({ id: `a#${key}`, sgp: key })))
    expect(checkSlip(board, keys, clock).obstacle).toBeNull()
  })

  it.each([
    ['a leg is no longer offered', [river, `${g1}#Total#gone`]],
    ['no book has all legs', [`${g1}#Moneyline#Harbor City`, `${g3}#Moneyline#Pine Hill`]],
  ])('says that no book offers the legs when %s', (_, keys) => {
    const { completeBooks, obstacle } = checkSlip(store, keys, clock)
    expect([completeBooks, obstacle]).toEqual([[], 'No book offers this.'])
  })

  it('says that a game is final past its end, unless odds of it were loaded since', () => {
    const game = { start_date: new Date(startAt).toISOString() }
    const board = storeOf([{ id: `a#${river}`, sgp: 'a1', game }])
    const endAt = startAt + clock.maxGameMs
    const obstacleAt = (now: number, asOf: number) =>
      checkSlip(board, [river], { ...clock, now, asOf }).obstacle
    expect(obstacleAt(endAt, endAt - 1)).toBe('A game of this parlay is final.')
    expect([obstacleAt(endAt - 1, startAt), obstacleAt(endAt, endAt)]).toEqual([null, null])
  })

  it('has nothing against a slip without legs', () => {
    expect(checkSlip(store, [], clock).obstacle).toBeNull()
  })

  it('returns the flags of each leg', () => {
    const board = storeOf([
      { id: `Hard Rock Bet#${g1}#Moneyline#River Town`, sgp: 'same' },
      { id: `Hard Rock Bet#${g1}#Total#Over 9.5`, sgp: 'same' },
    ])
    const flag = 'Hard Rock Bet uses the same ID for “River Town” and “Over 9.5”; one is wrong.'
    const { legs, warnings } = checkSlip(board, [river, `${g1}#Total#gone`], clock)
    expect(legs.map(leg => leg.flags)).toEqual([[flag], []])
    expect(warnings).toEqual(['“gone” is no longer offered.'])
  })
})
