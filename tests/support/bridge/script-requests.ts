/** Requests of the calls about scripts, and of those made for scripts. */
import { none, nothing, typed, type Requests } from './ledger-requests.ts'

export const scriptRequests: Pick<Requests, 'automation' | 'scripts'> = {
  automation: {
    snapshot: nothing,
    setOn: () => [{ isOn: true }, { isOn: false }],
    createToken: () => [
      { name: 'Model', scopes: ['read', 'price'], callsPerMinute: 60 },
      { name: 'Model', scopes: ['read'], callsPerMinute: null },
    ],
    answer: () => [{ tokenId: 's-0123456789ab', scope: 'price', isAllowed: true }],
    activity: () => [{ before: null, limit: 50 }],
    revokeToken: () => [{ id: 's-0123456789ab' }],
  },
  scripts: {
    addOdds: () => [
      { name: 'model', text: '[{"id":"Bravo#e#m#n","sgp":"s"}]' },
      { name: 'model', text: '[{"id":"Bravo#e#m#n","sgp":"t"}]' },
      { name: 'rubbish', text: '<html>' },
    ],
    addParlays: facts => [
      {
        parlays: [
          ...facts.lines.slice(0, 3).map(({ key }) => ({ legs: { selections: [key] }, fairPrice: typed })),
          { legs: { selections: ['e#m#n', 'e#m#o'] } },
          { legs: { text: 'ml' }, note: { name: 'By name' } },
          { legs: { text: 'ml' }, fairPrice: { ...typed, text: 'x' } },
        ],
      },
    ],
    price: facts => [
      ...facts.rows.map(({ id }) => ({ parlayId: id, books: null, maxAgeMs: 60_000 })),
      { parlayId: none, books: null, maxAgeMs: 0 },
      ...facts.cells.map(({ parlayId, bookId }) => ({ parlayId, books: [bookId, 'zulu'], maxAgeMs: 0 })),
    ],
    record: () => [
      {
        ...{ bookId: 'bravo', stake: '40', price: typed },
        legs: {
          kind: 'hand' as const,
          legs: [
            {
              ...{ kind: 'typed' as const, name: 'North', market: '', game: '', league: '' },
              ...{ startAt: null, oddsId: null, grade: null, price: null },
            },
          ],
        },
      },
    ],
  },
}
