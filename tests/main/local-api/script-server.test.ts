import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { maxUnreadBytes } from '../../../src/main/local-api/event-streams.ts'
import { callRoutes, followedEvents } from '../../../src/main/local-api/routes.ts'
import { entries } from '../../../src/shared/contract.ts'
import { scopes, type Scope } from '../../../src/shared/model/settings/automation.ts'
import { noLedgerChange, pushedPrices } from '../../support/local-api/payloads.ts'
import { openLocalApi } from '../../support/local-api/open-api.ts'
import { ScriptClient } from '../../support/local-api/script-client.ts'
import { goodRequests } from '../../support/bridge/quiet-handlers.ts'

const routes = [...callRoutes.values()]
const aSentence: unknown = expect.stringMatching(/^.+[.]$/)
const errorBody = { sentence: aSentence }

describe('the routes', () => {
  it('are the marked entries of the contract, and no others', () => {
    const marked = Object.entries(entries).flatMap(([area, verbs]) =>
      Object.entries(verbs).flatMap(([verb, entry]) =>
        entry.scope === undefined ? [] : [`${area}.${verb}`],
      ),
    )
    expect([...routes.map(({ name }) => name), ...followedEvents.keys()].toSorted()).toEqual(
      marked.toSorted(),
    )
  })

  it('reach no key, account, setting, link, file, phone, team, or token', () => {
    const areas = [...routes.map(({ name }) => name), ...followedEvents.keys()].map(
      name => name.split('.')[0],
    )
    expect([...new Set(areas)].toSorted()).toEqual([
      ...['alerts', 'board', 'budget', 'desk', 'fair', 'ledger', 'quotes', 'rules', 'scanner', 'scripts'],
      ...['settlement', 'stakes', 'trending', 'whatif'],
    ])
  })
})

describe('every call', () => {
  it('is answered for a script with its scope, and refused for one with all others', async () => {
    const { api, ran, makeScript } = await openLocalApi()
    const byScope = new Map<Scope, Awaited<ReturnType<typeof makeScript>>>()
    for (const scope of scopes) byScope.set(scope, await makeScript(scope))
    await api.calls.answer({ tokenId: byScope.get('price')?.id ?? '', scope: 'price', isAllowed: true })
    for (const { name, scope } of routes) {
      const good = goodRequests[name]
      for (const [each, { client, id }] of byScope) {
        ran.length = 0
        const reply = client.call(name, good)
        if (each === scope && (scope === 'price' || scope === 'record')) await allow(api, id, scope)
        const { status, body } = await reply
        expect([name, each, status]).toEqual([name, each, each === scope ? 200 : 403])
        if (each !== scope) expect(body).toEqual({ ...errorBody, kind: 'wrong-scope' })
        expect(ran.map(({ call }) => call)).toEqual(each === scope ? [name] : [])
      }
    }
  }, 60_000)

  it('without a request is answered to GET too, and others are not', async () => {
    const { makeScript } = await openLocalApi()
    const { client } = await makeScript('read')
    expect((await client.get('/v1/desk/snapshot')).status).toBe(200)
    expect((await client.get('/v1/board/search')).status).toBe(405)
    expect((await client.send('/v1/desk/snapshot', { method: 'DELETE' })).status).toBe(405)
    expect((await client.call('desk.addParlay', {})).status).toBe(404)
    expect((await client.call('account.setKey', { key: 'x' })).status).toBe(404)
    expect((await client.send('/v1/desk/snapshot/../../x', {})).status).toBe(404)
  })
})

async function allow(api: Awaited<ReturnType<typeof openLocalApi>>['api'], tokenId: string, scope: Scope) {
  for (let turn = 0; turn < 50 && api.state().waiting.length === 0; turn += 1) await pause(2)
  await api.calls.answer({ tokenId, scope, isAllowed: true })
}

