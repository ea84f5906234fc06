import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { answers, key, startClient, startService } from '../../support/odds-service/server.ts'

const ask = async (...answer: Parameters<typeof answers>) => {
  const service = await startService(answers(...answer))
  const outcome = await startClient().price(service)
  return { outcome, calls: service.seen.length }
}
const outcomeOf = async (...answer: Parameters<typeof answers>) => (await ask(...answer)).outcome

const priced = { kind: 'priced', price: { text: '+450', format: 'american', decimal: 5.5 } }
const statuses = [200, 201, 400, 403, 404, 409, 418, 422]

describe('Pricing answer with a price', () => {
  it.each([...statuses, 401, 500, 503])('is a price under HTTP %d too', async status => {
    expect(await outcomeOf({ price: '+450' }, status)).toEqual({ ...priced, links: null, limits: null })
  })

  it('keeps the service’s own text beside the odds it means', async () => {
    expect(await outcomeOf({ price: '4,500' })).toMatchObject({ price: { text: '4,500', decimal: 46 } })
  })

  it('may be a number', async () => {
    expect(await outcomeOf({ price: -110 })).toMatchObject({ price: { text: '-110' } })
  })

  it('has its links, each optional', async () => {
    const links = { desktop: 'https://bets.example/?a=1', mobile: 'bookapp://slip/1' }
    expect(await outcomeOf({ price: '+450', links })).toMatchObject({ links })
    expect(await outcomeOf({ price: '+450', links: { mobile: links.mobile } })).toMatchObject({
      links: { desktop: null, mobile: links.mobile },
    })
  })

  it.each([null, 'https://x.example/', 7, [], {}, { desktop: 5, mobile: {} }, { desktop: null }])(
    'counts without links where they are %j',
    async links => {
      expect(await outcomeOf({ price: '+450', links })).toEqual({ ...priced, links: null, limits: null })
    },
  )

  it('has stake limits, as text or number', async () => {
    expect(await outcomeOf({ price: '+450', limits: { min: 1, max: '250.00' } })).toMatchObject({
      limits: { min: '1', max: '250.00' },
    })
    for (const limits of [null, 'none', { min: true }, []])
      expect(await outcomeOf({ price: '+450', limits })).toMatchObject({ limits: null })
  })

  it('has no link that echoes our key, or that is longer than any address', async () => {
    const echo = { desktop: `https://x.example/?from=${encodeURIComponent(key)}`, mobile: `app://${key}` }
    const endless = { desktop: 'https://x.example/', mobile: `app://${'x'.repeat(9_000)}` }
    expect(await outcomeOf({ price: '+450', links: echo })).toMatchObject({ links: null })
    expect(await outcomeOf({ price: '+450', links: endless })).toMatchObject({
      links: { desktop: endless.desktop, mobile: null },
    })
  })

  it('has limits cleaned for display', async () => {
    const limits = { min: `\u202E1${key}`, max: '9'.repeat(500) }
    expect(await outcomeOf({ price: '+450', limits })).toMatchObject({
      limits: { min: '1•••', max: `${'9'.repeat(39)}…` },
    })
  })

  it('is shown as text, never ranked, where the price cannot be read', async () => {
    for (const price of ['0', 'n/a', '+50', 'NaN', '1e999', 0])
      expect(await outcomeOf({ price })).toEqual({ kind: 'message', text: `“${price}” isn’t a price` })
  })
})

