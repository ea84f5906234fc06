import { describe, expect, it } from 'vitest'
import { holdsKey, plainText, withoutKey } from '../../../src/main/odds-service/redact.ts'
import { cleanText } from '../../../src/shared/clean-text.ts'
import { spellingsOf } from '../../support/odds-service/key-forms.ts'
import { fc } from '../../support/property.ts'

/** Every form of the whole key, without text around it. */
function wholeForms(key: string): string[] {
  const base64 = Buffer.from(key).toString('base64')
  return [...spellingsOf(key), base64, base64.replaceAll('=', ''), Buffer.from(key).toString('base64url')]
}

const anyKey = fc.stringMatching(/^[\x21-\x7e]{1,40}$/)
const around = fc.string({ maxLength: 20 })

describe('withoutKey', () => {
  it('leaves no form of any key in any text', () => {
    const text = anyKey.chain(key =>
      fc
        .array(fc.oneof(around, fc.constantFrom(...wholeForms(key))), { maxLength: 8 })
        .map(parts => ({ key, text: parts.join('') })),
    )
    fc.assert(
      fc.property(text, ({ key, text }) => {
        const clean = withoutKey(text, key)
        expect(wholeForms(key).filter(form => clean.includes(form))).toEqual([])
      }),
      { numRuns: 3_000, examples: [[{ key: 'key', text: 'a key' }], [{ key: 'e', text: 'every ZQ==' }]] },
    )
  })

  const longKey = fc.stringMatching(/^[\x21-\x7e]{8,40}$/)
  it('leaves no key in a base64 text, wherever in it the key is and in whichever spelling', () => {
    const asBase64 = [
      (text: string) => Buffer.from(text).toString('base64'),
      (text: string) => Buffer.from(text).toString('base64url'),
      (text: string) => encodeURIComponent(Buffer.from(text).toString('base64')),
    ]
    const around = fc.string({ unit: 'binary-ascii', maxLength: 12 })
    fc.assert(
      fc.property(longKey, around, around, (key, before, after) => {
        for (const spelling of spellingsOf(key))
          for (const encode of asBase64) {
            const text = `Bad request (${encode(before + spelling + after)}), said the gateway.`
            expect(withoutKey(text, key)).toMatch(/^Bad request \(•••\), said the gateway\.$/)
            expect(holdsKey(text, key)).toBe(true)
          }
      }),
      { numRuns: 1_000 },
    )
  })

  it('leaves no key of which every character is percent-encoded', () => {
    const encoded = Buffer.from('secret-key').toString('hex').replace(/../g, '%$&')
    expect(withoutKey(`at ${encoded} or ${encoded.toUpperCase()}`, 'secret-key')).toBe('at ••• or •••')
  })

  it('takes a text of a megabyte that is full of the key or of nothing else in well under a second', () => {
    const run = Buffer.from('xsecret-key').toString('base64').replace(/=+$/, '')
    // Time of the processor, as others may use it at the same time.
    const before = process.cpuUsage()
    for (const text of ['A'.repeat(1_048_576), `${run} `.repeat(70_000), run.repeat(70_000)])
      expect(withoutKey(text, 'secret-key')).not.toContain(run)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(1_000)
  })

  it('removes the base64 of a short key with its padding and without', () => {
    expect(withoutKey('cQ== or cQ', 'q')).toBe('••• or •••')
    expect(withoutKey('a2U= or a2U', 'ke')).toBe('••• or •••')
  })

  it('removes what follows from a key of five characters, and of a key with slashes in the alphabet of addresses', () => {
    expect(withoutKey(btoa('abcde and more'), 'abcde')).toBe('•••')
    const inAddress = Buffer.from('???????? and more').toString('base64url')
    expect(inAddress).toContain('_')
    expect(withoutKey(`?k=${inAddress}`, '????????')).toBe('?•••')
  })

  it('leaves text without the key as it is, and everything for no key', () => {
    expect(withoutKey('nothing here', 'secret-key')).toBe('nothing here')
    expect(withoutKey('nothing here', '')).toBe('nothing here')
  })
})

describe('holdsKey', () => {
  const key = 'secret key/1'
  it('is true for each form of a key within a text', () => {
    for (const form of [...wholeForms(key), btoa(`at ${key} and more`)])
      expect(holdsKey(`before ${form} after`, key)).toBe(true)
  })

  it('is false for a text without the key, and for no key', () => {
    expect(holdsKey('secret', key)).toBe(false)
    expect(holdsKey('', key)).toBe(false)
    expect(holdsKey('any text', '')).toBe(false)
  })
})

describe('plainText', () => {
  it('folds spaces and lines into one space, and begins and ends without one', () => {
    expect(plainText(' one \n\t two  ', '')).toBe('one two')
  })

  it('keeps a text that is just as long as it may be', () => {
    expect(plainText('x'.repeat(300), '')).toBe('x'.repeat(300))
    expect(plainText('four', '', 4)).toBe('four')
  })

  it('is one line of well-formed text without control, bidi or zero-width characters, up to its length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 120 }),
        fc.integer({ min: 1, max: 100 }),
        (text, length) => {
          const plain = plainText(text, 'secret-key', length)
          expect(plain).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u)
          expect(cleanText(plain)).toBe(plain)
          expect(plain.length).toBeLessThanOrEqual(length)
          expect(plain).toBe(plain.trim())
        },
      ),
    )
  })

  it('ends with an ellipsis where it was cut', () => {
    expect(plainText('x'.repeat(400), '')).toBe(`${'x'.repeat(299)}…`)
    expect(plainText('😀'.repeat(3), '', 4)).toBe('😀…')
  })

  it('leaves no piece of the key at the cut or around a hidden character', () => {
    expect(plainText(`${'x'.repeat(290)}secret-key`, 'secret-key')).not.toContain('secret')
    expect(plainText('sec\u200Bret-key', 'secret-key')).not.toContain('secret-key')
    expect(plainText('secret-\ud800key', 'secret-key')).not.toContain('secret-key')
  })
})
