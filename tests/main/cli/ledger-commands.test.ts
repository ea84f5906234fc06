import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { evilName as evil, startFakeDesk as start, token } from '../../support/cli/fake-desk.ts'
import { createTestTerminal, runHere, spawnCommand } from '../../support/cli/test-terminal.ts'
import { openTicket } from '../../support/shared/ledger-answers.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const containing = (part: string): unknown => expect.stringContaining(part)
const Identified = z.object({ id: z.number() })
const Page = z.object({ after: Identified.nullable(), limit: z.number() })

describe('tickets and export', () => {
  const tickets = Array.from({ length: 450 }, (_, place) => ({ ...openTicket, id: 450 - place, title: evil }))
  const pages = {
    'ledger.page': (request: unknown) => {
      const { after, limit } = Page.parse(request)
      const from = after === null ? 0 : tickets.findIndex(({ id }) => id === after.id) + 1
      const lines = tickets.slice(from, from + limit)
      const last = lines.at(-1)
      const next = from + limit < tickets.length && last ? { placedAt: last.placedAt, id: last.id } : null
      return { body: { lines, next } }
    },
  }

  it('list as many as wanted, over pages', async () => {
    const desk = await start(pages)
    const { output } = await runHere(['tickets', '--limit', '250', '--result', 'won', '--from', '2026-11-01'])
    expect(output.split('\n')).toHaveLength(251)
    expect(desk.calls).toMatchObject([
      { request: { limit: 200, after: null, filter: { result: 'won', fromDay: '2026-11-01' } } },
      { request: { limit: 50 } },
    ])
    expect(await runHere(['tickets', '--from', 'yesterday'])).toMatchObject({ code: 2 })
    expect(await runHere(['tickets', '--result', 'lucky'])).toMatchObject({ code: 2 })
  })

  it('export all, as CSV that no spreadsheet runs, and as JSON', async () => {
    await start(pages)
    const file = join(tempFolder(), 'tickets.csv')
    expect(await runHere(['export', '--output', file])).toMatchObject({ code: 0, output: '' })
    expect(readFileSync(file, 'utf8')).toMatch(/^id,placed_at,day,book_id,book,ticket,price/)
    const { output } = await runHere(['export', '--format', 'ndjson'])
    const ids = output.split('\n').map(line => Identified.parse(JSON.parse(line)).id)
    expect(ids).toEqual(tickets.map(({ id }) => id))
  })

  it('say in a sentence that the file can’t be written', async () => {
    await start(pages)
    const file = join(tempFolder(), 'nowhere', 'a\u001b[31m.csv')
    expect(await runHere(['export', '--output', file])).toEqual({
      code: 1,
      output: '',
      complaints: 'a[31m.csv couldn’t be saved. Choose another folder or free up disk space.',
    })
  })

  it('export no escape sequence in any column to a terminal', async () => {
    const book = { id: 'al\u001b[31mpha\u202e', name: evil }
    const lines = [{ ...openTicket, title: evil, tags: ['\u001b[31mteam'], book }]
    await start({ 'ledger.page': () => ({ body: { lines, next: null } }) })
    const { output } = await runHere(['export'])
    expect(output).toContain(',alpha,')
    expect(output.replaceAll(/\r?\n/g, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  it('stop asking once the reader has gone', async () => {
    const desk = await start(pages)
    const env = { XDG_RUNTIME_DIR: desk.runtime, PARLAY_DESK_TOKEN: token }
    const child = spawnCommand(['export'], env)
    child.stdout.once('data', () => child.stdout.destroy())
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

describe('record', () => {
  it('records a ticket from options', async () => {
    const desk = await start({
      'scripts.record': () => ({ body: { ticketId: 9, wasThere: true, isOtherBook: false } }),
    })
    const { output } = await runHere([
      'record',
      '--parlay',
      '3',
      '--book',
      'alpha',
      '--price',
      '+450',
      '--stake',
      '25',
    ])
    expect(output).toBe('Ticket 9 was recorded before')
    expect(desk.calls).toMatchObject([
      {
        request: {
          legs: { kind: 'parlay', parlayId: 3, quoteId: null },
          bookId: 'alpha',
          price: { text: '+450', format: 'american' },
          stake: '25',
        },
      },
    ])
    expect(await runHere(['record', '--parlay', '3'])).toMatchObject({ code: 2 })
  })

  const terms = ['record', '--parlay', '3', '--book', 'alpha', '--price', '+450', '--stake', '25']
  it.each([
    ['2025-11-20T18:05:00Z', Date.UTC(2025, 10, 20, 18, 5)],
    ['2025-11-20T18:05:00.250-05:00', Date.UTC(2025, 10, 20, 23, 5, 0, 250)],
    ['2025-11-20 18:05', Date.UTC(2025, 10, 20, 23, 5)],
    ['2025-11-20', Date.UTC(2025, 10, 20, 5)],
  ])('takes %s as the time of the bet', async (text, placedAt) => {
    vi.stubEnv('TZ', 'America/New_York')
    const desk = await start({
      'scripts.record': () => ({ body: { ticketId: 9, wasThere: false, isOtherBook: false } }),
    })
    expect(await runHere([...terms, '--placed-at', text])).toMatchObject({ code: 0 })
    expect(desk.calls).toMatchObject([{ request: { placedAt } }])
  })

  it.each(['Nov 20', '7', 'yesterday', '2025-02-30', '2025-11-20T25:00', '2100-01-01', '1763661900000', ''])(
    'refuses “%s” as the time of the bet, with an example',
    async text => {
      const desk = await start({
        'scripts.record': () => ({ body: { ticketId: 9, wasThere: false, isOtherBook: false } }),
      })
      const { code, complaints } = await runHere([...terms, '--placed-at', text])
      expect({ code, complaints }).toEqual({ code: 2, complaints: containing('2026-11-20T18:05:00Z') })
      expect(desk.calls).toEqual([])
    },
  )

  it('warns of a book that the profile doesn’t have', async () => {
    const body = { ticketId: 9, wasThere: false, isOtherBook: true }
    await start({ 'scripts.record': () => ({ body }) })
    expect(await runHere([...terms, '--book', 'nosuch\u001b[31mbook'])).toEqual({
      code: 0,
      output: 'Ticket 9 recorded',
      complaints: containing('This profile has no book “nosuchbook”'),
    })
  })

  it('records the lines that the docs show', async () => {
    const desk = await start({
      'scripts.record': () => ({ body: { ticketId: 9, wasThere: false, isOtherBook: false } }),
    })
    const input = /```json\n(\{"parlay"[^]*?)```/.exec(readFileSync('docs/scripts.md', 'utf8'))?.[1] ?? ''
    expect(await runHere(['record', '-'], createTestTerminal({ input }))).toMatchObject({ code: 0 })
    expect(desk.calls.map(({ request }) => request)).toEqual([
      {
        ...{ bookId: 'bravo', price: { text: '+148', format: 'american' }, stake: '5' },
        legs: { kind: 'parlay', parlayId: 3, quoteId: null },
        placedAt: Date.UTC(2025, 10, 20, 18, 5),
      },
      {
        ...{ bookId: 'bravo', price: { text: '2.48', format: 'decimal' }, stake: '5', tags: ['model'] },
        legs: {
          kind: 'hand',
          legs: ['KEY1', 'KEY2'].map(selectionKey => ({ kind: 'selection', selectionKey })),
        },
      },
    ])
  })

  it('names the line that is wrong, before it records any', async () => {
    const desk = await start({})
    const line = { parlay: 3, book: 'alpha', price: '+450', stake: '25' }
    for (const wrong of [{ placedAt: '7' }, { legs: ['KEY1'] }, { format: 'odd' }, { odds: '+1' }]) {
      const input = `${JSON.stringify(line)}\n${JSON.stringify({ ...line, ...wrong })}\n`
      const { code, complaints } = await runHere(['record', '-'], createTestTerminal({ input }))
      expect({ code, complaints }).toEqual({ code: 2, complaints: containing('Line 2') })
    }
    expect(desk.calls).toEqual([])
  })

  it('records the other lines when one is refused', async () => {
    const replies = [
      { body: { ticketId: 1, wasThere: false, isOtherBook: false } },
      { status: 400, body: { kind: 'invalid', sentence: 'Stake must be above 0.' } },
      { body: { ticketId: 2, wasThere: false, isOtherBook: false } },
    ]
    await start({ 'scripts.record': () => replies.shift() ?? { body: null } })
    const line = { parlay: 3, book: 'alpha', price: '+450', stake: '25' }
    const input = `${JSON.stringify(line)}\n`.repeat(3)
    const { code, output, complaints } = await runHere(['record', '-'], createTestTerminal({ input }))
    expect({ code, output, complaints }).toEqual({
      code: 7,
      output: 'Ticket 1 recorded\nTicket 2 recorded',
      complaints: 'Line 2: Stake must be above 0.',
    })
  })
})

describe('alerts', () => {
  const fired = (id: number) => ({
    id,
    alertId: 1,
    parlayId: 3,
    at: 1_795_200_000_000,
    bookId: null,
    sentence: `${evil} ${id}`,
    isRead: false,
  })

  it('follows new ones only, oldest first', async () => {
    const desk = await start({ 'alerts.snapshot': () => ({ body: { alerts: [], fired: [fired(1)] } }) })
    const terminal = createTestTerminal()
    const running = runHere(['alerts', '--follow'], terminal)
    await expect.poll(() => desk.streams.length).toBe(1)
    desk.push('alerts.changed', { alerts: [], fired: [fired(3), fired(2), fired(1)] })
    desk.push('alerts.changed', { alerts: [], fired: [fired(3), fired(2), fired(1)] })
    await expect.poll(() => terminal.lines).toHaveLength(2)
    terminal.stop('closed')
    expect(await running).toMatchObject({ code: 0 })
    expect(terminal.lines.map(line => line.at(-1))).toEqual(['2', '3'])
    expect(terminal.lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})
