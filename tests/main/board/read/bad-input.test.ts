import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Board } from '../../../../src/main/board/board.ts'
import { bytesOf } from '../../../support/board/batches.ts'

const workerFile = new URL('../../../../src/main/board/worker/worker.ts', import.meta.url)
const game = 'hoops:river-town:harbor-city:2026-09-10'
const keyOf = (name: string) => `${game}#Moneyline#${name}`
const id = (name: string) => `Bet#${keyOf(name)}`
const json = (...list: unknown[]) => JSON.stringify(list)
const source = { id: 'file', name: 'odds.json' }
const kept = { id: id('was there'), sgp: 'kept' }

let board: Board
beforeAll(async () => {
  board = new Board({ workerFile })
  await board.load({ source: { id: 'paste', name: 'Pasted' }, bytes: bytesOf(json(kept)) })
})
afterAll(() => board.close())

describe('Board.load of an unreadable text', () => {
  const gzip = gzipSync(json({ id: id('A') }))
  const lines = 'x'.repeat(50 * 2 ** 20)

  it.each([
    ['is empty', bytesOf(' \n'), 'It’s empty.'],
    ['is truncated', bytesOf('[\n{"id":"a"},\n{"id"'), 'The text was cut off (line 3).'],
    [
      'is of another encoding',
      Buffer.from('[{"name":"Núñez"}]', 'latin1'),
      'This isn’t UTF-8 or UTF-16 text. Save it as UTF-8 and try again.',
    ],
    [
      'is a web page',
      bytesOf('\n<!doctype html><title>Log in</title>'),
      'This is a web page or XML, not odds. Check the address, or log in there.',
    ],
    ['is a ZIP file', bytesOf('PK\u0003\u0004rest'), 'This is a ZIP file. Unzip it and load the files.'],
    [
      'is a gzip cut short',
      gzip.subarray(0, gzip.length - 9),
      'This gzip was cut off. Copy or download it again.',
    ],
    [
      'is a gzip with a changed bit',
      gzip.map((byte, at) => (at === 14 ? byte ^ 0xff : byte)),
      'This gzip is damaged. Copy or download it again.',
    ],
    [
      'is one line of 50 MB that is no JSON',
      bytesOf(`{"a": ${lines}`),
      'This isn’t JSON at line 1, column 7: “{"a": xxxxxxxxxxxxxxxxxxxx”.',
    ],
    [
      'is no feed',
      bytesOf('{"message":"Down for maintenance"}'),
      'No odds found; it says “Down for maintenance”. Try again later.',
    ],
    [
      'is a CSV with a column twice',
      bytesOf('id,price,grade,Price\n'),
      'This CSV has two columns “price”. Keep one.',
    ],
    [
      'is a CSV of 10,000 columns',
      bytesOf(`id,${'c,'.repeat(9_998)}c\n`),
      'This CSV has 10,000 columns; the limit is 500. Keep id, sgp, grade and price.',
    ],
  ])('throws a sentence and drops nothing when it %s', async (_, bytes, sentence) => {
    const load = board.load({ source, bytes, replaces: {} })
    await expect(load).rejects.toMatchObject({ failure: { kind: 'invalid', sentence } })
    const [found] = await board.legs([keyOf('was there')])
    expect(found).toMatchObject({ leg: { offers: [{ sgp: 'kept' }] } })
    expect(board.status().loading).toEqual({ kind: 'failed', source: 'odds.json', sentence })
  })
})

describe('Board.load of an unusual text', () => {
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
  const a = { id: id('A'), sgp: 'a' }

  it.each([
    ['a byte order mark', bytesOf(`\uFEFF${json(a)}`)],
    ['UTF-16', utf16(json(a))],
    ['gzip', gzipSync(json(a))],
    ['gzip of UTF-16', gzipSync(utf16(json(a)))],
    ['gzip of a CSV', gzipSync(`id,sgp\n${id('A')},a\n`)],
    ['a line of 50 MB', bytesOf(`${json({ padding: ' '.repeat(50 * 2 ** 20) })}\n${json(a)}`)],
    ['__proto__', bytesOf(`[{"__proto__":{"id":"x","sgp":"stolen"},"id":"${id('A')}","sgp":"a"}]`)],
  ])('reads %s', async (_, bytes) => {
    expect(await board.load({ source, bytes })).toMatchObject({ taken: 1, leftOut: [] })
    expect(await board.legs([keyOf('A')])).toMatchObject([{ leg: { offers: [{ sgp: 'a' }] } }])
    await board.drop('file')
  })

  it.each([
    ['one text', (duplicate: string) => `[\n${JSON.stringify(a)},\n${duplicate}]`, 3],
    ['lines', (duplicate: string) => `${JSON.stringify(a)}\n\n{"odds":[${duplicate}]}\n`, 3],
    ['lines of which one is broken', (duplicate: string) => `{"id":\n${JSON.stringify(a)}\n${duplicate}`, 3],
  ])('reports a duplicate field and drops nothing: %s', async (_, around, line) => {
    await board.load({ source, bytes: bytesOf(json({ id: id('B'), sgp: 'b' })) })
    const bytes = bytesOf(around(`{"id":"${id('B')}","sgp":"x","sg\\u0070":"y"}`))
    const { leftOut } = await board.load({ source, bytes, replaces: {} })
    const [reported] = leftOut.filter(({ reason }) => reason === 'A field appears twice.')
    expect(reported?.example).toMatch(new RegExp(`^line ${line}, column \\d+: "sg.u0070" of "${id('B')}"$`))
    expect(await board.legs([keyOf('A'), keyOf('B')])).toMatchObject([
      { leg: { offers: [{ sgp: 'a' }] } },
      { leg: { offers: [{ sgp: 'b' }] } },
    ])
    await board.drop('file')
  })

  it('reports a duplicate key around odds objects and takes both lists', async () => {
    const b = { id: id('B'), sgp: 'b' }
    const bytes = bytesOf(
      `{"odds":[${JSON.stringify(a)},${JSON.stringify(a)}],"odds":[${JSON.stringify(b)}]}`,
    )
    expect((await board.load({ source, bytes })).leftOut).toEqual([
      {
        reason: 'A key appears twice; the last one counts.',
        count: 1,
        example: 'line 1, column 161: "odds"',
      },
    ])
    expect(await board.legs([keyOf('A'), keyOf('B')])).toMatchObject([
      { leg: { offers: [{ sgp: 'a' }] } },
      { leg: { offers: [{ sgp: 'b' }] } },
    ])
    await board.drop('file')
  })

  it('reports why odds objects are left out and takes the others', async () => {
    const bytes = bytesOf(
      json({ sgp: 'x' }, { id: 'a#b#c' }, { id: 'a##c#d' }, { id: id('B'), sgp: {} }, { id: id('#7 B') }, a),
    )
    const { taken, leftOut } = await board.load({ source, bytes })
    expect(taken).toBe(2)
    expect(leftOut.map(({ reason, example }) => `${example} ${reason}`)).toEqual([
      '[0] The ID is missing.',
      '[1]: "a#b#c" The ID needs four parts.',
      '[2]: "a##c#d" Part of the ID is empty.',
      `[3]: "${id('B')}" sgp isn’t text.`,
    ])
  })
})
