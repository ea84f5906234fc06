/** Each fault gives its own cell state and leaves the other books priced. */
import { expect, test } from './fixture.ts'
import { faultsFile, fetchFeed, profileSwitch } from './own-profile.ts'
import { addParlay, cellOf, rowsOf, settled } from './screens.ts'

interface Case {
  readonly book: string
  readonly id: string
  readonly fault: object
  readonly shows: RegExp
}

const priced = /[+−]\d+/
const rounds: Record<string, readonly Case[]> = {
  'faults of the line': [
    { book: 'Alpha Bet', id: 'alpha_bet', fault: { kind: 'reset' }, shows: /Can’t reach/ },
    { book: 'Bravo', id: 'bravo', fault: { kind: 'truncated' }, shows: /Can’t reach/ },
    { book: 'Charlie Sports', id: 'charlie_sports', fault: { kind: 'no-answer' }, shows: /Timed out/ },
    {
      book: 'Delta',
      id: 'delta',
      fault: { kind: 'redirect', location: 'http://127.0.0.1:9/' },
      shows: /Bad address/,
    },
    { book: 'Echo 888', id: 'echo_888', fault: { kind: 'oversize' }, shows: /Bad response/ },
    { book: 'Foxtrot', id: 'foxtrot', fault: { kind: 'gzip-bomb' }, shows: /Bad response/ },
    { book: 'Golf River', id: 'golf_river', fault: { kind: 'delay', ms: 900 }, shows: priced },
  ],
  'faults of the service': [
    { book: 'Alpha Bet', id: 'alpha_bet', fault: { kind: 'status', status: 503 }, shows: /Error 503/ },
    {
      book: 'Bravo',
      id: 'bravo',
      fault: { kind: 'rate-limit', retryAfter: '600' },
      shows: /Rate limit 9:5\d until retry/,
    },
    { book: 'Charlie Sports', id: 'charlie_sports', fault: { kind: 'html' }, shows: /Bad response/ },
    { book: 'Delta', id: 'delta', fault: { kind: 'malformed' }, shows: /Bad response/ },
    {
      book: 'Echo 888',
      id: 'echo_888',
      fault: { kind: 'error-body', message: 'Market suspended' },
      shows: /Market suspended/,
    },
    { book: 'Foxtrot', id: 'foxtrot', fault: { kind: 'content-type' }, shows: priced },
  ],
  'answers that JSON allows and the interface does not': [
    { book: 'Alpha Bet', id: 'alpha_bet', fault: { kind: 'null' }, shows: /Bad response/ },
    { book: 'Bravo', id: 'bravo', fault: { kind: 'empty' }, shows: /Bad response/ },
    { book: 'Charlie Sports', id: 'charlie_sports', fault: { kind: 'deep-nesting' }, shows: /Bad response/ },
    { book: 'Delta', id: 'delta', fault: { kind: 'duplicate-keys' }, shows: /Bad response/ },
    { book: 'Echo 888', id: 'echo_888', fault: { kind: 'proto' }, shows: /Bad response/ },
  ],
}

for (const [name, cases] of Object.entries(rounds)) {
  test(`${name} show in their cells, and the other books are priced`, async ({ launch, service }) => {
    const faults = faultsFile(cases.map(({ id, fault }) => ({ route: 'pricing', book: id, ...fault })))
    const odds = await service('--faults', faults, '--latency', '0')
    const { page } = await launch({ args: [profileSwitch(odds)], env: { PARLAY_DESK_KEY: odds.key } })
    await fetchFeed(page)
    await addParlay(page, 2, 'moneyline', /12 books/)
    await settled(page, 0)
    for (const { book, shows } of cases) await expect(cellOf(page, 0, book)).toHaveAccessibleName(shows)
    const struck = new Set(cases.map(({ book }) => book))
    const others = rowsOf(page).first().getByRole('gridcell', { name: priced })
    const names = await others.evaluateAll(cells => cells.map(cell => cell.getAttribute('aria-label') ?? ''))
    expect(
      names.filter(label => ![...struck].some(book => label.startsWith(book))).length,
    ).toBeGreaterThanOrEqual(3)
  })
}
