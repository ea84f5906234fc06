import { createServer as createNetServer } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../../src/main/odds-service/failures.ts'
import { createTrending, type Sent } from '../../../src/main/odds-service/trending.ts'
import type { CallFailure } from '../../../src/shared/failure.ts'
import type { SendOutcome } from '../../../src/shared/model/parlay/submission.ts'
import {
  answers,
  isSilent,
  key,
  resets,
  startClient,
  startService,
  writes,
  type Script,
} from '../../support/odds-service/server.ts'

const ids = ['Bravo#e1#Points#Ada North Over 27.5', 'Bravo#e1#Moneyline#Harbor City #2 “x”']

/** Sends the ids to a server that answers so. */
async function send(script: Script, given: { timeLimitMs?: number; ids?: readonly string[] } = {}) {
  const service = await startService(script)
  const client = startClient(given.timeLimitMs === undefined ? {} : { timeLimitMs: given.timeLimitMs })
  const sent = await createTrending(client.caller)({
    profile: { id: 'mine', queue: `http://queue.localhost:${service.port}/` },
    ids: given.ids ?? ids,
    onSending: () => {},
  })
  return { sent, service, client }
}
const outcomeOf = async (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  (await send(answers(body, status, headers))).sent.outcome

describe('Trending request', () => {
  it('is one POST of the ids verbatim, in order, with the key', async () => {
    const { service, client } = await send(answers({ code: 200, queued: true, message: 'Queued' }))
    const [seen, ...more] = service.seen
    expect(more).toEqual([])
    expect(client.sent()).toBe(1)
    expect(seen).toMatchObject({ method: 'POST', url: `/?${new URLSearchParams({ key }).toString()}` })
    expect(seen?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(seen?.body ?? '')).toEqual(ids)
  })

  it('reports right before it leaves, and does not leave when that throws', async () => {
    const service = await startService(answers({}))
    const { caller, sent } = startClient()
    const profile = { id: 'mine', queue: `http://queue.localhost:${service.port}/` }
    const onSending = () => {
      throw new Error('cannot write')
    }
    await expect(createTrending(caller)({ profile, ids, onSending })).rejects.toThrow('cannot write')
    expect([service.seen.length, sent()]).toEqual([0, 0])
  })
})

const documented = [
  { code: 200, queued: true, message: 'Queued', outcome: { kind: 'queued' } },
  { code: 409, queued: false, message: 'Already queued', outcome: { kind: 'already-queued' } },
  { code: 429, queued: false, message: 'Max queued', outcome: { kind: 'full', notBeforeAt: null } },
  { code: 404, queued: false, message: 'Event not found', outcome: { kind: 'event-not-found' } },
] as const

describe.each(documented)('“$message”', ({ code, queued, message, outcome }) => {
  it.each([200, code, 500, 401, 429, 404, 409, 418])('is that under HTTP %i', async status => {
    expect(await outcomeOf({ code, queued, message }, status)).toEqual(outcome)
  })

  it.each<[string, object]>([
    ['its code a string', { code: String(code), queued, message }],
    ['its flag a string', { code, queued: String(queued), message }],
    ['no flag', { code, message }],
    ['no message', { code, queued }],
    ['a flag of null', { code, queued: null, message }],
    ['no code', { queued, message }],
    ['another letter case and a full stop', { code, queued, message: ` ${message.toUpperCase()}. ` }],
    ['words of another language', { code, queued, message: 'In Ordnung' }],
    ['spaces in its strings', { code: ` ${code} `, queued: ` ${String(queued).toUpperCase()} `, message }],
    ['a field more', { code, queued, message, id: 7 }],
  ])('is that with %s', async (_what, body) => {
    expect(await outcomeOf(body)).toEqual(outcome)
  })
})

describe('Trending answer whose parts do not agree', () => {
  it.each<[string, object]>([
    ['code 200, not queued', { code: 200, queued: false, message: 'Queued' }],
    ['code 409, queued', { code: 409, queued: true, message: 'Already queued' }],
    ['code 429, queued', { code: 429, queued: true, message: 'Max queued' }],
    ['code 200, the message of another', { code: 200, message: 'Max queued' }],
    ['code 404, the message of another', { code: 404, queued: false, message: 'Already queued' }],
    ['an unknown code, queued', { code: 418, queued: true, message: 'Hello' }],
    ['an unknown code, a known message', { code: 418, queued: false, message: 'Queued' }],
    ['“Queued” without code and flag', { message: 'Queued' }],
    ['only queued', { queued: true }],
    ['only not queued', { queued: false }],
    ['a flag that is none', { code: 200, queued: 'yes', message: 7 }],
    ['a list of a flag', { code: 200, queued: ['true'], message: 'Queued' }],
    ...['xtrue', 'truex', '1 true', 'true 1'].map((queued): [string, object] => [
      queued,
      { code: 200, queued },
    ]),
    ...['x409', '409x', '1 409', '409 1'].map((code): [string, object] => [code, { code, queued: false }]),
    ['a code that is none', { code: [200], queued: true, message: 'Queued' }],
    ['a name of JavaScript for a message', { message: 'constructor', code: null, queued: true }],
  ])('counts as nothing: %s', async (_what, body) => {
    for (const status of [200, 404])
      expect(await outcomeOf(body, status)).toMatchObject({ kind: 'refused', reason: { kind: 'unclear' } })
  })
})

describe('Unclear trending answer', () => {
  it.each<[object, string]>([
    [
      { code: 200, queued: false, message: 'Queued' },
      'The response contradicts itself: code 200, queued false, message “Queued”.',
    ],
    [{ queued: true }, 'The response contradicts itself: no code, queued true, no message.'],
    [{ message: 'Queued' }, 'The response contradicts itself: no code, no “queued”, message “Queued”.'],
    [
      { code: 'x', queued: 'y', message: 'Queued' },
      'Part of the response is malformed: no code, no “queued”, message “Queued”.',
    ],
  ])('says which parts it has: %j', async (body, text) => {
    expect(await outcomeOf(body)).toEqual({ kind: 'refused', reason: { kind: 'unclear', text } })
  })

  it.each<[unknown, number, string]>([
    [{}, 200, 'it has none of code, queued and message'],
    ['{"code":200,', 200, 'broken JSON'],
    ['{"code":200,', 404, 'broken JSON'],
  ])('without a part says what is wrong: %j under HTTP %i', async (body, status, detail) => {
    const failure = { kind: 'unreadable', status, detail }
    const outcome = await outcomeOf(body, status)
    expect(outcome.kind === 'refused' ? outcome.reason : outcome).toMatchObject({ failure })
  })

  it('that refuses the key in plain words does so under any status', async () => {
    for (const status of [409, 429])
      expect(await outcomeOf('Invalid key', status)).toMatchObject({ kind: 'no-key' })
  })
})

describe('Undocumented trending answer', () => {
  it.each<[string, unknown, number, SendOutcome]>([
    [
      'an unknown code',
      { code: 418, queued: false, message: 'I am a teapot' },
      418,
      { kind: 'refused', reason: { kind: 'said', text: 'I am a teapot (code 418)' } },
    ],
    [
      'other words',
      { error: 'The body must be a JSON array' },
      400,
      { kind: 'refused', reason: { kind: 'said', text: 'The body must be a JSON array' } },
    ],
    [
      'HTTP 500',
      { message: 'Out of order' },
      500,
      {
        kind: 'refused',
        reason: { kind: 'failed', failure: { kind: 'server-error', status: 500, detail: 'Out of order' } },
      },
    ],
  ])('is shown as it is: %s', async (_what, body, status, outcome) => {
    expect(await outcomeOf(body, status)).toEqual(outcome)
  })
})

const page = '<!doctype html><title>Sign in</title>'
const unreadable: [string, unknown][] = [
  ['an empty body', ''],
  ['a web page', page],
  ['null', null],
  ['a list', []],
  ['an object of nothing', {}],
  ['broken JSON', '{"code":200,'],
  ['the same name twice', '{"code":200,"code":409}'],
]

describe.each(unreadable)('Trending answer without meaning: %s', (_what, body) => {
  it('leaves the outcome unknown under HTTP 200: it may be queued', async () => {
    expect(await outcomeOf(body)).toMatchObject({
      kind: 'lost',
      failure: { kind: 'unreadable', status: 200 },
    })
  })

  it('means what the status says, where that is enough', async () => {
    expect(await outcomeOf(body, 409)).toEqual({ kind: 'already-queued' })
    expect(await outcomeOf(body, 429, { 'retry-after': '30' })).toMatchObject({ kind: 'limited' })
    expect(await outcomeOf(body, 401)).toMatchObject({ kind: 'no-key' })
  })

  it('does not mean a missing event under HTTP 404: the address may be wrong', async () => {
    const failure = { kind: 'unreadable', status: 404 }
    expect(await outcomeOf(body, 404)).toMatchObject({ kind: 'refused', reason: { kind: 'failed', failure } })
  })

  it('means a failure of the service under HTTP 500', async () => {
    const reason = { kind: 'failed', failure: { status: 500 } }
    expect(await outcomeOf(body, 500)).toMatchObject({ kind: 'refused', reason })
  })
})

describe('Rate limit of the trending queue', () => {
  it.each<[string, unknown]>([
    ['other words', { error: 'Too many requests' }],
    ['the code of a full queue', { code: 429, queued: false, message: 'Rate limit exceeded' }],
    ['another code', { code: 1015, message: 'You are being limited' }],
  ])('differs from a full queue: %s', async (_what, body) => {
    const before = Date.now()
    const outcome = await outcomeOf(body, 429, { 'retry-after': '90' })
    if (outcome.kind !== 'limited') throw new Error(outcome.kind)
    expect(outcome.untilAt - before).toBeGreaterThanOrEqual(90_000)
  })

  it('gives a full queue the time before which it is not retried', async () => {
    const before = Date.now()
    const body = { code: 429, queued: false, message: 'Max queued' }
    const outcome = await outcomeOf(body, 429, { 'retry-after': '120' })
    if (outcome.kind !== 'full') throw new Error(outcome.kind)
    expect((outcome.notBeforeAt ?? 0) - before).toBeGreaterThanOrEqual(120_000)
  })
})

describe('Refused key for the trending queue', () => {
  it.each<[string, unknown, number]>([
    ['HTTP 401', {}, 401],
    ['words under HTTP 200', { error: 'Invalid key' }, 200],
    ['words under HTTP 403', { code: 403, queued: false, message: 'Unknown API key' }, 403],
  ])('stops calls: %s', async (_what, body, status) => {
    const { sent, client } = await send(answers(body, status))
    expect(sent.outcome).toEqual({ kind: 'no-key', failure: { kind: 'key-refused' } })
    expect(client.refused).toEqual([['mine', key]])
  })
})

describe('Failed trending call', () => {
  const endOf = async (failure: CallFailure) => {
    const send = vi.fn(() => Promise.reject(new ServiceError(failure)))
    const profile = { id: 'mine', queue: 'https://queue.example/' }
    const { outcome } = await createTrending({ send })({ profile, ids, onSending: () => {} })
    expect(send).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ emptyBody: '[]' }),
      expect.anything(),
    )
    return outcome
  }

  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ENETUNREACH',
    'EHOSTUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'aborted',
    'the proxy proxy.example:80 couldn’t be reached (ECONNRESET)',
  ])('was not sent where no connection was made: %s', async detail => {
    const failure = { kind: 'unreachable', host: 'queue.example', detail } as const
    expect(await endOf(failure)).toEqual({ kind: 'unsent', failure })
    for (const other of [`x${detail}`, detail.startsWith('the') ? 'the proxy' : `${detail}!`])
      expect(await endOf({ ...failure, detail: other })).toMatchObject({ kind: 'lost' })
  })

  it.each<[CallFailure, SendOutcome['kind']]>([
    [{ kind: 'unreachable', host: 'queue.example', detail: 'ECONNRESET' }, 'lost'],
    [{ kind: 'timed-out', afterMs: 1 }, 'lost'],
    [{ kind: 'too-large', limitBytes: 1 }, 'lost'],
    [{ kind: 'unreadable', status: 299, detail: '' }, 'lost'],
    [{ kind: 'unreadable', status: 300, detail: '' }, 'refused'],
    [{ kind: 'redirected', status: 302 }, 'refused'],
    [{ kind: 'key-missing' }, 'no-key'],
    [{ kind: 'key-refused' }, 'no-key'],
    [{ kind: 'limited', untilAt: 1 }, 'limited'],
    [{ kind: 'host-failing', host: 'queue.example', untilAt: 1 }, 'unsent'],
    [{ kind: 'storage', sentence: 'The disk is full.' }, 'unsent'],
  ])('ends by what failed: %j as %s', async (failure, kind) => {
    expect(await endOf(failure)).toMatchObject({ kind })
  })
})

