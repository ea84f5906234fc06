import { beforeEach, describe, expect, it } from 'vitest'
import { serve } from '../../../src/main/bridge/serve.ts'
import { entries } from '../../../src/shared/contract.ts'
import { Failure, Refusal } from '../../../src/shared/failure.ts'
import { ServiceError } from '../../../src/main/odds-service/failures.ts'
import { handled } from '../../support/electron.ts'
import { fc, sampleCount } from '../../support/property.ts'
import { goodRequests, quietHandlers } from '../../support/bridge/quiet-handlers.ts'

const page = 'app://desk'
/** Contents of the windows. */
const [mainContents, ledgerContents] = [{}, {}]
const findWindow = (contents: unknown) =>
  contents === mainContents ? 'main' : contents === ledgerContents ? 'ledger' : undefined
const ours = { sender: mainContents, senderFrame: { url: `${page}/`, parent: null } }
const calls = Object.keys(goodRequests)

const ran: { call: string; request: unknown }[] = []
const logged: unknown[] = []
let fault: (() => never) | undefined

/** Budget of a page that never calls too much. */
const endless = { begin: () => true, end: () => {}, hold: <T>(part: () => T) => part() }

beforeEach(() => {
  handled.clear()
  ran.length = 0
  logged.length = 0
  fault = undefined
  serve({
    page,
    findWindow,
    createBudget: () => endless,
    log: error => `ref-${logged.push(error)}`,
    handlers: quietHandlers((call, request) => {
      ran.push({ call, request })
      fault?.()
    }),
  })
})

const askForText = async (call: string, request: unknown, event: unknown = ours): Promise<unknown> =>
  await handled.get(call)?.(event, request)

async function ask(call: string, request: unknown, event?: unknown): Promise<unknown> {
  const text = await askForText(call, request, event)
  expect(text).toBeTypeOf('string')
  const outcome: unknown = JSON.parse(String(text))
  return outcome
}
const isRefused = (outcome: unknown) =>
  typeof outcome === 'object' &&
  outcome !== null &&
  'failure' in outcome &&
  Failure.safeParse(outcome.failure).success

/** Texts that were found to be refusals: millions of answers are a few thousand texts, so each is read once. */
const refusals = new Set<unknown>()
function isTextOfRefusal(text: unknown): boolean {
  if (refusals.has(text)) return true
  const isOne = typeof text === 'string' && isRefused(JSON.parse(text))
  if (isOne) refusals.add(text)
  return isOne
}

/** The same value for JSON and for structured clone. */
function withField(request: unknown, field: string, value: unknown): unknown {
  return { ...(typeof request === 'object' ? request : {}), [field]: value }
}

describe('every call', () => {
  it('of the contract is served, and no other', () => {
    const wanted = Object.entries(entries).flatMap(([area, verbs]) =>
      Object.entries(verbs).flatMap(([verb, { kind }]) => (kind === 'call' ? [`${area}.${verb}`] : [])),
    )
    expect([...handled.keys()]).toEqual(wanted)
    expect(calls).toEqual(wanted)
  })

  it.each(calls)('%s answers a good request from our own page', async call => {
    expect(await ask(call, goodRequests[call])).toMatchObject({ ok: true })
    expect(ran).toEqual([{ call, request: goodRequests[call] }])
  })

  it('answers null when its handler returns nothing', async () => {
    const quiet = quietHandlers(() => {})
    handled.clear()
    serve({
      page,
      findWindow,
      log: () => '',
      handlers: { ...quiet, desk: { ...quiet.desk, removeParlay: () => {} } },
    })
    expect(await ask('desk.removeParlay', { parlayId: 1 })).toEqual({ ok: true, value: null })
  })

  it.each(calls)('%s refuses a foreign sender', async call => {
    const foreign = [
      null,
      ...[
        'https://evil.example/',
        'app://evil/',
        'app://desk.evil/',
        'app://desk:1/',
        'file:///desk',
        'http://desk/',
      ],
      ...['data:text/html,x', 'about:blank', 'blob:app://desk/1', 'javascript:1', 'APP://', '', 'app:desk'],
    ].map(url => ({ sender: mainContents, senderFrame: url === null ? null : { url, parent: null } }))
    const framed = { sender: mainContents, senderFrame: { url: `${page}/`, parent: { url: `${page}/` } } }
    const unknown = { ...ours, sender: {} }
    for (const event of [...foreign, framed, unknown])
      expect(await ask(call, goodRequests[call], event)).toEqual({
        ok: false,
        failure: { kind: 'internal', reference: 'foreign-sender' },
      })
    expect(ran).toEqual([])
  })

  it.each(calls)(
    '%s refuses a good request with a field more, a field less, or a field of another kind',
    async call => {
      const good = goodRequests[call]
      const fields = good !== null && typeof good === 'object' ? Object.keys(good) : []
      const bad = [
        withField(good, 'more', 1),
        ...fields.map(field => withField(good, field, undefined)),
        ...fields.flatMap(field =>
          [{}, [{}], 1.5, -1, Number.NaN, 1n, Symbol('x')].map(value => withField(good, field, value)),
        ),
      ]
      for (const request of bad)
        expect(await ask(call, request)).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
      expect(ran).toEqual([])
    },
  )
})