describe('a token', () => {
  it.each([
    ['none', {}, 'no-token', 'Send “Authorization: Bearer TOKEN”'],
    ['another scheme', { authorization: 'Basic cGRfeA==' }, 'no-token', 'Send “Authorization: Bearer TOKEN”'],
    ['an empty one', { authorization: 'Bearer ' }, 'no-token', 'Send “Authorization: Bearer TOKEN”'],
    ['a wrong one', { authorization: `Bearer pd_${'A'.repeat(43)}` }, 'unknown-token', 'Make a new one'],
    ['an endless one', { authorization: `Bearer ${'x'.repeat(5_000)}` }, 'unknown-token', 'Make a new one'],
  ])('%s is refused with what to do, and a line in the list', async (_what, headers, kind, remedy) => {
    const { socket, ran, lines } = await openLocalApi()
    const { status, body } = await new ScriptClient(socket).call('desk.snapshot', null, { headers })
    const sentence: unknown = expect.stringContaining(remedy)
    expect([status, body]).toEqual([401, { sentence, kind }])
    expect(ran).toEqual([])
    expect(await lines()).toMatchObject([{ name: 'Unknown', isDone: false, sentence }])
  })

  it.each(['//', 'http://[', '/\\\\', '//:99999/v1/desk/snapshot', '*'])(
    'is asked for, and no call found, at the path %s',
    async path => {
      const { socket, makeScript, lines, logged } = await openLocalApi()
      const { token } = await makeScript('read')
      expect((await new ScriptClient(socket).get(path)).status).toBe(401)
      expect((await new ScriptClient(socket, token).get(path)).status).toBe(404)
      expect(await lines()).toMatchObject([{ name: 'Unknown', what: 'request', isDone: false }])
      expect(logged).toEqual([])
    },
  )

  it('is kept as a hash, shown once, and works after the next start', async () => {
    const first = await openLocalApi()
    const { token } = await first.makeScript('read')
    expect(token).toMatch(/^pd_[\w-]{43}$/)
    const kept = JSON.stringify(first.database.prepare('SELECT * FROM script_tokens').all())
    expect(kept).not.toContain(token)
    expect(JSON.stringify(first.api.state())).not.toContain(token)
    first.close()
    const again = await openLocalApi({ folder: first.folder })
    expect((await new ScriptClient(again.socket, token).call('desk.snapshot')).status).toBe(200)
    expect(again.api.state().tokens).not.toMatchObject([{ lastUsedAt: null }])
  })

  it('ends immediately when it is revoked, in the middle of a stream and of a question', async () => {
    const { api, socket, makeScript, ran } = await openLocalApi()
    const { client, id, token } = await makeScript('watch', 'record')
    const stream = client.events()
    const first = stream.next()
    await vi.waitUntil(() => api.follows('ledger.changed'))
    api.announce('ledger', 'changed', noLedgerChange)
    expect(await first).toMatchObject({ value: { name: 'ledger.changed', data: noLedgerChange } })
    const asked = client.call('scripts.record', goodRequests['scripts.record'])
    await vi.waitUntil(() => api.state().waiting.length === 1)
    const rest = stream.next()
    await api.calls.revokeToken({ id })
    await expect(rest).rejects.toThrow('aborted')
    expect(await asked).toMatchObject({ status: 403, body: { kind: 'not-allowed' } })
    expect(await new ScriptClient(socket, token).call('desk.snapshot')).toMatchObject({
      status: 401,
      body: { kind: 'unknown-token' },
    })
    expect(ran).toEqual([])
  })
})

describe('spending calls and recording tickets', () => {
  it('wait for a yes at the first use of a run, and only then run', async () => {
    const { api, makeScript, ran, onChanged, folder, close } = await openLocalApi()
    const { client, id, token } = await makeScript('price')
    const asked = client.call('scripts.price', goodRequests['scripts.price'])
    await vi.waitUntil(() => api.state().waiting.length === 1)
    expect(onChanged).toHaveBeenLastCalledWith(api.state())
    expect(api.state().waiting).toMatchObject([{ tokenId: id, scope: 'price' }])
    expect(ran).toEqual([])
    await api.calls.answer({ tokenId: id, scope: 'price', isAllowed: true })
    expect(await asked).toMatchObject({ status: 200 })
    expect(await client.call('scripts.price', goodRequests['scripts.price'])).toMatchObject({ status: 200 })
    close()
    const again = await openLocalApi({ folder })
    const later = new ScriptClient(again.socket, token).call('scripts.price', goodRequests['scripts.price'])
    await vi.waitUntil(() => again.api.state().waiting.length === 1)
    await again.api.calls.answer({ tokenId: id, scope: 'price', isAllowed: false })
    expect(await later).toMatchObject({ status: 403, body: { kind: 'not-allowed' } })
    expect(again.ran).toEqual([])
  })

  it('ask the user nothing for a request that is invalid', async () => {
    const { api, makeScript } = await openLocalApi()
    const { client } = await makeScript('record')
    expect(await client.call('scripts.record', { stake: 1 })).toMatchObject({ status: 400 })
    expect(api.state().waiting).toEqual([])
  })

  it.each(['al\u001b[31mpha', 'bravo\u202e', 'bravo\u200b', 'bravo\n'])(
    'are refused at a book whose ID has hidden characters: %j',
    async bookId => {
      const { api, makeScript } = await openLocalApi()
      const { client } = await makeScript('record')
      const ticket = { ...toObject(goodRequests['scripts.record']), bookId }
      const sentence: unknown = expect.stringMatching(/^bookId: This ID has characters/)
      expect(await client.call('scripts.record', ticket)).toMatchObject({
        status: 400,
        body: { kind: 'invalid', sentence },
      })
      expect(api.state().waiting).toEqual([])
    },
  )
})

