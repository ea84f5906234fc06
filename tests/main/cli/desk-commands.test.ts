import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { quietMeter } from '../../../src/shared/model/parlay/desk.ts'
import { evilName as evil, startFakeDesk as start, token } from '../../support/cli/fake-desk.ts'
import { createTestTerminal, runHere, spawnCommand } from '../../support/cli/test-terminal.ts'
import { cell, row } from '../../support/shared/desk-rows.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const containing = (part: string): unknown => expect.stringContaining(part)
const OddsPart = z.object({ text: z.string(), upload: z.string().optional(), isLast: z.boolean().optional() })
const Batch = z.object({ parlays: z.array(z.unknown()) })

const game = {
  id: 'g1',
  title: 'River Town at Harbor City',
  short: 'RVT at HBR',
  league: 'ubl',
  startAt: null,
  isLive: false,
}
const leg = (name: string) => ({
  key: `g1#Points#${name}`,
  name,
  market: 'Points',
  books: 9,
  price: '-115',
  priceBookId: 'alpha',
  isPinned: false,
})
const found = (...names: string[]) => ({
  body: {
    total: names.length,
    similar: [],
    groups: [{ game, isFinal: false, selections: names.map(leg) }],
    pinned: [],
    recent: [],
  },
})
const answer = {
  bookId: 'alpha',
  status: 'priced',
  price: { text: '+450', format: 'american', decimal: 5.5 },
  at: 1_795_200_000_000,
  ageMs: 2_000,
  isNew: true,
  retry: 'no',
  retryAfterMs: null,
  sentence: 'Priced.',
  next: '',
  serviceText: null,
}
const limited = {
  ...answer,
  bookId: 'bravo',
  status: 'over-share',
  price: null,
  retry: 'later',
  retryAfterMs: 20_000,
  sentence: 'The share is used up.',
  next: 'Wait 20s.',
}
const added = { kind: 'added', parlayId: 3, wasThere: false }
const refusal = (status: number, kind: string, sentence: string) => () => ({
  status,
  body: { kind, sentence },
})