const tooMuch = {
  ok: false,
  failure: { kind: 'invalid', field: '', sentence: 'Too much at once.' },
}

describe('rubbish', () => {
  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  const deep = Array.from({ length: 20_000 }).reduce<unknown>(inner => [inner], [])
  const trap = {
    get key(): never {
      throw new Error('read')
    },
  }
  const sharp: unknown[] = [
    ...[cyclic, deep, trap, new Map([['key', 'x']]), new Set(), new Date(Number.NaN)],
    ...[
      new Uint8Array(8),
      new ArrayBuffer(8),
      /x/,
      new Error('x'),
      () => {},
      Symbol('x'),
      10n ** 400n,
      -0,
      Infinity,
    ],
    ...['x'.repeat(300_000), { key: 'x'.repeat(300_000) }, Array.from({ length: 100_000 }, () => 1)],
  ]
  sharp.push(Object.create(null), JSON.parse('{"__proto__":{"polluted":1}}'))
  const random = fc.oneof(
    fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
      withNullPrototype: true,
      withObjectString: true,
    }),
    fc
      .dictionary(
        fc.constantFrom('id', 'key', 'parlayId', 'bookId', 'selections', 'approve', 'note', 'plan'),
        fc.anything(),
      )
      .map(fields => ({ ...fields, more: 1 })),
    fc.jsonValue(),
  )
  const values: unknown[] = [...sharp, ...fc.sample(random, sampleCount - sharp.length)]

  it.each(calls)('never reaches what %s does, and never rejects: 10,000 values', async call => {
    const wrong: unknown[] = []
    for (const value of values) {
      const isGood = value === null && goodRequests[call] === null
      if (!isGood && !isTextOfRefusal(await askForText(call, value))) wrong.push(value)
    }
    expect([wrong, ran]).toEqual([[], []])
    expect({}).not.toHaveProperty('polluted')
  })

  it('over 256 KiB is not even parsed', async () => {
    const request = (text: string) => withField(goodRequests['board.readTyped'], 'text', text)
    expect(await ask('board.readTyped', request('x'.repeat(59_000)))).toMatchObject({ ok: true })
    expect(await ask('board.readTyped', request('x'.repeat(300_000)))).toEqual(tooMuch)
    expect(ran).toHaveLength(1)
  })

  it('may carry a part of a file as bytes beside that, up to 8 MiB, and is not parsed over 64 MiB', async () => {
    const request = (size: number) => withField(goodRequests['board.add'], 'bytes', new Uint8Array(size))
    const mebibyte = 1024 * 1024
    expect(await ask('board.add', request(8 * mebibyte))).toMatchObject({ ok: true })
    expect(await ask('board.add', request(8 * mebibyte + 1))).toMatchObject({
      ok: false,
      failure: { kind: 'invalid', field: 'bytes' },
    })
    expect(await ask('board.add', request(65 * mebibyte))).toEqual(tooMuch)
    expect(ran).toHaveLength(1)
  })

  it('never comes back in the words of the refusal', async () => {
    const canary = 'canary-key with a space'
    for (const request of [{ key: canary, more: 1 }, { key: [canary] }, canary, { key: canary.repeat(60) }])
      expect(JSON.stringify(await ask('account.setKey', request))).not.toContain('canary')
  })
})

