import { describe, expect, it } from 'vitest'
import { plainText, withoutKey } from '../../../src/main/odds-service/redact.ts'
import { cleanText } from '../../../src/shared/outside-text.ts'
import { fc } from '../../support/property.ts'

const lowerHex = (text: string) => text.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase())

/** Every form of QUALITY 1, worked out apart from the code under test. */
function formsOf(key: string): string[] {
  const percent = [encodeURIComponent(key), new URLSearchParams({ key }).toString().slice('key='.length)]
  const base64 = Buffer.from(key).toString('base64')
  return [
    key,
    ...percent,
    ...percent.map(lowerHex),
    base64,
    base64.replaceAll('=', ''),
    Buffer.from(key).toString('base64url'),
    JSON.stringify(key).slice(1, -1),
  ]
}

const anyKey = fc.stringMatching(/^[\x21-\x7e]{1,40}$/)
const around = fc.string({ maxLength: 20 })

describe('withoutKey', () => {
  it('leaves no form of any key in any text', () => {
    const text = anyKey.chain(key =>
      fc
        .array(fc.oneof(around, fc.constantFrom(...formsOf(key))), { maxLength: 8 })
        .map(parts => ({ key, text: parts.join('') })),
    )
    fc.assert(
      fc.property(text, ({ key, text }) => {
        const clean = withoutKey(text, key)
        expect(formsOf(key).filter(form => clean.includes(form))).toEqual([])
      }),
      { numRuns: 3_000, examples: [[{ key: 'key', text: 'a key' }], [{ key: 'e', text: 'every ZQ==' }]] },
    )
  })

  it('leaves text without the key as it is, and everything for no key', () => {
    expect(withoutKey('nothing here', 'secret-key')).toBe('nothing here')
    expect(withoutKey('nothing here', '')).toBe('nothing here')
  })
})

describe('plainText', () => {
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