describe('a command of the desk', () => {
  it('sends its token and prints a table', async () => {
    const desk = await start({ 'board.search': () => found('Ada North Over 27.5', 'Ada North Under 27.5') })
    expect(await runHere(['legs', 'north', 'pts', '--limit', '5'])).toMatchObject({ code: 0, complaints: '' })
    expect(desk.calls).toMatchObject([
      { name: 'board.search', token, request: { query: 'north pts', limit: 5 } },
    ])
  })

  it('aligns numbers to the right, and names of wide letters too', async () => {
    await start({ 'board.search': () => found('大谷 Over 1.5', 'Lee Over 0.5') })
    const { output } = await runHere(['legs', 'over'])
    expect(output.split('\n')).toEqual([
      'LEG            MARKET  GAME        BOOKS   TOP  KEY',
      '大谷 Over 1.5  Points  RVT at HBR      9  -115  g1#Points#大谷 Over 1.5',
      'Lee Over 0.5   Points  RVT at HBR      9  -115  g1#Points#Lee Over 0.5',
    ])
  })

  it('shortens names in a narrow window, and never in a pipe', async () => {
    await start({ 'board.search': () => found('A name that is far longer than the window') })
    const { output } = await runHere(['legs', 'a'], createTestTerminal({ columns: 60 }))
    expect(output).toContain('A name th…')
    expect((await runHere(['legs', 'a'])).output).toContain('longer than the window')
  })

  it('prints nothing that a terminal obeys, in tables and in JSON', async () => {
    await start({ 'board.search': () => found(evil) })
    const table = await runHere(['legs', 'x'])
    expect(table.output.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(table.output.split('\n')).toHaveLength(2)
    const { output } = await runHere(['legs', 'x', '--json'])
    expect(output).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(JSON.parse(output)).toMatchObject({ name: evil, game: 'RVT at HBR' })
  })

  it('reads its token from a file, and from nowhere else', async () => {
    const desk = await start({ 'board.search': () => found('Ada') })
    vi.stubEnv('PARLAY_DESK_TOKEN', undefined)
    const file = join(tempFolder(), 'token')
    writeFileSync(file, 'pd_from-file\n')
    expect(await runHere(['legs', 'a', '--token-file', file])).toMatchObject({ code: 0 })
    expect(desk.calls[0]?.token).toBe('pd_from-file')
    const without = await runHere(['legs', 'a'])
    expect(without).toMatchObject({ code: 2, output: '' })
    expect(without.complaints).toContain('Settings › Scripts')
    expect(await runHere(['legs', 'a', '--token-file', '/nowhere'])).toMatchObject({ code: 2 })
  })

  it('refuses a token that would add lines to a request', async () => {
    const desk = await start({ 'board.search': () => found('Ada') })
    vi.stubEnv('PARLAY_DESK_TOKEN', 'pd_x\r\nHost: evil')
    expect(await runHere(['legs', 'a'])).toMatchObject({ code: 2 })
    expect(desk.calls).toEqual([])
  })
})

describe('a command without its desk', () => {
  it.runIf(process.platform !== 'win32')('sends no token into a folder that others may write', async () => {
    const desk = await start({ 'board.search': () => found() })
    chmodSync(join(desk.runtime, 'parlay-desk'), 0o777)
    expect(await runHere(['legs', 'a'])).toMatchObject({
      ...{ code: 3, output: '' },
      complaints: containing('Other users can write to the folder'),
    })
    expect(desk.calls).toEqual([])
  })

  it('says with code 3 that it is not running', async () => {
    vi.stubEnv('PARLAY_DESK_TOKEN', token)
    vi.stubEnv('XDG_RUNTIME_DIR', tempFolder())
    const { code, complaints } = await runHere(['tickets'])
    expect({ code, complaints }).toEqual({ code: 3, complaints: containing('isn’t running') })
  })

  it.each([
    [401, 4],
    [403, 4],
    [429, 6],
    [400, 2],
    [413, 2],
    [500, 1],
    [503, 1],
    [404, 1],
  ])('ends after HTTP %i with code %i and the desk’s sentence', async (status, code) => {
    await start({ 'board.search': refusal(status, 'some-kind', `Because\u001b[31m of ${status}.`) })
    expect(await runHere(['legs', 'a'])).toEqual({
      code,
      output: '',
      complaints: `Because[31m of ${status}.`,
    })
  })

  it('ends with code 6 when the desk says when to try again', async () => {
    const body = { kind: 'host-failing', sentence: 'The host is down.', retryAfterMs: 5_000 }
    await start({ 'board.search': () => ({ status: 503, body }) })
    expect(await runHere(['legs', 'a'])).toMatchObject({ code: 6 })
  })

  it('says in a sentence that the connection broke in the middle of an answer', async () => {
    await start({ 'board.search': () => ({ body: found(), isCut: true }) })
    expect(await runHere(['legs', 'a'])).toMatchObject({
      ...{ code: 3, output: '' },
      complaints: containing('Parlay Desk ended the connection. Check'),
    })
  })

  it('says that an answer it cannot read is of another version', async () => {
    await start({ 'board.search': () => ({ body: { groups: 'none' } }) })
    expect(await runHere(['legs', 'a'])).toMatchObject({
      code: 1,
      complaints: containing('another version'),
    })
  })
})

describe('odds add', () => {
  it('sends a long text in parts that are one upload, whole letters each', async () => {
    const report = {
      source: 'model',
      at: 1,
      taken: 2,
      replaced: 1,
      leftOut: [{ reason: 'no id', count: 1, example: evil }],
    }
    const desk = await start({
      'scripts.addOdds': request => ({ body: OddsPart.parse(request).isLast === false ? null : report }),
    })
    const content = `x${'🏀'.repeat(60_000)}`
    const file = join(tempFolder(), 'odds.json.gz')
    writeFileSync(file, gzipSync(content))
    const { code, output, complaints } = await runHere(['odds', 'add', file, '--name', 'model'])
    expect({ code, output }).toEqual({
      code: 0,
      output: 'model: 2 odds loaded, 1 of them newer than before.',
    })
    expect(complaints).not.toMatch(/[\u001b\u009b]/)
    const parts = desk.calls.map(({ request }) => OddsPart.parse(request))
    expect(parts.map(({ text }) => text).join('')).toBe(content)
    expect(
      parts.every(({ text }) => text.isWellFormed() && Buffer.byteLength(JSON.stringify(text)) < 250_000),
    ).toBe(true)
    expect(new Set(parts.map(({ upload }) => upload)).size).toBe(1)
    expect(parts.map(({ isLast }) => isLast)).toEqual([false, false, false, true])
  })

  it('takes odds from another program', async () => {
    const desk = await start({
      'scripts.addOdds': () => ({ body: { source: 's', at: 1, taken: 1, replaced: 0, leftOut: [] } }),
    })
    await runHere(['odds', 'add', '-'], createTestTerminal({ input: '[{}]' }))
    expect(desk.calls).toMatchObject([{ request: { name: 'Standard input', text: '[{}]' } }])
    expect(await runHere(['odds', 'add', '/nowhere.json'])).toMatchObject({ code: 2 })
  })
})

describe('parlay add', () => {
  it('adds one by keys or by text', async () => {
    const desk = await start({ 'scripts.addParlays': () => ({ body: { results: [added] } }) })
    const { output } = await runHere([
      'parlay',
      'add',
      'a#b#c',
      'a#b#d',
      '--name',
      'Opener',
      '--tag',
      'x',
      '--fair',
      '+412',
    ])
    expect(output).toBe('#3 added')
    await runHere(['parlay', 'add', '--text', 'flint o21.5 pts + ml'])
    expect(desk.calls.map(({ request }) => request)).toEqual([
      {
        parlays: [
          {
            legs: { selections: ['a#b#c', 'a#b#d'] },
            note: { name: 'Opener', tags: ['x'] },
            fairPrice: { text: '+412', format: 'american' },
          },
        ],
      },
      { parlays: [{ legs: { text: 'flint o21.5 pts + ml' }, note: {} }] },
    ])
    expect(await runHere(['parlay', 'add'])).toMatchObject({ code: 2 })
  })

  it('adds many in batches, and ends with code 7 when some fail', async () => {
    const failed = { kind: 'failed', sentence: 'No leg has this key.' }
    const desk = await start({
      'scripts.addParlays': request => ({
        body: { results: Batch.parse(request).parlays.map((_, place) => (place === 7 ? failed : added)) },
      }),
    })
    const input = '{"legs":["a#b#c"],"fair":"5.12","format":"decimal"}\n'.repeat(150)
    const { code, output, complaints } = await runHere(
      ['parlay', 'add', '-', '--json'],
      createTestTerminal({ input }),
    )
    expect({ code, lines: output.split('\n').length, complaints }).toEqual({
      code: 7,
      lines: 150,
      complaints: '',
    })
    expect(desk.calls.map(({ request }) => Batch.parse(request).parlays.length)).toEqual([100, 50])
  })

  it('names the line that is no parlay, before it adds any', async () => {
    const desk = await start({})
    const input = '{"legs":["a#b#c"]}\n\n{"leg":"a"}\n'
    const { code, complaints } = await runHere(['parlay', 'add', '-'], createTestTerminal({ input }))
    expect({ code, complaints }).toEqual({ code: 2, complaints: containing('Line 3') })
    expect(desk.calls).toEqual([])
  })
})

describe('books', () => {
  it('lists their IDs', async () => {
    let rows = [row(3, [cell('bravo'), cell('alpha_bet')])]
    await start({ 'desk.snapshot': () => ({ body: { seq: 1, rows, meter: quietMeter } }) })
    expect((await runHere(['books'])).output).toBe('BOOK\nbravo\nalpha_bet')
    rows = []
    expect(await runHere(['books'])).toMatchObject({ code: 0, output: '', complaints: containing('parlay') })
  })
})

describe('price', () => {
  it('prints the best first, and what to do about the others', async () => {
    const desk = await start({ 'scripts.price': () => ({ body: { answers: [limited, answer] } }) })
    const { code, output } = await runHere([
      'price',
      '3',
      '--max-age',
      '0',
      '--book',
      'alpha',
      '--book',
      'bravo',
    ])
    expect(output.split('\n').map(line => line.trim())).toEqual([
      'PARLAY  BOOK   PRICE  AGE  STATUS      WHAT TO DO',
      '#3  alpha   +450   2s  priced',
      '#3  bravo          2s  over-share  The share is used up. Wait 20s.',
    ])
    expect(code).toBe(7)
    expect(desk.calls).toMatchObject([{ request: { parlayId: 3, books: ['alpha', 'bravo'], maxAgeMs: 0 } }])
  })

  const byStatus = (status: string, retry: string) => ({ ...answer, status, retry, price: null })
  const noPrice = byStatus('no-price', 'later')
  const noKey = byStatus('no-key', 'no')
  const unknown = byStatus('unknown-book', 'no')
  it.each([
    ['no book has a price now', [noPrice, byStatus('cannot-combine', 'no')], 0],
    ['a book sent a message', [byStatus('message', 'later')], 0],
    ['a book lacks a leg', [byStatus('not-offered', 'no'), answer], 0],
    ['the share is used up', [limited, limited], 6],
    ['the service is down', [byStatus('failed', 'now'), limited, unknown], 6],
    ['the API key was rejected', [noKey, noKey], 4],
    ['one book did not respond', [noPrice, byStatus('failed', 'now')], 7],
    ['one book has no such ID', [answer, unknown], 7],
    ['no book has this ID', [unknown], 2],
    ['every book failed for good', [byStatus('failed', 'no'), unknown], 1],
    ['no book offers the legs', [], 0],
  ])('when %s ends with its code', async (_, answers, code) => {
    await start({ 'scripts.price': () => ({ body: { answers } }) })
    expect((await runHere(['price', '3'])).code).toBe(code)
  })

  it('shows what it has when the next parlay cannot be priced', async () => {
    const gone = { status: 404, body: { kind: 'not-found', sentence: 'Not found: this parlay.' } }
    const replies = [{ body: { answers: [answer] } }, gone]
    await start({ 'scripts.price': () => replies.shift() ?? gone })
    const ran = await runHere(['price', '3', '4'])
    expect([ran.code, ran.output]).toEqual([1, expect.stringContaining('+450')])
  })

  it.each([[['price']], [['price', 'three']]])('refuses %j with code 2', async args => {
    await start({})
    expect(await runHere(args)).toMatchObject({ code: 2, output: '' })
  })

  const newPrice = { parlayId: 3, bookId: 'alpha', quoteId: 1, at: 1, status: 'priced', price: answer.price }

  it('watches until Ctrl+C, and makes no call', async () => {
    const desk = await start({})
    const terminal = createTestTerminal()
    const running = runHere(['price', '3', '--watch', '--json'], terminal)
    await expect.poll(() => desk.streams.length).toBe(1)
    desk.push('scripts.priced', { prices: [newPrice, { ...newPrice, parlayId: 4 }] })
    await expect.poll(() => terminal.lines).toHaveLength(1)
    terminal.stop('ctrl-c')
    expect(await running).toMatchObject({ code: 130, complaints: '' })
    expect(JSON.parse(terminal.lines[0] ?? '')).toEqual(newPrice)
    expect(desk.calls).toEqual([])
  })

  it('says with code 3 that the desk ended the stream, as when the token is revoked', async () => {
    const desk = await start({})
    const running = runHere(['price', '--watch'])
    await expect.poll(() => desk.streams.length).toBe(1)
    desk.streams[0]?.destroy()
    expect(await running).toMatchObject({ code: 3, complaints: containing('revoked') })
  })

  it('ends by signal as a process: Ctrl+C with 130, and a closed pipe with 0', async () => {
    const desk = await start({})
    const env = { XDG_RUNTIME_DIR: desk.runtime, PARLAY_DESK_TOKEN: token }
    const child = spawnCommand(['price', '--watch', '--json'], env)
    await expect.poll(() => desk.streams.length).toBe(1)
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([130, null])
    const piped = spawnCommand(['price', '--watch', '--json'], env)
    let complaints = ''
    piped.stderr.on('data', (part: Buffer) => (complaints += part.toString()))
    await expect.poll(() => desk.streams.length).toBe(2)
    desk.push('scripts.priced', { prices: [newPrice] })
    await once(piped.stdout, 'data')
    piped.stdout.destroy()
    const exit = once(piped, 'exit')
    const timer = setInterval(() => desk.push('scripts.priced', { prices: [newPrice] }), 20)
    expect(await exit).toEqual([0, null])
    clearInterval(timer)
    expect(complaints).toBe('')
  })
})
