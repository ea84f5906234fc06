import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spanFields } from '../../../src/main/board/odds-span.ts'
import { scanOdds } from '../../../src/main/board/scan-odds.ts'
import { legOf, lineOf } from '../../../src/main/board/views.ts'
import type { Batch } from '../../../src/main/board/batch.ts'
import { merge } from '../../../src/main/board/merge.ts'
import { readOdds } from '../../../src/main/board/read-odds.ts'
import { ReaderTexts } from '../../../src/main/board/reader-texts.ts'
import { Store } from '../../../src/main/board/store.ts'
import { bytesOf } from './batches.ts'

const game = 'hoops:river-town:harbor-city:2026-09-10'

function boardOf(batch: Batch): Store {
  const store = new Store()
  const steps = merge(
    store,
    { batch, texts: new ReaderTexts().with(batch) },
    { load: 1, at: 1e15, source: { id: 'test', name: 'test' } },
  )
  while (steps.next().done !== true);
  return store
}

/** All that a board tells of its selections, sorted. */
function told(store: Store): string[] {
  return Array.from({ length: store.selections.count }, (_, row) => {
    const { updatedAt, told } = store.offers
    const offers = [...store.offersOf(row)].map(at => [updatedAt[at], store.told.list[told[at] ?? -1]])
    const wording = store.texts.list[store.selections.wording[row] ?? -1]
    return JSON.stringify([
      legOf(store, row),
      lineOf(store, row),
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
const anyOdds = fc.record({
  book: fc.constantFrom('Hard Rock Bet', 'other', ' spaced', 'Núñez'),
  event: fc.constantFrom(game, game, `${game} `),
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
  name: fc.constantFrom(undefined, null, 'Side 1', 'Side \\u0031', 'Over 2', 7),
  points: fc.constantFrom(undefined, null, 1, 2.5, '1', -3),
  link: fc.constantFrom(undefined, { desktop: 'https://a.example/?a=\u2028\\' }, [[{}]]),
})
/** No selection twice: which of two in one text stays is not promised. */
const anyList = fc.array(anyOdds, { maxLength: 12 }).map(list =>
  list.map(({ book, event, market, ...odds }, at) => ({
    id: `${book}#${event}#${market}#Side ${at}`,
    ...odds,
  })),
)
const anyJson = fc
  .tuple(anyList, anyList, fc.constantFrom(0, 2))
  .map(([first, second, space]) =>
    JSON.stringify(
      { league: 'hoops', list: first.map(o => ({ ...o, id: `${o.id}a` })), games: [{ odds: second }] },
      null,
      space,
    ),
  )

describe('reading odds objects from their bytes', () => {
  it('makes the board that JSON.parse alone makes', () => {
    fc.assert(
      fc.property(anyJson, json => {
        // Read line by line, no object is read from its bytes.
        const inFull = readOdds(bytesOf(JSON.stringify(JSON.parse(json))), 'ndjson')
        const fromBytes = readOdds(bytesOf(json), 'json')
        expect(told(boardOf(fromBytes))).toEqual(told(boardOf(inFull)))
        const counts = ({ leftOut }: Batch) => leftOut.map(({ reason, count }) => `${count} ${reason}`).sort()
        expect(counts(fromBytes)).toEqual(counts(inFull))
      }),
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
        expect(scanOdds(Buffer.from(text)) !== undefined).toBe(isJson(text))
      }),
      { numRuns: 5_000 },
    )
  })
})
