import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../../src/main/odds-service/failures.ts'
import {
  isInvalidKey,
  readAnswer,
  readJson,
  readPricing,
  refusesKey,
  toBareWords,
  toFailure,
} from '../../../src/main/odds-service/wire.ts'

const key = 'secret-key'
const read = (text: string, status = 200) => readJson(Buffer.from(text), status, key)

/** The failure that reading this text ends with. */
function failureOf(text: string | Buffer, status = 200) {
  try {
    readJson(Buffer.from(text), status, key)
  } catch (error) {
    if (error instanceof ServiceError) return error.failure
    throw error
  }
  return undefined
}
const detailOf = (text: string | Buffer, status?: number): unknown => {
  const failure = failureOf(text, status)
  return failure && 'detail' in failure ? failure.detail : failure
}
const nested = (depth: number, [open, close] = ['[', ']']) => open.repeat(depth) + close.repeat(depth)
/** Spaces make the text differ from its serialized value, so that it is walked. */
const walked = (text: string) => ` ${text}`

describe('readJson', () => {
  it('reads JSON, be it short and plain or long', () => {
    expect(read('{"price":"+150"}')).toEqual({ price: '+150' })
    expect(read(walked('{"price":"+150"}'))).toEqual({ price: '+150' })
    const long = JSON.stringify({ price: 'x'.repeat(5_000) })
    expect(read(long)).toEqual(JSON.parse(long))
  })

  it('names what is wrong with a body that is no JSON', () => {
    expect(failureOf('')).toEqual({ kind: 'unreadable', status: 200, detail: 'an empty response' })
    expect(detailOf(Buffer.from([0x22, 0xff, 0x22]))).toBe('not UTF-8 text')
    expect(detailOf('{"price":')).toBe('broken JSON')
    expect(detailOf(' \n<html></html>')).toBe('a web page instead of JSON')
    expect(detailOf('not < a page')).toBe('broken JSON')
  })

  it('reads up to 32 levels, of lists and of objects', () => {
    const objects = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`
    for (const text of [nested(32), walked(nested(32)), objects(32), walked(objects(32))])
      expect(detailOf(text)).toBeUndefined()
    for (const text of [nested(33), walked(nested(33)), objects(33), walked(objects(33))])
      expect(detailOf(text)).toBe('nested deeper than 32 levels')
    // The levels of brackets side by side do not add up.
    expect(detailOf(`[${Array.from({ length: 40 }, () => '[{}]').join(',')}]`)).toBeUndefined()
  })

  it('refuses an object with the same key twice, also in a long text, and takes it in two objects', () => {
    expect(detailOf('{"price":1,"price":2}')).toBe('the same key twice')
    expect(detailOf(`{"price":1,"price":2,"x":"${'x'.repeat(5_000)}"}`)).toBe('the same key twice')
    expect(detailOf('[{"a":{"a":1}},{"a":1,"b":{"a":2}}]')).toBeUndefined()
    expect(detailOf(walked('[{"a":{"a":1}},{"a":1,"b":{"a":2}}]'))).toBeUndefined()
    // The walk returns to the outer object's keys after an inner one, and after a list.
    expect(detailOf('{"a":{"b":1},"c":[1],"a":2}')).toBe('the same key twice')
  })

  it('refuses keys that set prototypes, and no others', () => {
    expect(detailOf('{"__proto__":{}}')).toBe('a forbidden key')
    expect(detailOf('{"a":[{"__proto__":1}]}')).toBe('a forbidden key')
    expect(detailOf('{"constructor":{"prototype":{}}}')).toBe('a forbidden key')
    expect(detailOf('{"prototype":1,"a":{"prototype":2}}')).toBeUndefined()
    expect(detailOf(walked('{"constructor":{"name":1}}'))).toBeUndefined()
  })

  it('prefers a status that says more than the body', () => {
    expect(failureOf('<html>', 500)).toEqual({
      kind: 'server-error',
      status: 500,
      detail: 'it gave no reason',
    })
    expect(failureOf('<html>', 401)).toEqual({ kind: 'key-refused' })
    expect(failureOf('<html>', 403)).toEqual({ kind: 'forbidden' })
    expect(failureOf('<html>', 404)).toMatchObject({ kind: 'unreadable', status: 404 })
  })

  it('takes `Invalid key` as plain text for a refusal, but no page that has such words in it', () => {
    expect(failureOf('Invalid key', 200)).toEqual({ kind: 'key-refused' })
    expect(failureOf(`Invalid key.${' '.repeat(188)}`)).toEqual({ kind: 'key-refused' })
    expect(detailOf(`Invalid key.${' '.repeat(189)}`)).toBe('broken JSON')
  })
})

describe('readAnswer', () => {
  const answer = (value: unknown) => readAnswer(Buffer.from(JSON.stringify(value)), 200, key)

  it('takes figures as text or number, and nothing else', () => {
    expect(answer({ price: '+150' }).price).toBe('+150')
    expect(answer({ price: -110 }).price).toBe('-110')
    for (const price of [null, true, [], {}]) expect(answer({ price }).price).toBeNull()
    expect(readAnswer(Buffer.from('{"price":1e999}'), 200, key).price).toBeNull()
  })

  it('takes links and limits from objects only, each part for itself', () => {
    expect(answer({ links: { desktop: 'https://a', mobile: 1 } }).links).toEqual({
      desktop: 'https://a',
      mobile: null,
    })
    expect(answer({ limits: { min: 1, max: '500' } }).limits).toEqual({ min: '1', max: '500' })
    for (const other of [null, [], 'text', 1]) {
      expect(answer({ links: other }).links).toBeNull()
      expect(answer({ limits: other }).limits).toBeNull()
    }
  })

  it('takes words as a text, or from an object that holds them', () => {
    expect(answer({ error: 'No' })).toMatchObject({ error: 'No', message: null })
    expect(answer({ message: { message: 'No' } })).toMatchObject({ error: null, message: 'No' })
    expect(answer({ message: ['No'], error: 5 })).toMatchObject({ error: null, message: null })
    expect(answer({ message: '', error: { message: ' ' } })).toMatchObject({ error: null, message: null })
  })

  it('refuses JSON that is not an object, and hears `Invalid key` in a bare text', () => {
    for (const value of [null, 1, ['Invalid key'], 'a text'])
      expect(() => answer(value)).toThrow(
        expect.objectContaining({
          failure: { kind: 'unreadable', status: 200, detail: 'JSON, but not an object' },
        }),
      )
    expect(() => answer('Invalid key')).toThrow(expect.objectContaining({ failure: { kind: 'key-refused' } }))
  })
})

describe('isInvalidKey', () => {
  it.each([
    'Invalid key',
    'Unknown API key',
    'invalid api_key',
    'Bad access-key',
    'expired key.',
    'Your request has an invalid "key"',
    'missing key provided',
    'Invalid key: secret-key',
    'Missing the API key.',
    'Invalid  key',
    'Missing your  key',
    'Invalid APIkey',
  ])('hears a refusal of the key in “%s”', words => {
    expect(isInvalidKey(words, key)).toBe(true)
  })

  it.each([
    'Unknown market key',
    'expired key: gone',
    'Missing key "sgp"',
    'Invalid keyboard',
    'The key is valid',
    '',
  ])('hears none in “%s”', words => {
    expect(isInvalidKey(words, key)).toBe(false)
  })
})

describe('toFailure', () => {
  it.each([401])('takes %i for a refused key, whatever it says', status => {
    expect(toFailure(status, 'Something else', key)).toEqual({ kind: 'key-refused' })
  })

  it.each([
    '',
    '403',
    'Forbidden',
    'HTTP 403 Forbidden.',
    'HTTP: 403',
    '“Forbidden”',
    'access denied',
    'Not authorized',
    'not authorised',
  ])('takes 403 “%s” for a service that is not open to this key', words => {
    expect(toFailure(403, words, key)).toEqual({ kind: 'forbidden' })
  })

  it('takes 403 with a reason of its own for a message, and 403 words with another status too', () => {
    expect(toFailure(403, 'Market forbidden here', key)).toBeUndefined()
    expect(toFailure(403, 'Forbidden market', key)).toBeUndefined()
    expect(toFailure(404, 'Forbidden', key)).toBeUndefined()
  })

  it.each([500, 599, 408, 425])(
    'takes %i for a fault of the service, with its reason and without the key',
    status => {
      expect(toFailure(status, 'Try later, secret-key', key)).toEqual({
        kind: 'server-error',
        status,
        detail: 'Try later, •••',
      })
    },
  )

  it.each([200, 400, 404, 422, 499])('takes %i with a message for no failure', status => {
    expect(toFailure(status, 'No such game', key)).toBeUndefined()
  })
})

describe('refusesKey', () => {
  const refuses = (status: number, body: string) =>
    refusesKey({ status, body: Buffer.from(body), retryAfter: undefined }, key)

  it('is true for a refusal in words or by status, with a readable body or not', () => {
    expect(refuses(200, '{"message":"Invalid key"}')).toBe(true)
    expect(refuses(200, '{"error":"Unknown API key"}')).toBe(true)
    expect(refuses(401, '{}')).toBe(true)
    expect(refuses(403, '{}')).toBe(true)
    expect(refuses(401, '<html>')).toBe(true)
    expect(refuses(200, 'Invalid key')).toBe(true)
  })

  it('is false for any other answer', () => {
    expect(refuses(200, '{"price":"+150"}')).toBe(false)
    expect(refuses(500, '{}')).toBe(false)
    expect(refuses(500, '<html>')).toBe(false)
    expect(refuses(200, '')).toBe(false)
  })
})

describe('readPricing', () => {
  const request = { format: 'american', key } as const
  const price = (value: unknown, status = 200) =>
    readPricing(readAnswer(Buffer.from(JSON.stringify(value)), status, key), status, request)
  const priced = (value: object) => price({ price: '+150', ...value })

  it('reads a price with any status and beside any message', () => {
    const outcome = {
      kind: 'priced',
      price: { text: '+150', format: 'american', decimal: 2.5 },
      links: null,
      limits: null,
    }
    expect(price({ price: '+150' })).toEqual(outcome)
    expect(price({ price: '+150', message: 'price not found' }, 500)).toEqual(outcome)
  })

  it('says what is no price in its words, without the key', () => {
    expect(price({ price: 'soon' })).toEqual({ kind: 'message', text: '“soon” isn’t a price' })
    expect(price({ price: key })).toEqual({ kind: 'message', text: '“•••” isn’t a price' })
  })

  it('takes a blank price for none', () => {
    expect(price({ price: ' ', message: 'Price not found.' })).toEqual({ kind: 'no-price' })
  })

  it('knows the documented messages in any case, with a full stop and spaces or without', () => {
    expect(price({ message: ' PRICE not found. ' }, 404)).toEqual({ kind: 'no-price' })
    expect(price({ message: 'Price not found.' }, 404)).toEqual({ kind: 'no-price' })
    expect(price({ error: 'Cannot be combined' }, 422)).toEqual({ kind: 'cannot-combine' })
    expect(price({ message: 'Market suspended' }, 400)).toEqual({ kind: 'message', text: 'Market suspended' })
    expect(price({ message: ' ', error: 'Market suspended' }, 400)).toEqual({
      kind: 'message',
      text: 'Market suspended',
    })
  })

  it('fails by status, and where there is neither a price nor a message', () => {
    expect(price({}, 503)).toEqual({
      kind: 'failed',
      failure: { kind: 'server-error', status: 503, detail: 'it gave no reason' },
    })
    expect(price({ message: ' ' })).toEqual({
      kind: 'failed',
      failure: { kind: 'unreadable', status: 200, detail: 'neither a price nor a message' },
    })
  })

  it('keeps links verbatim, but none that is too long or holds the key', () => {
    const link = 'https://book.example/slip?a=%20B'
    expect(priced({ links: { desktop: link, mobile: null } })).toMatchObject({
      links: { desktop: link, mobile: null },
    })
    expect(priced({ links: { mobile: link } })).toMatchObject({ links: { desktop: null, mobile: link } })
    expect(priced({ links: { desktop: `${link}${key}`, mobile: link } })).toMatchObject({
      links: { desktop: null, mobile: link },
    })
    const longest = link.padEnd(8_000, 'x')
    expect(priced({ links: { desktop: longest } })).toMatchObject({ links: { desktop: longest } })
    expect(priced({ links: { desktop: `${longest}x` } })).toMatchObject({ links: null })
  })

  it('shows limits of at most 40 characters, without the key', () => {
    expect(priced({ limits: { min: 1, max: key } })).toMatchObject({ limits: { min: '1', max: '•••' } })
    expect(priced({ limits: { max: 'x'.repeat(41) } })).toMatchObject({
      limits: { min: null, max: `${'x'.repeat(39)}…` },
    })
    expect(priced({ limits: { min: 5 } })).toMatchObject({ limits: { min: '5', max: null } })
    expect(priced({ limits: { min: ' ' } })).toMatchObject({ limits: null })
  })
})

describe('toBareWords', () => {
  it('drops case, outer spaces and one full stop at the end', () => {
    expect(toBareWords(' No. Such.Game. ')).toBe('no. such.game')
    expect(toBareWords('Odd..')).toBe('odd.')
  })
})
