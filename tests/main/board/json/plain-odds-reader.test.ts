import { describe, expect, it, vi } from 'vitest'
import { PlainOddsReader } from '../../../../src/main/board/json/plain-odds-reader.ts'
import { toLeg, toSelectionLine } from '../../../../src/main/board/query/legs.ts'
import type { Batch } from '../../../../src/main/board/batch/batch.ts'
import { merge, ReaderTexts } from '../../../../src/main/board/store/merge.ts'
import { readOdds } from '../../../../src/main/board/read/read-odds.ts'
import { Store } from '../../../../src/main/board/store/store.ts'
import { fc } from '../../../support/property.ts'
import { bytesOf } from '../../../support/board/batches.ts'
import type { TextFormat } from '../../../../src/main/board/facts/load.ts'

const game = 'hoops:river-town:harbor-city:2026-09-10'

function boardOf(batch: Batch): Store {
  const store = new Store()
  const steps = merge(
    store,
    { batch, texts: new ReaderTexts().addFrom(batch) },
    { load: 1, at: 1e15, source: { id: 'test', name: 'test' } },
  )
  while (steps.next().done !== true);
  return store
}

/** Everything a board has of its selections, sorted. */
function describeSelections(store: Store): string[] {
  return Array.from({ length: store.selections.count }, (_, row) => {
    const { updatedAt, ownLine } = store.offers
    const offers = [...store.offersOf(row)].map(at => [updatedAt[at], store.ownLines.list[ownLine[at] ?? -1]])
    const wording = store.texts.list[store.selections.wording[row] ?? -1]
    return JSON.stringify([
      toLeg(store, row),
      toSelectionLine(store, row),
      store.selections.marks[row],
      wording,
      offers,
    ])
  }).sort()
}

/** Usual and unusual values of a field; undefined leaves it out. */
const anyToken = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(null, undefined, 7, 'x"y'),
)
/** Ends of names in odds ids. */
const anyEnd = fc.constantFrom(
  ...['', ' Over 24.5', ' Under 24.50', ' 25+', ' +5.5', ' -5.5', ' -0', ' Yes', ' #7', 'x5.5', ' Over 5.5 '],
  ...[' Over 1e3', ' Over 5 +7.0', ' Pun\u0303o 5.5', '\u00a05.5'],
)
const anyOwnName = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('the same', 'the same escaped', 'the same cleaned', undefined) },
  fc.constantFrom('Over 24.5', 'under 5.5', 'Over 26.5', 'No', '25+', 'Side', '', ' ', 'x'.repeat(300)),
  fc.constantFrom(null, 5.5, true, ['Over 5.5'], { name: 'Over 5.5' }),
)
/** Numbers in any JSON form; a text `json x` is replaced by x when written. */
const anyPoints = fc.oneof(
  fc.constantFrom(5.5, -5.5, 24.5, 25, 24, 0, 7, 1_000, undefined),
  fc.constantFrom('json 5.50', 'json 24.50', 'json 1e3', 'json -0', 'json 7.0', 'json 55e-1', 'json 1e400'),
  fc.constantFrom(null, '5.5', '+5.5', '24.50', 'NaN', '', true, [5.5], {}),
)
const anySelection = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  fc.record({
    name: fc.constantFrom('Side', 'Side 1', 'Harbor', 7, undefined),
    side: fc.constantFrom('Over', 'under', 'Home', null, 7),
    line: fc.oneof(anyPoints, fc.constantFrom('24.5', '-5.5')),
  }),
  fc.constantFrom(null, 'Over', [], 5.5),
)
const anyOdds = fc.record({
  isReversed: fc.boolean(),
  end: anyEnd,
  ownName: anyOwnName,
  points: anyPoints,
  selection: anySelection,
  // Written with an escape, in place of the price.
  'pric~': fc.constantFrom(undefined, undefined, undefined, '+500'),
  book: fc.oneof(
    { weight: 6, arbitrary: fc.constant('Hard Rock Bet') },
    fc.constantFrom('other', ' spaced', 'Núñez'),
  ),
  event: fc.constantFrom(game, game, game, game, `${game} `),
  market: fc.constantFrom('Moneyline', 'Player Points', ' ', 'Pu\u0301ntos'),
  sgp: anyToken,
  grade: anyToken,
  price: fc.constantFrom('+110', '-105', 'EVEN', -110, 1.5, null, undefined, 'soon "', {}),
  main: fc.constantFrom(true, false, null, undefined, 'true'),
  players: fc.constantFrom(undefined, null, [], [{ name: 'Tatum' }], ['Kellar'], [{ name: 'Side' }], 'Tatum'),
  updated: fc.constantFrom(
    '2026-09-10T12:00:01Z',
    '2026-09-10T12:00:01.250Z',
    '2026-13-10T12:00:01Z',
    '2026-09-10 12:00',
    1_789_000_000,
    null,
    undefined,
  ),
  link: fc.constantFrom(undefined, { desktop: 'https://a.example/?a=\u2028\\' }, [[{}]]),
})
/** Each selection once: which of two in one text wins is not defined. */
const anyList = (side: string) =>
  fc.array(anyOdds, { maxLength: 12 }).map(list =>
    list.map(({ isReversed, book, event, market, end, ownName, ...others }, at) => {
      const name = `${side} ${at}${end}`
      const odds = { id: `${book}#${event}#${market}#${name}`, name: nameBeside(name, ownName), ...others }
      if (odds['pric~'] !== undefined) odds.price = undefined
      return isReversed ? Object.fromEntries(Object.entries(odds).reverse()) : odds
    }),
  )

