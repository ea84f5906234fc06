import { describe, expect, it } from 'vitest'
import {
  areInOrder,
  findLegsCorrection,
  findPlaceAfter,
  hasSameToken,
  haveSamePrice,
  isOtherBet,
} from '../../../../src/main/ledger/state/leg-corrections.ts'
import type { LegRevision } from '../../../../src/main/ledger/log/record.ts'
import { makeLeg } from '../../../support/ledger/tickets.ts'

const [ada, city, ben] = [makeLeg('Ada North Over 27.5'), makeLeg('Harbor City'), makeLeg('Ben South')]
const stays = (from: number, leg = ada): LegRevision => ({ from, leg })

describe('findLegsCorrection', () => {
  it('finds none when every leg is as it was', () => {
    expect(findLegsCorrection([ada, city], [stays(0), stays(1, structuredClone(city))])).toBeUndefined()
  })

  it.each<[string, LegRevision[]]>([
    ['a leg less', [stays(0)]],
    ['a leg more', [stays(0), stays(1, city), { from: null, leg: ben }]],
    ['one edited leg of two', [stays(0), stays(1, { ...city, name: 'Harbor City FC' })]],
    ['an equal leg that was entered again', [stays(0), { from: null, leg: city }]],
  ])('finds %s, with all legs before and after', (_, now) => {
    expect(findLegsCorrection([ada, city], now)).toEqual({ was: [ada, city], now })
  })
})

describe('areInOrder', () => {
  it.each([
    [[0, 1, 2], true],
    [[2], true],
    [[null, 0, null, 2], true],
    [[0, 0], false],
    [[1, 0], false],
    [[0, 3], false],
    [[-1], false],
  ])('of legs that were at %j of three is %s', (places, isInOrder) => {
    const now = places.map(from => ({ from, leg: ada }))
    expect(areInOrder([ada, city, ben], now)).toBe(isInOrder)
  })
})

describe('a leg and its correction', () => {
  it.each([
    ['g', 'g', true],
    ['g', 'h', false],
    ['g', null, false],
    [null, 'g', false],
    [null, '', true],
    ['', null, true],
  ])('share gradings when their tokens are %j and %j: %s', (one, other, isSame) => {
    expect(hasSameToken({ ...ada, grade: one }, { ...ada, grade: other })).toBe(isSame)
  })

  it.each([
    ['g', 'g', false],
    ['g', 'h', true],
    ['g', '', false],
    ['', 'g', false],
    ['g', null, false],
    [null, 'g', false],
  ])('are other bets when a token or a selection was %j and is %j: %s', (one, other, isOther) => {
    expect(isOtherBet({ ...ada, grade: one }, { ...ada, grade: other })).toBe(isOther)
    expect(isOtherBet({ ...ada, selectionKey: one }, { ...ada, selectionKey: other })).toBe(isOther)
  })

  it('have the same price as long as all selections are the same, in their order', () => {
    expect(haveSamePrice([ada, city], [{ ...ada, name: 'A. North', grade: 'h' }, city])).toBe(true)
    expect(haveSamePrice([ada, city], [city, ada])).toBe(false)
    expect(haveSamePrice([ada, city], [ada])).toBe(false)
  })
})

describe('findPlaceAfter', () => {
  const correction = { was: [ada, city, ben], now: [stays(1, city), stays(2, { ...ben, grade: 'h' })] }

  it.each([
    ['a leg that moved up', 1, 0],
    ['a removed leg', 0, null],
    ['a leg with another token', 2, null],
    ['a leg that never was', 3, null],
  ])('of %s', (_, place, after) => {
    expect(findPlaceAfter(correction, place)).toBe(after)
  })

  it('finds no other leg without a token', () => {
    const [first, second] = [ada, city].map(leg => ({ ...leg, grade: null }))
    if (first === undefined || second === undefined) throw new Error('no legs')
    expect(findPlaceAfter({ was: [first, second], now: [stays(1, second)] }, 0)).toBeNull()
  })
})