const toObject = (value: unknown) => (typeof value === 'object' ? value : {})

describe('a body', () => {
  const search = { ...toObject(goodRequests['board.search']) }
  const padded = (bytes: number) => {
    const text = JSON.stringify({ ...search, query: 'x' })
    return text + ' '.repeat(bytes - text.length)
  }

  it('may have 256 KiB, and not one byte more', async () => {
    const { makeScript, ran } = await openLocalApi()
    const { client } = await makeScript('read')
    const limit = 256 * 1024
    expect(await client.call('board.search', null, { raw: padded(limit) })).toMatchObject({ status: 200 })
    const tooLarge = { status: 413, body: { kind: 'body-too-large' } }
    expect(await client.call('board.search', null, { raw: padded(limit + 1) })).toMatchObject(tooLarge)
    const chunked = { raw: padded(limit + 1), headers: { 'transfer-encoding': 'chunked' } }
    expect(await client.call('board.search', null, chunked)).toMatchObject(tooLarge)
    expect(ran).toHaveLength(1)
  })

  it.each([
    ['no JSON', '{', 400, 'broken-json'],
    ['no text', Buffer.from([0x22, 0xff, 0x22]), 400, 'broken-json'],
    ['another field', JSON.stringify({ ...search, more: 1 }), 400, 'invalid'],
    ['a prototype', '{"__proto__":{"polluted":1}}', 400, 'invalid'],
    ['depth', '['.repeat(100_000) + ']'.repeat(100_000), 400, 'invalid'],
  ])('of %s is refused with a sentence', async (_what, raw, status, kind) => {
    const { makeScript, ran } = await openLocalApi()
    const { client } = await makeScript('read')
    expect(await client.call('board.search', null, { raw })).toMatchObject({ status, body: { kind } })
    expect(ran).toEqual([])
    expect({}).not.toHaveProperty('polluted')
  })

  it.each([
    ['limit', 501, 'limit: It may have at most 500.'],
    ['limit', 'x', 'limit: It must be a number.'],
    ['query', undefined, 'query: It is missing.'],
  ])('with %s %s is refused in a sentence', async (field, value, sentence) => {
    const { makeScript } = await openLocalApi()
    const { client } = await makeScript('read')
    const reply = await client.call('board.search', { ...search, [field]: value })
    expect(reply).toMatchObject({ status: 400, body: { kind: 'invalid', sentence } })
  })

  it('puts nothing that a script wrote into the list of what scripts did', async () => {
    const { makeScript, lines } = await openLocalApi()
    const { client } = await makeScript('read', 'watch')
    for (const evil of ['\u202eone', 'x'.repeat(10_000)]) {
      expect(await client.call('board.search', { ...search, [evil]: 1 })).toMatchObject({ status: 400 })
      expect(await client.get(`/v1/events?only=${encodeURIComponent(evil)}`)).toMatchObject({ status: 400 })
    }
    const listed = { times: 2, isDone: false, sentence: 'The request was invalid.' }
    expect(await lines()).toMatchObject([
      { what: 'events', ...listed },
      { what: 'board.search', ...listed },
    ])
  })

  it('of another type, or of a web page, is refused', async () => {
    const { makeScript, ran } = await openLocalApi()
    const { client } = await makeScript('read')
    const form = { headers: { 'content-type': 'text/plain' } }
    expect(await client.call('board.search', search, form)).toMatchObject({ status: 415 })
    const page = { headers: { origin: 'https://evil.example' } }
    expect(await client.call('board.search', search, page)).toMatchObject({ status: 403 })
    expect(ran).toEqual([])
  })
})

describe('too much', () => {
  it('side by side: of 30 calls 20 run, and the others are refused until one has ended', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const { makeScript } = await openLocalApi({
      change: handlers => ({
        ...handlers,
        board: { ...handlers.board, readTyped: async () => (await promise, { legs: [], problems: [] }) },
      }),
    })
    const { client } = await makeScript('read')
    const asked = Array.from({ length: 30 }, () =>
      client.call('board.readTyped', goodRequests['board.readTyped']),
    )
    const early = await Promise.all(asked.map(each => Promise.race([each, pause(500)])))
    resolve(undefined)
    const replies = await Promise.all(asked)
    expect(early.filter(each => each !== undefined)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(10)
    expect(replies.find(({ status }) => status === 429)).toMatchObject({
      headers: { 'retry-after': '1' },
      body: { kind: 'busy', retryAfterMs: 1_000 },
    })
    expect(await client.call('desk.snapshot')).toMatchObject({ status: 200 })
  })

  it('of 1,000 connections leaves the desk its work, and serves again after them', async () => {
    const { socket, makeScript } = await openLocalApi()
    const { client } = await makeScript('read')
    const opened: Socket[] = []
    for (let n = 0; n < 1_000; n += 1) opened.push(connect(socket).on('error', () => {}))
    await vi.waitUntil(() => opened.filter(({ closed }) => closed).length >= 800, { timeout: 20_000 })
    for (const each of opened) each.destroy()
    await vi.waitUntil(
      async () => (await client.call('desk.snapshot').catch(() => undefined))?.status === 200,
    )
  })
})

