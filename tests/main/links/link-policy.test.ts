import { describe, expect, it } from 'vitest'
import { findLink, findPhoneLink, readLink, readPhoneLink } from '../../../src/main/links/link-policy.ts'
import { Refusal } from '../../../src/shared/failure.ts'
import { fc } from '../../support/property.ts'

/** The address a link leads to, or the reason it is refused. */
function ended(link: string, demoPort: string | null = null): string {
  try {
    return readLink(link, demoPort).href
  } catch (error) {
    if (!(error instanceof Refusal) || error.failure.kind !== 'link-refused') throw error
    return `refused: ${error.failure.sentence}`
  }
}

function failureOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error instanceof Refusal ? error.failure : error
  }
}

describe('a link that is opened', () => {
  it.each([
    'https://bets.example/slip?legs=1,2#top',
    'https://sub.bets-1.example.com/',
    'https://xn--mnchen-3ya.example/',
    'https://bets.xn--p1ai/',
    'https://bets.example/a%20b/%40x?u=https%3A%2F%2Felse.example',
    'https://bets.example/path/@name',
  ])('may be %s', link => {
    expect(ended(link)).toBe(link)
  })

  it('may have 2,000 characters', () => {
    const link = 'https://bets.example/'.padEnd(2_000, 'x')
    expect(ended(link)).toBe(link)
    expect(ended(`${link}x`)).toBe('refused: The link is too long.')
  })

  it('is opened by the name that its host really has', () => {
    expect(ended('https://m\u00fcnchen.example/')).toBe('https://xn--mnchen-3ya.example/')
    expect(ended('https://b\u0435ts.example/')).toBe('https://xn--bts-rdd.example/')
    expect(ended('HTTPS://BETS.Example:443/')).toBe('https://bets.example/')
  })
})

describe('a link that is refused', () => {
  it.each([
    ['http://bets.example/', 'isn’t encrypted'],
    ['file:///etc/passwd', 'phone app'],
    ['javascript:alert(1)', 'phone app'],
    ['data:text/html,x', 'phone app'],
    ['vbscript:x', 'phone app'],
    ['blob:https://bets.example/1', 'phone app'],
    ['bookapp://slip/1', 'phone app'],
    ['ms-settings:', 'phone app'],
    ['smb://bets.example/x', 'phone app'],
    ['https://user@bets.example/', 'user name'],
    ['https://bets.example:pass@evil.example/', 'user name'],
    ['https://:pass@evil.example/', 'user name'],
    ['https://bets.example:8443/', 'port'],
    ['https://127.0.0.1/', 'IP address'],
    ['https://[::1]/', 'IP address'],
    ['https://[2001:db8::1]/', 'IP address'],
    ['https://3232235777/', 'IP address'],
    ['https://0xC0A80101/', 'IP address'],
    ['https://0300.0250.1.1/', 'IP address'],
    ['https://192.168.257/', 'IP address'],
    ['https://localhost/', 'IP address'],
    ['https://intranet/', 'IP address'],
    ['https://bets.localhost/', 'this computer'],
    ['https://a.bets.localhost/slip', 'this computer'],
    ['https://bets.example./', 'IP address'],
    ['https://-bets.example/', 'IP address'],
    ['https://bets_1.example/', 'IP address'],
    ['https://bets.localhost:9001/', 'port'],
    ['https://bets.example\\@evil.example/', 'looks disguised'],
    ['https:\\\\bets.example/', 'looks disguised'],
    [' https://bets.example/', 'looks disguised'],
    ['https://bets.example/a b', 'looks disguised'],
    ['https://bets.example/\n', 'looks disguised'],
    ['https://bets.example/\u0000', 'looks disguised'],
    ['https://bets.example/\u202Egpj', 'looks disguised'],
    ['https://be\u200Bts.example/', 'looks disguised'],
    ['https://be\u00ADts.example/', 'looks disguised'],
    ['https://bets.example/\u2066x', 'looks disguised'],
    ['https://bets.example/\u2028x', 'looks disguised'],
    [`https://bets.example/${'x'.repeat(2_000)}`, 'too long'],
    ['bets.example', 'isn’t an address'],
    ['https://', 'isn’t an address'],
    ['', 'isn’t an address'],
  ])('is %j', (link, why) => {
    expect(ended(link)).toContain(`refused: `)
    expect(ended(link)).toContain(why)
  })

  it('is any other, whatever it is made of: what passes is plain https to a named host', () => {
    const piece = fc.constantFrom(
      ...[
        'https://',
        'http://',
        'https:',
        'bets.example',
        'evil.example',
        '@',
        ':',
        '/',
        '\\',
        '?',
        '#',
        '.',
        '..',
      ],
      ...[
        '127.0.0.1',
        '[::1]',
        '0x7f.1',
        '2130706433',
        'localhost',
        'user',
        '8443',
        '443',
        '%00',
        '%40',
        '%2e',
        '。',
      ],
      ...['\t', '\u202E', '\u200B', 'ü', 'ａ', 'xn--', '-', '_', 'a', '1'],
    )
    const link = fc.oneof(
      fc.array(piece, { maxLength: 10 }).map(pieces => pieces.join('')),
      fc.array(piece, { maxLength: 8 }).map(pieces => `https://${pieces.join('')}`),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string({ unit: 'binary' }),
    )
    const counts = { tried: 0, passed: 0 }
    fc.assert(
      fc.property(link, text => {
        counts.tried += 1
        const href = ended(text)
        if (href.startsWith('refused: ')) return
        counts.passed += 1
        const url = new URL(href)
        expect([url.protocol, url.username, url.password, url.port]).toEqual(['https:', '', '', ''])
        expect(url.hostname).toMatch(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/)
        expect(text).not.toMatch(/[\s\\\p{Cc}\p{Cf}]/u)
      }),
      { numRuns: 10_000 },
    )
    // A share of them, because mutation testing ends a property after half a second.
    expect(counts.passed / counts.tried).toBeGreaterThan(0.05)
  })
})

