import { describe, expect, it } from 'vitest'
import { RowField, rowFields } from '../../../../src/main/board/batch/batch.ts'
import { BatchMaker } from '../../../../src/main/board/batch/batch-maker.ts'
import { PartTexts } from '../../../../src/main/board/batch/part-texts.ts'
import { splitOddsId } from '../../../../src/shared/model/game/selection.ts'
import { fc } from '../../../support/property.ts'
import { mergeInto, offersIn, read, readText, storeOf } from '../../../support/board/batches.ts'
import { toLeg } from '../../../../src/main/board/query/legs.ts'
import { Store } from '../../../../src/main/board/store/store.ts'

const event = 'hoops:river-town:harbor-city:2026-09-10'
const idOf = (book: string, name: string, market = 'Moneyline') => `${book}#${event}#${market}#${name}`

/** Non-empty parts of an odds id, without `#`. */
const anyPart = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
  .map(part => `x${part.replaceAll('#', '')}`)
const anyOdds = fc.record({
  id: fc.tuple(anyPart, anyPart, anyPart, anyPart).map(parts => parts.join('#')),
  sgp: fc.string(),
})

/** JSON with odds objects at random places, and their number. */
const anyNest = fc.letrec<{ node: { value: unknown; count: number } }>(tie => ({
  node: fc.oneof(
    { maxDepth: 6, depthSize: 'small' },
    fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null)).map(value => ({ value, count: 0 })),
    anyOdds.map(value => ({ value, count: 1 })),
    fc.array(tie('node'), { maxLength: 5 }).map(nodes => ({
      value: nodes.map(node => node.value),
      count: nodes.reduce((sum, node) => sum + node.count, 0),
    })),
    fc.array(fc.tuple(fc.string().filter(isFree), tie('node')), { maxLength: 5 }).map(fields => {
      const byKey = new Map(fields)
      const count = [...byKey.values()].reduce((sum, node) => sum + node.count, 0)
      return { value: Object.fromEntries([...byKey].map(([key, node]) => [key, node.value])), count }
    }),
  ),
})).node

/** Keys that make no odds object of their object; Object.fromEntries cannot write `__proto__`. */
function isFree(key: string): boolean {
  return !['id', 'sgp', 'grade'].includes(key)
}

