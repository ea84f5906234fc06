import { describe, expect, it } from 'vitest'
import { parseLeg } from '../../../../src/main/ledger/tickets/parse-draft.ts'
import { Refusal } from '../../../../src/shared/failure.ts'

const typed = {
  kind: 'typed',
  name: 'Ada North Over 27.5',
  market: 'Player Points',
  game: 'River Town at Harbor City',
  league: 'UBL',
  startAt: 1_795_000_000_000,
  oddsId: null,
  grade: null,
  price: null,
} as const

function sentenceOf(given: Partial<Parameters<typeof parseLeg>[0]>): string {
  try {
    parseLeg({ ...typed, ...given })
    return 'read'
  } catch (error) {
    if (error instanceof Refusal && error.failure.kind === 'invalid') return error.failure.sentence
    throw error
  }
}

describe('parseLeg', () => {
  it('gives a typed leg no tokens, so that it is settled by hand', () => {
    expect(parseLeg(typed)).toMatchObject({
      selectionKey: null,
      grade: null,
      game: { id: '', startAt: typed.startAt },
    })
    expect(parseLeg({ ...typed, oddsId: '', grade: '' })).toEqual(parseLeg(typed))
  })

  it('takes the selection from the odds id', () => {
    const oddsId = 'Bravo#rvt:hbr#Player Points#Ada North # Over 27.5'
    expect(parseLeg({ ...typed, oddsId, grade: 'g' })).toMatchObject({
      selectionKey: 'rvt:hbr#Player Points#Ada North # Over 27.5',
      oddsId,
      grade: 'g',
      game: { id: 'rvt:hbr', title: typed.game, league: 'UBL' },
    })
  })

  it('refuses an unreadable odds id or single price, with the name of the leg', () => {
    expect(sentenceOf({ oddsId: 'Bravo#rvt:hbr#Player Points' })).toBe(
      'The odds ID of “Ada North Over 27.5” needs four parts: book#event#market#selection.',
    )
    expect(sentenceOf({ price: { text: '+99', format: 'american' } })).toMatch(
      /^Single odds of “Ada North Over 27.5”: ./,
    )
    expect(sentenceOf({ price: { text: '-110', format: 'american' } })).toBe('read')
  })
})