describe('Pricing answer without a price', () => {
  it.each(statuses)('is the documented outcome under HTTP %d', async status => {
    expect(await outcomeOf({ message: 'Price not found' }, status)).toEqual({ kind: 'no-price' })
    expect(await outcomeOf({ message: 'Cannot be combined' }, status)).toEqual({ kind: 'cannot-combine' })
  })

  it.each([' price NOT found. ', 'PRICE NOT FOUND'])('is known by %j as well', async message => {
    expect(await outcomeOf({ message })).toEqual({ kind: 'no-price' })
  })

  it.each(['', '  ', null, true, {}])('may say so beside a price that is %j', async price => {
    expect(await outcomeOf({ price, message: 'Price not found' })).toEqual({ kind: 'no-price' })
  })

  it('shows any other words of the service', async () => {
    expect(await outcomeOf({ message: 'Market suspended' })).toEqual({
      kind: 'message',
      text: 'Market suspended',
    })
    expect(await outcomeOf({ error: 'No such book' }, 404)).toEqual({ kind: 'message', text: 'No such book' })
    expect(await outcomeOf({ error: { code: 7, message: 'No such book' } }, 400)).toEqual({
      kind: 'message',
      text: 'No such book',
    })
  })

  it('removes deceiving characters from the words', async () => {
    const message = 'Sus\u202Epended\u200B\u0000\n\tnow\u2066 <b>x</b>'
    expect(await outcomeOf({ message })).toEqual({ kind: 'message', text: 'Suspended now <b>x</b>' })
  })

  it('cuts words that are longer than a sentence, between characters', async () => {
    const outcome = await outcomeOf({ message: '😀'.repeat(400) })
    const text = outcome.kind === 'message' ? outcome.text : ''
    expect(text.length).toBeLessThanOrEqual(300)
    expect(text.isWellFormed()).toBe(true)
  })

  it.each([{}, { message: '' }, { message: 5 }, { price: null }, { error: {} }])(
    'is unreadable when it says nothing: %j',
    async body => {
      expect(await outcomeOf(body)).toMatchObject({ kind: 'failed', failure: { kind: 'unreadable' } })
    },
  )
})

describe('Refused key', () => {
  it.each([
    [{ message: 'Invalid key' }, 200],
    [{ error: 'Invalid API key' }, 403],
    [{ error: { message: 'invalid key' } }, 400],
    [{ message: 'Missing access key.' }, 400],
    [{ message: 'Unknown key provided' }, 400],
    [{ message: 'Your plan has ended: expired key!' }, 403],
    [{ message: `Invalid key: ${key}` }, 403],
    [{ message: 'anything' }, 401],
    ['', 401],
    ['<html>', 401],
    ['Invalid key', 400],
    ['INVALID KEY\n', 403],
    [`Invalid key: ${key}`, 403],
    ['"invalid key"', 403],
  ])('is recognized by %j under HTTP %d', async (body, status) => {
    const { outcome, calls } = await ask(body, status)
    expect(outcome).toEqual({ kind: 'failed', failure: { kind: 'key-refused' } })
    expect(calls).toBe(1)
  })

  it.each([
    'Unknown market key',
    'Invalid sgp key',
    'Missing key "sgp"',
    'Bad key: legs',
    'unknown key in legs[0]',
  ])('is not read into %j, which is about another key', async message => {
    expect(await outcomeOf({ message }, 400)).toEqual({ kind: 'message', text: message })
  })

  it('is not read into a page of something in between', async () => {
    const page = `Access denied. ${'See the rules. '.repeat(20)} Invalid key.`
    expect(await outcomeOf(page, 400)).toMatchObject({ failure: { kind: 'unreadable', status: 400 } })
  })

  it('is not read into a 403 about something else', async () => {
    expect(await outcomeOf({ message: 'Not in your region' }, 403)).toEqual({
      kind: 'message',
      text: 'Not in your region',
    })
  })
})

describe('Compression', () => {
  it('is undone', async () => {
    const body = gzipSync(JSON.stringify({ price: '+450' }))
    expect(await outcomeOf(body, 200, { 'content-encoding': 'gzip' })).toMatchObject(priced)
  })

  it.each([
    ['gzip', 'damaged compression'],
    ['br', 'damaged compression'],
    ['zstd', 'unknown compression'],
    ['gzip, gzip', 'unknown compression'],
  ])('is unreadable where it is not valid %s', async (encoding, detail) => {
    expect(await outcomeOf('{"price":"+450"}', 200, { 'content-encoding': encoding })).toEqual({
      kind: 'failed',
      failure: { kind: 'unreadable', status: 200, detail },
    })
  })
})

describe('Content type', () => {
  it.each(['text/html', 'text/plain; charset=latin1', 'nonsense', ''])(
    'of %j changes nothing',
    async type => {
      expect(await outcomeOf({ price: '+450' }, 200, { 'content-type': type })).toMatchObject(priced)
    },
  )
})