async function take<T>(items: AsyncGenerator<T>, count: number): Promise<T[]> {
  const taken: T[] = []
  for await (const item of items) if (taken.push(item) === count) break
  return taken
}
const pause = (ms: number) => new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), ms))

describe('a stream of events', () => {
  it('has the events that it names, in order, and none that is not for scripts', async () => {
    const { api, makeScript } = await openLocalApi()
    const { client } = await makeScript('watch')
    const prices = client.events('scripts.priced')
    const all = client.events()
    const [ofPrices, ofAll] = [take(prices, 2), take(all, 2)]
    await vi.waitUntil(() => api.follows('ledger.changed') && api.follows('scripts.priced'))
    api.announce('account', 'changed', { key: 'secret' })
    api.announce('automation', 'changed', {})
    api.announce('ledger', 'changed', noLedgerChange)
    api.announce('scripts', 'priced', pushedPrices(1))
    api.announce('scripts', 'priced', pushedPrices(2))
    expect((await ofPrices).map(({ data }) => data)).toEqual([pushedPrices(1), pushedPrices(2)])
    expect((await ofAll).map(({ name }) => name)).toEqual(['ledger.changed', 'scripts.priced'])
  })

  it('is refused without the scope, and for a name that is no event of scripts', async () => {
    const { makeScript } = await openLocalApi()
    const { client } = await makeScript('read')
    expect(await client.get('/v1/events')).toMatchObject({ status: 403, body: { kind: 'wrong-scope' } })
    const { client: watcher } = await makeScript('watch')
    expect(await watcher.get('/v1/events?only=account.changed')).toMatchObject({ status: 400 })
  })

  it('is one of at most 20 of a script, and 100 of all', async () => {
    const { makeScript } = await openLocalApi()
    const open = async (client: ScriptClient, count: number) => {
      const opened = Array.from({ length: count }, () => client.open('/v1/events', { method: 'GET' }))
      const responses = await Promise.all(opened)
      for (const each of responses) each.on('error', () => {}).resume()
      return responses.filter(({ statusCode }) => statusCode === 200)
    }
    const { client } = await makeScript('watch')
    const [first, ...others] = await open(client, 21)
    expect(others).toHaveLength(19)
    first?.destroy()
    await vi.waitUntil(async () => (await open(client, 1)).length === 1)
    for (let n = 0; n < 4; n += 1) expect(await open((await makeScript('watch')).client, 20)).toHaveLength(20)
    expect(await open((await makeScript('watch')).client, 1)).toEqual([])
  })

  it('that its script never reads is dropped with a line in the list, and others lose nothing', async () => {
    const { api, socket, makeScript, lines } = await openLocalApi()
    const { token } = await makeScript('watch')
    const { client: reader } = await makeScript('watch')
    const lazy = await openUnread(socket, token)
    onTestFinished(() => void lazy.destroy())
    const stream = reader.events()
    let seen = 0
    const reading = (async () => {
      for await (const { name } of stream) if (name === 'scripts.priced' && (seen += 1) === 400) return
    })()
    await vi.waitUntil(() => api.follows('scripts.priced'))
    await pause(50)
    const large = pushedPrices(300)
    const findDropped = async () => (await lines()).find(({ isDone }) => !isDone)
    let unread = 0
    for (let n = 0; n < 400; n += 1) {
      if ((await findDropped()) === undefined) unread += JSON.stringify(large).length
      api.announce('scripts', 'priced', large)
      await new Promise(setImmediate)
    }
    await reading
    // The system's own buffers of a socket hold some of it too.
    expect(unread).toBeLessThan(maxUnreadBytes + 1024 * 1024)
    const dropped = await findDropped()
    expect(dropped).toMatchObject({ what: 'events', times: 1 })
    expect(dropped?.sentence).toContain('didn’t read')
  }, 30_000)
})

/** A stream whose bytes are never read. */
async function openUnread(socketPath: string, token: string): Promise<Socket> {
  const { promise, resolve } = Promise.withResolvers<Socket>()
  const headers = { authorization: `Bearer ${token}` }
  const sent = request({ socketPath, path: '/v1/events', headers, agent: false })
  sent.on('socket', socket => socket.on('close', () => {}))
  sent.once('response', response => {
    response.pause()
    response.on('error', () => {})
    resolve(response.socket)
  })
  sent.on('error', () => {})
  sent.end()
  const socket = await promise
  socket.pause()
  return socket
}
