import { describe, expect, it } from 'vitest'
import { resolveLegs, type LegSources } from '../../../../src/main/ledger/tickets/ticket-legs.ts'
import type { Leg } from '../../../../src/shared/model/parlay/parlay.ts'
import type { LegDraft, TicketDraft } from '../../../../src/shared/model/ticket/ticket-draft.ts'
import { catchFailure } from '../../../support/account/account-fixture.ts'

const game = {
  id: 'g',
  title: 'River Town at Harbor City',
  short: 'RVT at HBR',
  league: 'UBL',
  startAt: 5,
  isLive: false,
}
const leg = (name: string, price: string | null): Leg => ({
  key: `g#Points#${name}`,
  name,
  market: 'Points',
  game,
  offers: [{ bookId: 'bravo', oddsId: `Bravo#g#Points#${name}`, sgp: 's', grade: 'grade', price }],
})
const onDesk = [leg('Ada', '-110'), leg('Ben', '-120')]
const sources: LegSources = {
  parlay: () => ({ legs: onDesk }),
  legs: keys => Promise.resolve(keys.map(key => ({ leg: onDesk.find(each => each.key === key) ?? null }))),
  singlesFormat: () => 'american',
}
const terms: Omit<TicketDraft, 'legs' | 'bookId'> = {
  bookName: null,
  uid: '0b5cf7a6-4c3e-4c6f-9d7a-1f0a2b3c4d5e',
  placedAt: 1,
  stake: '10',
  currency: 'USD',
  price: { text: '+100', format: 'american' },
  kind: 'normal',
  isLive: false,
  tags: [],
  note: '',
}
const draft = (bookId: string, legs: TicketDraft['legs']): TicketDraft => ({
  ...terms,
  bookId,
  legs,
})
const typedLeg = {
  kind: 'typed',
  name: 'Cal',
  market: '',
  game: '',
  league: '',
  startAt: null,
  oddsId: null,
  grade: null,
  price: null,
} as const
const fromParlay = { kind: 'parlay', parlayId: 1, quoteId: null } as const

describe('resolveLegs', () => {
  it('takes tokens and single prices of the book from the parlay', async () => {
    const [first] = await resolveLegs(draft('bravo', fromParlay), sources)
    expect(first).toEqual({
      selectionKey: 'g#Points#Ada',
      oddsId: 'Bravo#g#Points#Ada',
      grade: 'grade',
      name: 'Ada',
      market: 'Points',
      game: { id: 'g', title: game.title, short: game.short, league: 'UBL', startAt: 5 },
      price: { text: '-110', format: 'american' },
    })
  })

  it('leaves out a single price that is not in the format of the settings', async () => {
    const legs = await resolveLegs(draft('bravo', fromParlay), { ...sources, singlesFormat: () => 'decimal' })
    expect(legs.map(({ price }) => price)).toEqual([null, null])
  })

  it('takes only the grade token from another book for a leg that its own does not offer', async () => {
    const legs = await resolveLegs(draft('other', fromParlay), sources)
    expect(legs.map(({ oddsId, grade, price }) => [oddsId, grade, price])).toEqual([
      [null, 'grade', null],
      [null, 'grade', null],
    ])
  })

  it('prefers the grade token of its own book, and takes another where its own has none', async () => {
    const offer = (bookId: string, grade: string | null) => ({
      bookId,
      oddsId: 'o',
      sgp: 's',
      grade,
      price: null,
    })
    const legs = [
      { ...leg('Ada', null), offers: [offer('alpha', null), offer('bravo', 'b'), offer('delta', 'd')] },
    ]
    const gradeAt = async (bookId: string) =>
      (await resolveLegs(draft(bookId, fromParlay), { ...sources, parlay: () => ({ legs }) }))[0]?.grade
    expect(await gradeAt('delta')).toBe('d')
    expect(await gradeAt('alpha')).toBe('b')
  })

  it('finds the grade token of a typed leg by its odds id, and keeps a typed token', async () => {
    const typed = (oddsId: string | null, grade: string | null) =>
      ({ ...typedLeg, oddsId, grade }) satisfies LegDraft
    const hand = [
      typed('Other#g#Points#Ada', null),
      typed('Other#g#Points#Ada', 'typed'),
      typed('Other#g#Points#Dan', null),
      typed(null, null),
    ]
    const legs = await resolveLegs(draft('other', { kind: 'hand', legs: hand }), sources)
    expect(legs.map(({ grade }) => grade)).toEqual(['grade', 'typed', null, null])
  })

  it('finds selections of the board and keeps typed legs, in their order', async () => {
    const selection = { kind: 'selection', selectionKey: 'g#Points#Ben' } as const
    const legs = await resolveLegs(draft('bravo', { kind: 'hand', legs: [typedLeg, selection] }), sources)
    expect(legs.map(({ name }) => name)).toEqual(['Cal', 'Ben'])
  })

  it('refuses a selection that the board no longer has', async () => {
    const gone = { kind: 'selection', selectionKey: 'g#Points#Dan' } as const
    const refused = await catchFailure(() =>
      resolveLegs(draft('bravo', { kind: 'hand', legs: [gone] }), sources),
    )
    expect(refused).toMatchObject({ kind: 'not-found' })
  })
})
