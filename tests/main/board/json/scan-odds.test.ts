import { describe, expect, it, vi } from 'vitest'
import { spanFields } from '../../../../src/main/board/json/odds-span.ts'
import { OddsScanner } from '../../../../src/main/board/json/scan-odds.ts'
import { toLeg, toSelectionLine } from '../../../../src/main/board/query/views.ts'
import type { Batch } from '../../../../src/main/board/batch/batch.ts'
import { merge } from '../../../../src/main/board/store/merge.ts'
import { readOdds } from '../../../../src/main/board/read/read-odds.ts'
import { ReaderTexts } from '../../../../src/main/board/store/reader-texts.ts'
import { Store } from '../../../../src/main/board/store/store.ts'
import { fc } from '../../../property.ts'
import { bytesOf } from '../../../support/board/batches.ts'
import type { TextFormat } from '../../../../src/main/board/facts/load.ts'

const scanOdds = (text: Buffer) => new OddsScanner().scan(text, 'value')

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

/** All that a board tells of its selections, sorted. */
function told(store: Store): string[] {
  return Array.from({ length: store.selections.count }, (_, row) => {
    const { updatedAt, ownLine: told } = store.offers
    const offers = [...store.offersOf(row)].map(at => [updatedAt[at], store.ownLines.list[told[at] ?? -1]])
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
/** What a name in an odds id ends with, and what the object tells beside it. */
const anyEnd = fc.constantFrom(
  ...['', ' Over 24.5', ' Under 24.50', ' 25+', ' +5.5', ' -5.5', ' -0', ' Yes', ' #7', 'x5.5', ' Over 5.5 '],
  ...[' Over 1e3', ' Over 5 +7.0', ' Pun\u0303o 5.5', '\u00a05.5'],
)
const anyOwnName = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('the same', 'the same escaped', 'the same cleaned', undefined) },
  fc.constantFrom('Over 24.5', 'under 5.5', 'Over 26.5', 'No', '25+', 'Side', '', ' ', 'x'.repeat(300)),
  fc.constantFrom(null, 5.5, true, ['Over 5.5'], { name: 'Over 5.5' }),
)
/** Numbers as JSON may write them, by a text that stands for them until then. */
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
  // Stands for an escaped key, which takes the place of the price.
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
/** No selection twice: which of two in one text stays is not promised. */
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
/** Lists of one odds object after the other, each on its line. */
const anyLines = anyList('Side').map(list => list.map(odds => asJson(odds)).join('\n'))

/** Read from their bytes, the odds objects make the board that JSON.parse alone makes. */
function expectSame(text: string, format: TextFormat): void {
  const scan = vi.spyOn(OddsScanner.prototype, 'scan').mockReturnValue(undefined)
  const inFull = readOdds(bytesOf(text), format)
  scan.mockRestore()
  const fromBytes = readOdds(bytesOf(text), format)
  expect(told(boardOf(fromBytes))).toEqual(told(boardOf(inFull)))
  const counts = ({ leftOut }: Batch) => leftOut.map(({ reason, count }) => `${count} ${reason}`).sort()
  expect(counts(fromBytes)).toEqual(counts(inFull))
}

describe('reading odds objects from their bytes', () => {
  it('makes the board that JSON.parse alone makes', () => {
    fc.assert(
      fc.property(anyJson, json => {
        expectSame(json, 'json')
      }),
    )
  })

  it('makes the same board of lines, among which there may be a broken one', () => {
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

  it('leaves one object of each book and game to be read with its surroundings', () => {
    const odds = ['a', 'a', 'a', 'b', 'b'].map((book, at) => ({ id: `${book}#${game}#m#${at}`, sgp: 't' }))
    const text = JSON.stringify({ odds })
    const scanned = scanOdds(Buffer.from(text))
    expect((scanned?.spans.length ?? 0) / spanFields).toBe(3)
    const [a, , , b] = odds.map(each => JSON.stringify(each))
    expect(scanned?.rest.toString()).toBe(`{"odds":[${a},0,0,${b},0]}`)
  })

  it('goes no deeper than JSON is read, in an odds object as elsewhere', () => {
    const deep = (levels: number) => `{"id":"a#${game}#m#1","x":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(scanOdds(Buffer.from(deep(32)))).toBeDefined()
    expect(scanOdds(Buffer.from(deep(33)))).toBeUndefined()
  })

  it('leaves odds objects inside an odds object alone', () => {
    const inner = { id: `a#${game}#m#x`, sgp: 't' }
    const outer = { id: `a#${game}#m#outer`, sgp: 't', more: [inner, inner] }
    expect(scanOdds(Buffer.from(JSON.stringify([outer])))?.spans.length).toBe(0)
  })

  it('takes no text that JSON.parse refuses', () => {
    const pieces = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"',
        '\\',
        '\\u00e9',
        '\\x',
        '1',
        '-',
        '0',
        '.5',
        'e',
        'e+1',
        ' ',
        '\n',
      ],
      ...['true', 'null', 'nul', '\u0001', '"id"', '"a#b#c#d"', 'é'],
    )
    const isJson = (text: string) => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    const anyText = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map(list => list.join('')),
      fc.tuple(fc.json(), fc.nat(), pieces).map(([json, at, piece]) => {
        const place = at % (json.length + 1)
        return json.slice(0, place) + piece + json.slice(place + 1)
      }),
    )
    fc.assert(
      fc.property(anyText, text => {
        for (const each of [text, `[{"id":"a#b#c#d","more":${text}}]`])
          expect(scanOdds(Buffer.from(each)) !== undefined).toBe(isJson(each))
      }),
      { numRuns: 5_000 },
    )
  })
})
