import { describe, expect, it } from 'vitest'
import { ask, EPOCH, readError, parseJson, KEY, startTestDemo } from '../../support/demo/demo-client.ts'

describe('a call', () => {
  const body = '["a"]'

  it.each(['', '?key=', '?key=wrong', `?key=${KEY}x`])(
    'without the right key is refused: "%s"',
    async query => {
      const demo = await startTestDemo()
      const reply = await demo.ask({ host: 'bravo', path: `/${query}`, body })
      expect([reply.status, parseJson(reply)]).toEqual([401, { error: 'Invalid key' }])
    },
  )

  it.each(['', '{', '{}', '[]', '[1]', '"token"', 'null'])(
    'with a malformed body gets 400: %s',
    async text => {
      const demo = await startTestDemo()
      const reply = await demo.ask({ host: 'bravo', path: `/?key=${KEY}`, body: text })
      expect(reply.status).toBe(400)
      expect(readError(reply)).toMatch(/^The body /)
    },
  )

  it('without a JSON body or with an unknown format is refused', async () => {
    const demo = await startTestDemo()
    const path = `/?key=${KEY}`
    const plain = await demo.ask({ host: 'bravo', path, body, headers: { 'content-type': 'text/plain' } })
    expect([plain.status, parseJson(plain)]).toEqual([
      400,
      { error: 'The Content-Type must be application/json' },
    ])
    const format = await demo.ask({ host: 'bravo', path: `${path}&price=roman`, body })
    expect(format.status).toBe(400)
    expect(readError(format)).toMatch(/^Unknown price format; use one of american, /)
  })

  it('with a body of over a MiB gets 413', async () => {
    const demo = await startTestDemo()
    const reply = await demo.ask({
      host: 'bravo',
      path: `/?key=${KEY}`,
      body: JSON.stringify(['x'.repeat(2 ** 20)]),
    })
    expect(reply.status).toBe(413)
  })

  it('above the rate gets 429 with a Retry-After', async () => {
    const demo = await startTestDemo({ ratePerMinute: 2 })
    const call = () => demo.ask({ host: 'bravo', path: `/?key=${KEY}`, body })
    expect((await call()).status).toBe(200)
    demo.turnTo(10)
    expect((await call()).status).toBe(200)
    const refused = await call()
    expect([refused.status, refused.headers['retry-after'], parseJson(refused)]).toEqual([
      429,
      '50',
      { error: 'Too many requests' },
    ])
    demo.turnTo(60)
    expect((await call()).status).toBe(200)
    expect((await call()).status).toBe(429)
  })

  it('to an unknown host, path or method gets a sentence', async () => {
    const demo = await startTestDemo()
    const unknown = await demo.ask({ host: 'nobody', path: `/?key=${KEY}`, body })
    expect([unknown.status, readError(unknown)]).toEqual([404, expect.stringMatching(/^Unknown host/)])
    expect((await demo.ask({ host: 'bravo', path: '/nowhere', body })).status).toBe(404)
    const method = await demo.ask({ host: 'bravo', path: `/?key=${KEY}` })
    expect([method.status, method.headers.allow]).toEqual([405, 'POST'])
    expect((await ask(demo.port, { host: 'bravo.localhost.example', path: '/', body })).status).toBe(404)
  })

  it('is logged without its key', async () => {
    const keys: (string | null)[] = []
    const demo = await startTestDemo({ onCall: (_, key) => keys.push(key) })
    await demo.price('bravo', ['a'], '&price=decimal')
    expect(demo.calls).toEqual([
      {
        at: EPOCH,
        route: 'pricing',
        book: 'bravo',
        method: 'POST',
        query: { price: 'decimal' },
        body: '["a"]',
        status: 200,
        fault: null,
      },
    ])
    expect(keys).toEqual([KEY])
  })
})