function nameBeside(name: string, own: unknown): unknown {
  if (own === 'the same') return name
  if (own === 'the same escaped') return name.replace('e', '~')
  return own === 'the same cleaned' ? name.normalize('NFC').trim() : own
}

const asJson = (value: unknown, space = 0) =>
  JSON.stringify(value, null, space)
    .replaceAll('~', '\\u0065')
    .replaceAll(/"json ([^"]+)"/g, '$1')
const anyJson = fc
  .tuple(anyList('Side'), anyList('Other side'), fc.constantFrom(0, 2))
  .map(([list, odds, space]) => asJson({ league: 'hoops', list, games: [{ odds }] }, space))
/** One odds object a line. */
const anyLines = anyList('Side').map(list => list.map(odds => asJson(odds)).join('\n'))

/** Compares the board read from bytes with the one that JSON.parse alone gives. */
function expectSame(text: string, format: TextFormat): void {
  const shorten = vi.spyOn(PlainOddsReader.prototype, 'shorten').mockReturnValue(undefined)
  const inFull = readOdds(bytesOf(text), format)
  shorten.mockRestore()
  const fromBytes = readOdds(bytesOf(text), format)
  expect(describeSelections(boardOf(fromBytes))).toEqual(describeSelections(boardOf(inFull)))
  const counts = ({ leftOut }: Batch) => leftOut.map(({ reason, count }) => `${count} ${reason}`).sort()
  expect(counts(fromBytes)).toEqual(counts(inFull))
}

describe('PlainOddsReader', () => {
  it('gives the board that JSON.parse alone gives', () => {
    fc.assert(
      fc.property(anyJson, json => {
        expectSame(json, 'json')
      }),
    )
  })

  it('gives the same board for lines, with a broken one among them', () => {
    const anyText = fc.oneof(
      anyLines,
      anyJson.map(json => json.replaceAll('\n', '')),
    )
    fc.assert(
      fc.property(anyText, fc.constantFrom('', '\n', '{"id":\n', ' \r\n'), (lines, between) => {
        expectSame(`{"id":"a#${game}#m#1"}\n${between}${lines}\n`, 'ndjson')
      }),
      { numRuns: 500 },
    )
  })
})
