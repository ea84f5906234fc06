import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { Http } from '../../../src/main/odds-service/http.ts'
import { priceFormats } from '../../../src/shared/odds/price.ts'
import { answers, isSilent, key, startClient, startService } from '../../support/odds-service/server.ts'

const price = { price: '+450' }

describe('Pricing request', () => {
  it('is a POST of the tokens to the book’s own host, with key and price in the query', async () => {
    const service = await startService(answers(price))
    await startClient().price(service, { tokens: ['one', 'two', 'three'] })
    const query = new URLSearchParams({ key, price: 'american' }).toString()
    expect(service.seen).toHaveLength(1)
    expect(service.seen[0]).toMatchObject({
      method: 'POST',
      url: `/?${query}`,
      headers: { host: `bravo.localhost:${service.port}`, 'content-type': 'application/json' },
      body: '["one","two","three"]',
    })
  })

  it('carries a key that reads back exactly, whatever reserved characters it has', async () => {
    const service = await startService(answers(price))
    await startClient().price(service)
    const url = new URL(service.seen[0]?.url ?? '', 'http://host')
    expect([...url.searchParams]).toEqual([
      ['key', key],
      ['price', 'american'],
    ])
  })

  it('keeps each token verbatim, percent-encoded ones too, and their order', async () => {
    const service = await startService(answers(price))
    const tokens = ['b%3D%3D', 'a+/=', 'ü', '%', '"\\', 'b%3D%3D']
    await startClient().price(service, { tokens })
    expect(JSON.parse(service.seen[0]?.body ?? '')).toEqual(tokens)
    expect(service.seen[0]?.body).toContain('b%3D%3D')
  })

  it('keeps the path of the pricing address', async () => {
    const service = await startService(answers(price))
    const profile = { id: 'mine', pricing: `${service.pricing}sgp/v2/` }
    await startClient().price(service, { profile })
    expect(service.seen[0]?.url).toMatch(/^\/sgp\/v2\/\?key=/)
  })

  it.each(priceFormats)('asks for %s prices by name', async format => {
    const service = await startService(answers({ message: 'Price not found' }))
    await startClient().price(service, { format })
    expect(service.seen[0]?.url).toMatch(new RegExp(`&price=${format}$`))
  })

  it('carries no cookie, no referrer and no name of the program', async () => {
    const service = await startService(answers(price, 200, { 'set-cookie': 'id=1' }))
    const client = startClient()
    await client.price(service)
    await client.price(service)
    for (const { headers } of service.seen) {
      expect(Object.keys(headers).toSorted()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'content-length',
        'content-type',
        'host',
      ])
    }
  })

  it('is not sent for an invalid host id, with the reason', async () => {
    const service = await startService(answers(price))
    const client = startClient()
    const outcome = await client.price(service, { hostId: 'evil.com/' })
    expect(outcome).toMatchObject({ kind: 'failed', failure: { kind: 'bad-address' } })
    expect([service.seen.length, client.sent()]).toEqual([0, 0])
  })

  it('is not sent over plain http to any other machine', async () => {
    const profile = { id: 'mine', pricing: 'http://{book}.example.com/' }
    const client = startClient()
    const service = await startService(isSilent)
    expect(await client.price(service, { profile })).toMatchObject({ failure: { kind: 'bad-address' } })
    expect(client.sent()).toBe(0)
  })

  it('leaves no timer and no abort listener behind where it was refused', async () => {
    const { signal } = new AbortController()
    const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
    const before = timers()
    const address = new URL('http://book.example.com/')
    const limits = { timeoutMs: 60_000, maxBytes: 1_000, signal }
    const sent = new Http().send({ method: 'GET', address, query: {}, key, ...limits })
    await expect(sent).rejects.toMatchObject({ failure: { kind: 'bad-address' } })
    expect([timers(), getEventListeners(signal, 'abort')]).toEqual([before, []])
  })
})

describe('Http connections', () => {
  it('are kept: twenty calls, one after the other, open no more than two', async () => {
    const service = await startService(answers(price))
    const client = startClient()
    for (let call = 0; call < 20; call += 1) await client.price(service)
    expect(service.seen.length).toBe(20)
    expect(service.sockets()).toBeLessThanOrEqual(2)
  })

  it('are at most six per host, however many calls are made at once', async () => {
    const service = await startService(answers(price))
    const client = startClient()
    await Promise.all(Array.from({ length: 20 }, () => client.price(service)))
    expect([service.seen.length, service.sockets()]).toEqual([20, 6])
  })
})