describe('the demo’s own pages', () => {
  it('may be opened at the port of its server while it is in use', () => {
    expect(ended('http://bravo.localhost:9001/slip?id=1', '9001')).toBe(
      'http://bravo.localhost:9001/slip?id=1',
    )
  })

  it.each([
    ['http://bravo.localhost:9001/', null],
    ['http://bravo.localhost:9002/', '9001'],
    ['http://bravo.localhost/', '9001'],
    ['http://127.0.0.1:9001/', '9001'],
    ['http://localhost:9001/', '9001'],
    ['http://evil.example:9001/', '9001'],
    ['http://bravo.localhost.evil.example:9001/', '9001'],
    ['http://user@bravo.localhost:9001/', '9001'],
    ['https://bravo.localhost:9001/', '9001'],
    ['ftp://bravo.localhost:9001/', '9001'],
  ])('are not %s with the demo at port %j', (link, port) => {
    expect(ended(link, port)).toContain('refused: ')
  })
})

describe('findLink', () => {
  const web = 'https://bets.example/'
  it.each([
    [{ desktop: web, mobile: 'app://x' }, web],
    [{ desktop: 'app://x', mobile: web }, web],
    [{ desktop: null, mobile: 'app://x' }, 'app://x'],
    [{ desktop: 'app://d', mobile: 'app://m' }, 'app://d'],
    [{ desktop: 'app:https://d', mobile: 'http://m.example' }, 'http://m.example'],
  ])('of %j is %s', (links, link) => {
    expect(findLink(links)).toBe(link)
  })
})

describe('findPhoneLink', () => {
  it.each([
    [{ desktop: 'https://bets.example/', mobile: 'app://x' }, 'app://x'],
    [{ desktop: 'https://bets.example/', mobile: null }, 'https://bets.example/'],
  ])('of %j is %s', (links, link) => {
    expect(findPhoneLink(links)).toBe(link)
  })
})

describe('a price without any link', () => {
  it.each([
    [findLink, 'site'],
    [findPhoneLink, 'app'],
  ] as const)('is refused by %o, and says what to do', (find, place) => {
    const sentence = `No bet slip link for this price. Copy the legs and enter them on the book’s ${place}.`
    for (const links of [null, { desktop: null, mobile: null }])
      expect(failureOf(() => find(links))).toEqual({ kind: 'invalid', field: 'link', sentence })
  })
})

describe('a link for a phone', () => {
  const read = (link: string) => {
    try {
      return readPhoneLink(link, null).href
    } catch (error) {
      if (!(error instanceof Refusal) || error.failure.kind !== 'link-refused') throw error
      return `refused: ${error.failure.sentence}`
    }
  }

  it.each(['https://bets.example/slip', 'bookapp://slip?s=1.2', 'book-app.beta:slip/1'])(
    'may be %s',
    link => {
      expect(read(link)).toBe(link)
    },
  )

  it.each([
    ['http://bets.example/', 'isn’t encrypted'],
    ['https://bets.example:99/', 'port'],
    ['https://user@bets.example/', 'user name'],
    ['bookapp://user@slip/', 'user name'],
    ['bookapp://sl\u200Bip', 'looks disguised'],
    [`bookapp://${'x'.repeat(2_000)}`, 'too long'],
    ['javascript:alert(1)', 'isn’t for a book’s app'],
    [`${'a'.repeat(42)}:slip`, 'isn’t for a book’s app'],
    ['b:slip', 'isn’t for a book’s app'],
    ['bookapp://:secret@slip/', 'user name'],
    ['tel:+15550100', 'isn’t for a book’s app'],
    ['intent://x#Intent;end', 'isn’t for a book’s app'],
    ['file:///x', 'isn’t for a book’s app'],
    ['no link', 'looks disguised'],
    ['nolink', 'isn’t an address'],
  ])('is refused as %j', (link, why) => {
    expect(read(link)).toContain('refused: ')
    expect(read(link)).toContain(why)
  })
})
