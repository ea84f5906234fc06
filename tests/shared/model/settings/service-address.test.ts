import { describe, expect, it } from 'vitest'
import { hostIdPattern } from '../../../../src/shared/model/game/book.ts'
import {
  isLoopback,
  readAddress,
  readBookAddress,
  readPattern,
} from '../../../../src/shared/model/settings/service-address.ts'
import { fc } from '../../../support/property.ts'

describe('readAddress', () => {
  it.each([
    'https://queue.example.com/',
    'https://grader.example.com',
    'https://example.com:8443/base/',
    'http://127.0.0.1:9000/',
    'http://127.9.8.7/',
    'http://[::1]:9000/',
    'http://localhost:9000/',
    'http://queue.localhost:9000/',
  ])('takes %s', address => {
    expect(readAddress(address)).toMatchObject({ ok: true })
  })

  it.each([
    ['http://example.com/', 'https://'],
    ['http://10.0.0.1/', 'https://'],
    ['http://128.0.0.1/', 'https://'],
    ['http://[::2]/', 'https://'],
    ['http://0.0.0.0/', 'https://'],
    ['http://localhost.example.com/', 'https://'],
    ['http://notlocalhost/', 'https://'],
    ['http://127.0.0.1.example.com/', 'https://'],
    ['ftp://example.com/', 'https://'],
    ['file:///etc/passwd', 'https://'],
    ['javascript:alert(1)', 'https://'],
    ['data:text/plain,x', 'https://'],
    ['wss://example.com/', 'https://'],
    ['example.com', 'Enter a full address'],
    ['https://', 'Enter a full address'],
    ['https://exa mple.com/', 'Enter a full address'],
    ['https://user@example.com/', 'user name'],
    ['https://user:pass@example.com/', 'user name'],
    ['https://:pass@example.com/', 'user name'],
    ['https://{book}.example.com/', '{book}'],
    ['https://example.com/?key=1', '?'],
    ['https://example.com/#top', '#'],
  ])('refuses %s and says why', (address, why) => {
    const check = readAddress(address)
    expect(check).toMatchObject({ ok: false })
    expect(check.ok ? '' : check.sentence).toContain(why)
  })
})

describe('isLoopback', () => {
  it('knows other spellings of 127.0.0.1 once they are parsed', () => {
    for (const host of ['127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1'])
      expect(isLoopback(new URL(`http://${host}/`).hostname)).toBe(true)
  })
})

describe('readPattern', () => {
  it.each(['https://{book}.example.com/', 'https://sgp-{book}.example.com', 'http://{book}.localhost:1/x/'])(
    'takes %s',
    pattern => {
      expect(readPattern(pattern)).toMatchObject({ ok: true })
    },
  )

  it.each([
    ['https://example.com/', 'Use {book} once'],
    ['https://{book}.{book}.com/', 'Use {book} once'],
    ['https://example.com/{book}/', 'single slash'],
    ['https://{book}@example.com/', 'user name'],
    ['https://user:{book}@example.com/', 'user name'],
    ['https://example.com/?b={book}', '?'],
    ['https://example.com/#{book}', '#'],
    ['https://example.com:{book}/', 'Enter a full address'],
    ['http://{book}.example.com/', 'https://'],
    ['{book}', 'Enter a full address'],
    ['{book}://example.com/', 'https://'],
  ])('refuses %s and says why', (pattern, why) => {
    const check = readPattern(pattern)
    expect(check.ok ? 'taken' : check.sentence).toContain(why)
  })
})

describe('readBookAddress', () => {
  const patterns = [
    'https://{book}.example.com/',
    'https://{book}/',
    'https://sgp-{book}.example.com:8443/base/',
    'https://a.{book}.com/',
    'https://1.2.3.{book}/',
    'http://{book}.localhost:9000/',
    'https://book-goes-here.example.com/{book}/',
    'https://x{book}',
  ]

  /** Text an attacker would put into a host, and random text. */
  const sharp = fc.constantFrom('@', '/', '\\', '?', '#', ':', '.', '%2e', '%40', '\t', '\n', '0x7f', 'xn--')
  const letter = fc.constantFrom('a', 'b', 'x', '0', '1', '9', '-', '_')
  const hostId = fc.oneof(
    fc.string({ unit: letter, minLength: 1, maxLength: 12 }),
    fc.array(fc.oneof(sharp, letter), { maxLength: 12 }).map(parts => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 70 }),
    fc.stringMatching(hostIdPattern),
  )

  it('calls exactly the host that the pattern gives, for 50,000 random books', () => {
    let taken = 0
    const escapes: unknown[] = []
    fc.assert(
      fc.property(fc.constantFrom(...patterns), hostId, (pattern, book) => {
        const check = readBookAddress(pattern, book)
        if (!check.ok) return
        taken += 1
        const host = /^https?:\/\/([^/]*)/.exec(pattern)?.[1]?.replace('{book}', () => book)
        const path = /^https?:\/\/[^/]*(.*)$/.exec(pattern)?.[1] ?? ''
        const isWhole =
          check.url.host === host && check.url.pathname === (path || '/') && check.url.username === ''
        if (!isWhole || !hostIdPattern.test(book)) escapes.push({ pattern, book, got: check.url.href })
      }),
      { numRuns: 50_000 },
    )
    expect(escapes).toEqual([])
    expect(taken).toBeGreaterThan(10_000)
  })

  it.each(['123', '0x7f', '1'])('refuses %j where it would turn the host into a number', book => {
    expect(readBookAddress('https://{book}/', book)).toMatchObject({ ok: false })
  })

  it('refuses a host id with a character of its own and says where to edit it', () => {
    const check = readBookAddress('https://{book}.example.com/', 'evil.com/')
    expect(check.ok ? 'taken' : check.sentence).toContain('Settings, Books')
  })

  it('says what is wrong with the pattern first', () => {
    expect(readBookAddress('http://{book}.example.com/', 'bravo')).toMatchObject({ ok: false })
  })
})