describe('a handler that throws', () => {
  it.each<[string, Error, Failure]>([
    ['a Refusal', new Refusal({ kind: 'not-found', what: 'x' }), { kind: 'not-found', what: 'x' }],
    [
      'a failure of the service',
      new ServiceError({ kind: 'unreachable', host: 'host', detail: 'ECONNRESET' }),
      { kind: 'unreachable', host: 'host', detail: 'ECONNRESET' },
    ],
    [
      'a failure that holds more than the window may see',
      new Refusal({ kind: 'not-found', what: 'x', ...{ path: '/home/me' } }),
      { kind: 'internal', reference: 'ref-1' },
    ],
    ['anything else', new Error('secret words'), { kind: 'internal', reference: 'ref-1' }],
  ])('%s becomes a failure', async (_what, error, failure) => {
    fault = () => {
      throw error
    }
    expect(await ask('desk.snapshot', null)).toEqual({ ok: false, failure })
    expect(logged).toHaveLength(failure.kind === 'internal' ? 1 : 0)
  })
})

describe('a window', () => {
  it('asks under its own name, whatever its page says', async () => {
    const asked: unknown[] = []
    const quiet = quietHandlers(() => {})
    handled.clear()
    serve({
      page,
      findWindow,
      log: () => '',
      handlers: {
        ...quiet,
        desk: { ...quiet.desk, setVisibleRows: (_, window) => void asked.push(window) },
      },
    })
    const ledger = { sender: ledgerContents, senderFrame: { url: `${page}/?window=main`, parent: null } }
    await ask('desk.setVisibleRows', { parlayIds: [], selectedId: null }, ledger)
    await ask('desk.setVisibleRows', { parlayIds: [], selectedId: null })
    expect(asked).toEqual(['ledger', 'main'])
  })

  it('that calls without end leaves the others their calls', async () => {
    handled.clear()
    serve({ page, findWindow, log: () => '', handlers: quietHandlers(() => {}) })
    const asks = Array.from({ length: 510 }, () => ask('desk.snapshot', null))
    const ledger = { ...ours, sender: ledgerContents }
    expect(await ask('desk.snapshot', null, ledger)).toMatchObject({ ok: true })
    expect((await Promise.all(asks)).filter(isRefused)).toHaveLength(10)
  })
})

describe('a page that calls without end', () => {
  it('is rejected with a sentence once its budget is used up, which is logged once', async () => {
    let isOver = false
    let running = 0
    const budget = {
      ...endless,
      begin: () => {
        if (!isOver) running++
        return !isOver
      },
      end: () => running--,
    }
    handled.clear()
    serve({
      page,
      findWindow,
      createBudget: () => budget,
      log: error => `ref-${logged.push(error)}`,
      handlers: quietHandlers(() => {}),
    })
    expect(await ask('desk.snapshot', null)).toMatchObject({ ok: true })
    isOver = true
    for (let n = 0; n < 3; n++)
      expect(await ask('desk.snapshot', null)).toEqual({
        ok: false,
        failure: {
          kind: 'invalid',
          field: '',
          sentence: 'Too much at once. Wait a moment, then try again.',
        },
      })
    expect(logged).toHaveLength(1)
    expect(running).toBe(0)
  })

  it('has 500 calls wait for their answers, and no more', async () => {
    handled.clear()
    serve({
      page,
      findWindow,
      log: error => `ref-${logged.push(error)}`,
      handlers: quietHandlers(() => {}),
    })
    const outcomes = await Promise.all(Array.from({ length: 510 }, () => ask('desk.snapshot', null)))
    expect(outcomes.filter(isRefused)).toHaveLength(10)
    expect(await ask('desk.snapshot', null)).toMatchObject({ ok: true })
    expect(logged).toHaveLength(1)
  })
})