describe('readOdds', () => {
  it('takes every odds object, at any depth', () => {
    fc.assert(
      fc.property(anyNest, ({ value, count }) => {
        const batch = read([value, []])
        expect(batch.updatedAt.length).toBe(count)
        expect(batch.leftOut).toEqual([])
      }),
    )
  })

  it('never throws for other JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), value => void read([value, []])))
  })

  it('counts every candidate once, as taken or as left out', () => {
    const candidate = fc.record({
      id: fc.oneof(
        fc.string(),
        fc.integer(),
        anyOdds.map(o => o.id),
      ),
      sgp: fc.string(),
    })
    fc.assert(
      fc.property(fc.array(candidate), list => {
        const { updatedAt, leftOut } = read(list)
        expect(updatedAt.length + leftOut.reduce((sum, { count }) => sum + count, 0)).toBe(list.length)
      }),
    )
  })

  it('reads ids as splitOddsId does and keeps them verbatim', () => {
    fc.assert(
      fc.property(fc.array(anyOdds.map(odds => odds.id)), ids => {
        const store = storeOf(ids.map(id => ({ id })))
        const found = new Map(offersIn(store).map(offer => [offer.slice(0, -' = null'.length), true]))
        for (const id of ids) {
          const parts = splitOddsId(id)
          expect(store.find(parts?.key ?? '')).toBeGreaterThanOrEqual(0)
        }
        for (const id of found.keys()) expect(ids).toContain(id)
      }),
    )
  })

  it('keeps a # inside the selection’s name', () => {
    const store = storeOf([{ id: idOf('Bet', 'Player #7 Over 1.5') }])
    expect(toLeg(store, 0)).toMatchObject({ name: 'Player #7 Over 1.5', market: 'Moneyline' })
  })

  it('keeps tokens byte for byte, of any text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), tokens => {
        const store = storeOf(tokens.map((sgp, at) => ({ id: idOf('Bet', `Side ${at}`), sgp, grade: sgp })))
        for (const [at, token] of tokens.entries()) {
          const [offer] = toLeg(store, store.find(`${event}#Moneyline#Side ${at}`)).offers
          expect([offer?.sgp, offer?.grade]).toEqual(token === '' ? [null, null] : [token, token])
        }
      }),
    )
  })

  it('gives the reason for each object left out, with the place of the first', () => {
    const { leftOut, updatedAt } = read({
      odds: [
        { sgp: 'a' },
        { id: 7, sgp: 'a' },
        { id: 'Bet#event#market', sgp: 'a' },
        { id: 'Bet##market#name', sgp: 'a' },
        { id: 'Bet#event#market# ', sgp: 'a' },
        { id: idOf('Bet', 'A'), sgp: 7 },
        { id: idOf('Bet', 'A'), grade: {} },
        { id: idOf('!!', 'A') },
        { id: idOf('Bet', 'taken') },
      ],
    })
    expect(updatedAt.length).toBe(1)
    expect(leftOut).toEqual([
      { reason: 'The ID is missing.', count: 1, example: 'odds[0]' },
      { reason: 'The ID isn’t text.', count: 1, example: 'odds[1]: 7' },
      { reason: 'The ID needs four parts.', count: 1, example: 'odds[2]: "Bet#event#market"' },
      { reason: 'Part of the ID is empty.', count: 2, example: 'odds[3]: "Bet##market#name"' },
      { reason: 'sgp isn’t text.', count: 1, example: `odds[5]: "${idOf('Bet', 'A')}"` },
      { reason: 'grade isn’t text.', count: 1, example: `odds[6]: "${idOf('Bet', 'A')}"` },
      {
        reason: 'The book’s name has no letter or digit.',
        count: 1,
        example: `odds[7]: "${idOf('!!', 'A')}"`,
      },
    ])
  })

  it('leaves out objects deeper than 32 levels', () => {
    const nested = (levels: number): unknown =>
      levels === 0 ? { id: idOf('Bet', 'A') } : [nested(levels - 1)]
    expect(read(nested(32)).updatedAt.length).toBe(1)
    expect(read(nested(33))).toMatchObject({
      leftOut: [{ reason: 'Nested more than 32 levels deep.', count: 1 }],
    })
  })

  it('is not harmed by __proto__ and constructor keys', () => {
    const polluted = `{"__proto__": {"sgp": "stolen", "polluted": true}, "constructor": {"prototype": {"polluted": true}},
      "odds": [{"id": "${idOf('Bet', 'A')}", "__proto__": {"grade": "stolen"}}]}`
    const store = new Store()
    mergeInto(store, { value: JSON.parse(polluted), load: 1 })
    expect(toLeg(store, 0).offers).toEqual([
      { bookId: 'bet', oddsId: idOf('Bet', 'A'), sgp: null, grade: null, price: null },
    ])
    expect(Object.keys(Object.prototype)).toEqual([])
    expect('polluted' in {}).toBe(false)
  })

  it('adds players that the name does not mention to the search text', () => {
    const odds = { id: idOf('Bet', 'Over 27.5', 'Player Points'), players: [{ name: 'Tomas Kellar' }] }
    const { rows, texts } = read([odds])
    expect(texts[rows[RowField.wording] ?? -1]).toBe('Over 27.5 Tomas Kellar')
    expect(rows.length).toBe(rowFields)
  })
})

