import { describe, expect, it } from 'vitest'
import { parseCorrectedLegs } from '../../../../src/main/ledger/tickets/corrected-legs.ts'
import type { CorrectedLeg } from '../../../../src/shared/model/ticket/ticket-draft.ts'
import type { TicketLeg } from '../../../../src/shared/model/ticket/ticket.ts'
import { makeLeg } from '../../../support/ledger/tickets.ts'

const ada = makeLeg('Ada North Over 27.5')

/** A leg as a form shows it: trimmed, and without values that have no field. */
const typed = (leg: TicketLeg, given: Partial<CorrectedLeg> = {}): CorrectedLeg => ({
  kind: 'typed',
  from: 0,
  name: leg.name.trim(),
  market: leg.market.trim(),
  game: leg.game.title.trim(),
  league: leg.game.league,
  startAt: leg.game.startAt,
  oddsId: leg.oddsId,
  grade: null,
  keepsGrade: (leg.grade ?? '') !== '',
  price: leg.price,
  ...given,
})
const read = (leg: TicketLeg, given: Partial<CorrectedLeg> = {}) =>
  parseCorrectedLegs([typed(leg, given)], [leg])[0]?.leg

describe('parseCorrectedLegs', () => {
  it.each<[string, TicketLeg]>([
    ['of the board', ada],
    ['with spaces, and a control character', { ...ada, name: ' Ada\0 ', market: ' M ' }],
    [
      'with an odds id of another form, an empty token and an unreadable price',
      {
        ...ada,
        ...{ oddsId: 'x', grade: '', price: { text: 'EVENish', format: 'american' } },
      },
    ],
  ])('keeps an unedited leg to the letter: %s', (_case, leg) => {
    expect(read(leg)).toBe(leg)
  })

  it('takes typed values, and keeps ids and short names that no form shows', () => {
    const price = { text: '1.95', format: 'decimal' } as const
    expect(read(ada, { name: 'Ada N.', grade: 'g-2', league: 'NBL', startAt: 5, price })).toEqual({
      ...ada,
      ...{ name: 'Ada N.', grade: 'g-2', price, game: { ...ada.game, league: 'NBL', startAt: 5 } },
    })
  })

  it('drops a token that is not kept, so that the leg is settled by hand', () => {
    expect(read(ada, { keepsGrade: false })).toEqual({ ...ada, grade: null })
    expect(read({ ...ada, grade: null }, { grade: 'g-2' })?.grade).toBe('g-2')
  })

  it('takes selection and game from the odds id', () => {
    const oddsId = 'Bravo#ubl:a:b#Moneyline#Harbor City'
    expect(read(ada, { oddsId, game: 'A at B', grade: 'g-2' })).toMatchObject({
      selectionKey: 'ubl:a:b#Moneyline#Harbor City',
      oddsId,
      game: { id: 'ubl:a:b', title: 'A at B', short: 'A at B' },
    })
    expect(read(ada, { oddsId: null })).toMatchObject({ selectionKey: null, oddsId: null, game: { id: '' } })
  })

  it.each([
    ['its league', { league: 'NBL' }, true, true],
    ['its name', { name: 'Ben South' }, false, true],
    ['its game', { game: 'A at B' }, false, false],
  ] as const)('identifies a leg without an odds id by its texts: %s', (_case, given, isSelection, isGame) => {
    const leg = read({ ...ada, oddsId: null }, given)
    expect([leg?.selectionKey, leg?.game.id]).toEqual([
      isSelection ? ada.selectionKey : null,
      isGame ? ada.game.id : '',
    ])
  })

  it.each([
    ['an odds id without its parts', { oddsId: 'Bravo#x' }, /needs four parts/],
    ['an unreadable price', { price: { text: '1', format: 'american' } }, /^Single odds of “Ada/],
    [
      'the old token of another selection',
      { oddsId: 'Bravo#ubl:a:b#Moneyline#Harbor City' },
      /Enter its grade token too/,
    ],
    ['a place that does not exist', { from: 3 }, /aren’t this ticket’s legs/],
  ] as const)('refuses %s', (_case, given, sentence) => {
    const text: unknown = expect.stringMatching(sentence)
    const failure = { kind: 'invalid', field: 'legs', sentence: text }
    expect(() => read(ada, given)).toThrow(expect.objectContaining({ failure }))
  })

  it('refuses a leg twice, or in another order', () => {
    const legs = [ada, makeLeg('Harbor City')]
    for (const order of [
      [0, 0],
      [1, 0],
    ])
      expect(() =>
        parseCorrectedLegs(
          order.map(from => typed(legs[from] ?? ada, { from })),
          legs,
        ),
      ).toThrow('invalid')
  })
})
