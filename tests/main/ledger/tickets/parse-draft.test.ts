import { describe, expect, it } from 'vitest'
import { parseLeg } from '../../../../src/main/ledger/tickets/parse-draft.ts'
import { Refusal } from '../../../../src/shared/failure.ts'

const words = {
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
    parseLeg({ ...words, ...given })
    return 'read'
  } catch (error) {
    if (error instanceof Refusal && error.failure.kind === 'invalid') return error.failure.sentence
    throw error
  }
}

describe('a leg in words', () => {
  it('has no tokens, and so is settled by hand', () => {
    expect(parseLeg(words)).toMatchObject({
      selectionKey: null,
      grade: null,
      game: { id: '', startAt: words.startAt },
    })
    expect(parseLeg({ ...words, oddsId: '', grade: '' })).toEqual(parseLeg(words))
  })

  it('is the selection that its odds id names', () => {
    const oddsId = 'Bravo#rvt:hbr#Player Points#Ada North # Over 27.5'
    expect(parseLeg({ ...words, oddsId, grade: 'g' })).toMatchObject({
      selectionKey: 'rvt:hbr#Player Points#Ada North # Over 27.5',
      oddsId,
      grade: 'g',
      game: { id: 'rvt:hbr', title: words.game, league: 'UBL' },
    })
  })

  it('is refused with an odds id or a single price that is none, by its name', () => {
    expect(sentenceOf({ oddsId: 'Bravo#rvt:hbr#Player Points' })).toBe(
      'The odds id of “Ada North Over 27.5” has fewer than its four parts: book#event#market#selection.',
    )
    expect(sentenceOf({ price: { text: '+99', format: 'american' } })).toMatch(
      /^The single price of “Ada North Over 27.5”: ./,
    )
    expect(sentenceOf({ price: { text: '-110', format: 'american' } })).toBe('read')
  })
})