describe('readOdds of text with hidden characters', () => {
  /** Puts hidden characters into every text of a JSON value, but not into keys. */
  const hide = (value: unknown, hidden: () => string): unknown => {
    if (typeof value === 'string')
      return [...value].map(char => (char === '#' ? char : char + hidden())).join('')
    if (Array.isArray(value)) return value.map(each => hide(each, hidden))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hide(each, hidden)]))
  }
  const anyHidden = fc.array(
    fc.constantFrom('', '\u202e', '\u2066', '\u200b', '\u200d', '\ufeff', '\u0007'),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  const player = { name: 'Ada North' }
  const teams = { away: { name: 'River Town', abbreviation: 'RVT' }, home: { name: 'Harbor City' } }
  const book = (name: string) => ({
    name,
    odds: [
      // The first is read as JSON, those that follow from their bytes.
      { id: idOf(name, 'River Town'), sgp: 's1', grade: 'g1', price: '+150' },
      { id: idOf(name, 'Over 27.5', 'Player Points'), sgp: 's2', price: '-110', players: [player] },
      { id: idOf(name, 'River Town -3.5', 'Spread'), sgp: 's3', name: 'River Town', points: -3.5 },
      { id: idOf(name, 'Harbor City +3.5', 'Spread'), sgp: 's4', name: 'Harbor City', points: 3.5 },
    ],
  })
  const feed = { league: 'Hoops League', teams, sportsbooks: [book('Hard Rock Bet'), book('Bravo')] }
  const shown = (store: Store) => ({
    books: store.books.map(({ id, name, offers }) => ({ id, name, offers })),
    legs: Array.from({ length: store.selections.count }, (_, row) => {
      const { key, name, market, game, offers } = toLeg(store, row)
      return {
        key,
        name,
        market,
        game,
        prices: offers.map(({ bookId, price }) => `${bookId} ${price}`).sort(),
      }
    }).sort((a, b) => (a.key < b.key ? -1 : 1)),
    words: store.words.toStored().words.toSorted(),
    ownLines: store.ownLines.list.toSorted(),
  })

  it('shows and finds the same as of the text without them', () => {
    fc.assert(
      fc.property(anyHidden, list => {
        let at = 0
        const hidden = hide(feed, () => list[at++ % list.length] ?? '')
        expect(shown(storeOf(hidden))).toEqual(shown(storeOf(feed)))
      }),
      { numRuns: 200 },
    )
  })

  it('keeps odds ids and tokens byte for byte', () => {
    const hidden = { odds: book('Bra\u200bvo').odds.map(each => hide(each, () => '\u202e')) }
    const sent = storeOf(hidden)
    expect(offersIn(sent)).toEqual(
      book('Bra\u200bvo')
        .odds.map(
          ({ id, sgp }) => `${String(hide(id, () => '\u202e'))} = ${String(hide(sgp, () => '\u202e'))}`,
        )
        .sort(),
    )
  })

  it('quotes what was left out, and the error of a text, without them', () => {
    const { leftOut } = read([{ id: '\u202eBet#' }, { id: idOf('Bet', 'A') }])
    expect(leftOut[0]?.example).toBe('[0]: "Bet#"')
    expect(() => readText('{"error":"no such\u202e league"}')).toThrow('it says “no such league”')
    expect(() => readText('{"a":\u202e1}')).toThrow('column 6: “{"a":1}”')
  })
})

describe('readOdds of one JSON value a line', () => {
  it('leaves out a bad line with its number and reads the others', () => {
    const line = (name: string) => JSON.stringify({ id: idOf('Bet', name) })
    const { updatedAt, leftOut } = readText([line('A'), '{"id": "Bet#', '', line('B')].join('\r\n'))
    expect(updatedAt.length).toBe(2)
    expect(leftOut).toEqual([
      {
        reason: 'A line isn’t JSON.',
        count: 1,
        example: 'The text was cut off (line 2).',
      },
    ])
  })
})

