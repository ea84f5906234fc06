import { describe, expect, it } from 'vitest'
import { parseCorrectedLegs } from '../../../../src/main/ledger/tickets/corrected-legs.ts'
import type { CorrectedLeg } from '../../../../src/shared/model/ticket/ticket-draft.ts'
import type { TicketLeg } from '../../../../src/shared/model/ticket/ticket.ts'
import { legNamed } from '../../../support/ledger/tickets.ts'

const ada = legNamed('Ada North Over 27.5')

/** A leg as a form shows it: without spaces around a text, and without what no field is for. */
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

describe('a leg as it is corrected', () => {
  it.each<[string, TicketLeg]>([
    ['of the board', ada],
    ['with spaces, and a character that no text holds', { ...ada, name: ' Ada\0 ', market: ' M ' }],
    [
      'with an odds id of another form, an empty token and a price that is none',
      {
        ...ada,
        ...{ oddsId: 'x', grade: '', price: { text: 'EVENish', format: 'american' } },
      },
    ],
  ])('stays to the letter where nothing was typed: %s', (_what, leg) => {
    expect(read(leg)).toBe(leg)
  })

  it('takes what was typed, and keeps ids and short names that no form shows', () => {
    const price = { text: '1.95', format: 'decimal' } as const
    expect(read(ada, { name: 'Ada N.', grade: 'g-2', league: 'NBL', startAt: 5, price })).toEqual({
      ...ada,
      ...{ name: 'Ada N.', grade: 'g-2', price, game: { ...ada.game, league: 'NBL', startAt: 5 } },
    })
  })

  it('is settled by hand once its token is let go', () => {
    expect(read(ada, { keepsGrade: false })).toEqual({ ...ada, grade: null })
    expect(read({ ...ada, grade: null }, { grade: 'g-2' })?.grade).toBe('g-2')
  })

  it('is the selection and game of its odds id', () => {
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
  ] as const)('without an odds id is known by its words: %s', (_what, given, isSelection, isGame) => {
    const leg = read({ ...ada, oddsId: null }, given)
    expect([leg?.selectionKey, leg?.game.id]).toEqual([
      isSelection ? ada.selectionKey : null,
      isGame ? ada.game.id : '',
    ])
  })

  it.each([
    ['an odds id without its parts', { oddsId: 'Bravo#x' }, /has fewer than its four parts/],
    ['a price that is none', { price: { text: '1', format: 'american' } }, /^The single price of “Ada/],
    [
      'the old token of another selection',
      { oddsId: 'Bravo#ubl:a:b#Moneyline#Harbor City' },
      /Enter the grade token of that one too/,
    ],
    ['a place that is not there', { from: 3 }, /not the legs of this ticket/],
  ] as const)('is refused with %s', (_what, given, sentence) => {
    const told: unknown = expect.stringMatching(sentence)
    const failure = { kind: 'invalid', field: 'legs', sentence: told }
    expect(() => read(ada, given)).toThrow(expect.objectContaining({ failure }))
  })

  it('cannot come twice, or in another order', () => {
    const legs = [ada, legNamed('Harbor City')]
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