describe('Incomplete trending answer', () => {
  it.each<[string, Script]>([
    ['a reset', resets],
    ['half an answer', writes('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"code":200')],
    ['no answer', isSilent],
    ['a body too large', answers(Buffer.alloc(1_048_577))],
  ])('is lost and not sent again: %s', async (_what, script) => {
    const { sent, service } = await send(script, { timeLimitMs: 300 })
    expect(sent).toMatchObject({ outcome: { kind: 'lost' }, raw: null })
    expect(service.seen).toHaveLength(1)
  })

  it('means unsent where no connection was made', async () => {
    const listener = createNetServer().listen(0, '127.0.0.1')
    await new Promise(resolve => listener.once('listening', resolve))
    const address = listener.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await new Promise(resolve => listener.close(resolve))
    const profile = { id: 'mine', queue: `http://127.0.0.1:${port}/` }
    const sent = await createTrending(startClient().caller)({ profile, ids, onSending: () => {} })
    expect(sent.outcome).toMatchObject({ kind: 'unsent', failure: { kind: 'unreachable' } })
  })

  it('means unsent for an address that cannot be called', async () => {
    const profile = { id: 'mine', queue: 'http://queue.example/' }
    const sent = await createTrending(startClient().caller)({ profile, ids, onSending: () => {} })
    expect(sent.outcome).toMatchObject({ reason: { kind: 'failed', failure: { kind: 'bad-address' } } })
  })

  it('is a redirect, which is not followed', async () => {
    const outcome = await outcomeOf('', 302, { location: 'http://elsewhere.localhost/' })
    expect(outcome).toMatchObject({ kind: 'refused', reason: { failure: { kind: 'redirected' } } })
  })
})

describe('Stored trending answer', () => {
  const rawOf = async (body: unknown, status = 200): Promise<Sent['raw']> =>
    (await send(answers(body, status))).sent.raw

  it('has its status and its body as it came', async () => {
    const body = { code: 418, queued: false, message: 'No' }
    expect(await rawOf(body, 418)).toEqual({ status: 418, body: JSON.stringify(body) })
    expect(await rawOf(page, 500)).toEqual({ status: 500, body: page })
  })

  it('is cut, without key and characters that cannot be shown', async () => {
    const raw = await rawOf({ message: 'x'.repeat(900), url: `/?key=${encodeURIComponent(key)}` })
    expect(raw?.body).toHaveLength(500)
    const echoed = await rawOf({ url: `/?key=${encodeURIComponent(key)}`, words: '\u202Eevil' })
    expect(echoed?.body).not.toContain(encodeURIComponent(key))
    expect(echoed?.body).not.toContain('\u202E')
  })
})
