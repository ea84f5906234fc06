import { sign as signBytes, createPrivateKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSigningKey, signLines, verifyLines } from '../../../../src/main/team/log/signing.ts'

describe('signLines', () => {
  const key = createSigningKey()

  it('signs the purpose and each line', () => {
    const { publicKey: x, privateKey: d } = key
    const loaded = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' })
    const expected = signBytes(null, Buffer.from('parlay-desk record 1\na\n1\nb'), loaded).toString('hex')
    expect(signLines(key, 'record', ['a', 1, 'b'])).toBe(expected)
  })

  it('gives the same signature for the same lines, so that a record sent twice is one', () => {
    expect(signLines(key, 'record', ['a'])).toBe(signLines(key, 'record', ['a']))
  })

  it('makes another key each time', () => {
    expect(createSigningKey().publicKey).not.toBe(key.publicKey)
    expect(createSigningKey().privateKey).not.toBe(key.privateKey)
  })
})

describe('verifyLines', () => {
  const key = createSigningKey()
  const signature = signLines(key, 'record', ['a', 'b'])

  it('accepts the signature of the same key, purpose and lines', () => {
    expect(verifyLines(key.publicKey, signature, 'record', ['a', 'b'])).toBe(true)
  })

  const changed = signature.replace(/^./, first => (first === '0' ? '1' : '0'))

  it.each([
    ['of another key', { publicKey: createSigningKey().publicKey }],
    ['for another purpose', { purpose: 'head' }],
    ['of other lines', { lines: ['a', 'c'] }],
    ['that was changed', { text: changed }],
    ['that is none', { text: '' }],
    ['in capitals', { text: signature.toUpperCase() }],
    ['under a key that is none', { publicKey: 'key' }],
    ['under a key of zeros', { publicKey: 'A'.repeat(43) }],
  ] as const)('refuses a signature %s', (_, change) => {
    const all = {
      publicKey: key.publicKey,
      text: signature,
      purpose: 'record',
      lines: ['a', 'b'],
      ...change,
    } as const
    expect(verifyLines(all.publicKey, all.text, all.purpose, all.lines)).toBe(false)
  })
})