describe('readOdds of a text that is too long to be parsed at once', () => {
  const odds = (name: string) => ({ id: idOf('Bet', name), sgp: 's'.repeat(2_000), note: '' })
  const names = Array.from({ length: 10_000 }, (_, at) => `Name ${at}`)
  // An escape in the id: each is read in full.
  const list = names.map(name => JSON.stringify(odds(name)).replace('"id":"Bet', '"id":"\\u0042et'))
  const league = '"league":"Hoops of the river"'

  it.each([
    ['a list', `[${list.join()}]`],
    [
      'a list in an object, before the fields that it needs',
      `{"games":[{"odds":[${list.join()}],${league}}]}`,
    ],
    ['an object', `{${league},${list.map((each, at) => `"key ${at}":${each}`).join()}}`],
    ['a line among others', `{"id":"${idOf('Bet', 'First')}"}\n[${list.slice(1).join()}]`],
  ])('takes all of it: %s', (_, text) => {
    const batch = readText(text)
    expect(batch.updatedAt.length).toBe(names.length)
    expect(batch.leftOut).toEqual([])
    if (text.includes(league))
      expect([...batch.games.values()]).toMatchObject([{ game: { league: 'Hoops of the river' } }])
  })

  it.each([
    ['a text', 'hoops:a:b:2026-09-10#M#A', 0],
    ['a game', 'hoops:c:d:2026-09-10#M#A', 600],
    ['an odds id that is not as it should be', 'hoops:a:b:2026-09-10#M#e\u0301', 400],
  ])('refuses more than a worker has memory for: %s', (_, id, roomBytes) => {
    const texts = new PartTexts()
    const first = new BatchMaker(texts)
    first.takeOrLeave({ id: 'Bet#hoops:a:b:2026-09-10#M#B', sgp: 's' })
    texts.takeNew()
    texts.hold(512 * 2 ** 20 - roomBytes)
    expect(() => new BatchMaker(texts).takeOrLeave({ id: `Bet#${id}`, sgp: 's' })).toThrow(
      'Too many games and IDs for memory.',
    )
    // The next text is read as if nothing had been.
    texts.forgetBeyond(1_000_000)
    const next = new BatchMaker(texts)
    next.takeOrLeave({ id: `Bet#${id}`, sgp: 's' })
    expect(next.finish()).toMatchObject({ first: 0 })
  })

  it('names the place of what it leaves out', () => {
    const text = `{"odds":[${[...list, '{"id":"Bet#x","sgp":"y"}'].join()}]}`
    expect(readText(text).leftOut).toMatchObject([{ example: 'odds[10000]: "Bet#x"' }])
  })

  it('names the place at which it is no JSON, or ends too early', () => {
    const lines = `[\n${list.join(',\n')}\n`
    expect(() => readText(`${lines} é x]`)).toThrow('This isn’t JSON at line 10002, column 2: “é x]”.')
    expect(() => readText(`${lines},`)).toThrow('The text was cut off (line 10002).')
  })
})

describe('readOdds of a text without odds objects', () => {
  it.each(['{}', 'null', '""', '42', '[1, 2]', '{"odds":{}}', '{"message":null}\n{"games":{}}'])(
    'throws for a text that is no feed: %s',
    text => {
      expect(() => readText(text)).toThrow(
        'No odds found. Each odds ID looks like “book#event#market#selection”. Check the text, file or address.',
      )
    },
  )

  it.each([
    ['{"message":"Down for maintenance"}', 'Down for maintenance'],
    ['{"error":"rate limit","code":429}', 'rate limit'],
    ['{"odds":[],"error":{"message":"no such league"}}', 'no such league'],
    ['{"odds":[],"error":{"code":7}}', '{"code":7}'],
    ['{"odds":[],"errors":["upstream down"]}', 'upstream down'],
    ['{"odds":[],"error":true}', 'error true'],
  ])('throws with the error that the text reports: %s', (text, says) => {
    const sentence = `No odds found; it says “${says}”. Try again later.`
    expect(() => readText(text)).toThrow(sentence)
  })

  it.each([
    '[]',
    '{"games":[]}',
    '[{"id":"game","sportsbooks":[{"odds":[]}]}]',
    '{"odds":[],"message":"","error":false,"errors":{}}',
    '{"games":[]}\n{"games":[]}',
    'id,sgp\n',
  ])('takes an empty list as an empty feed: %s', text => {
    expect(readText(text)).toMatchObject({ updatedAt: { length: 0 }, leftOut: [] })
  })

  it('finds the empty list also in a text that is read in pieces', () => {
    const name = 'x'.repeat(1_000)
    const games = Array.from({ length: 9_000 }, (_, at) => ({ id: `game ${at}`, name, odds: [] }))
    expect(readText(JSON.stringify({ data: games })).leftOut).toEqual([])
    const others = games.map(({ odds: _, ...game }) => game)
    expect(() => readText(JSON.stringify({ data: others }))).toThrow('No odds found.')
  })
})
