import { X509Certificate } from 'node:crypto'
import tls from 'node:tls'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeCertificate } from '../../support/odds-service/certificate.ts'

/** Node may write a certificate with other line ends, and its own list names some twice. */
const toFingerprints = (certificates: readonly string[]) =>
  new Set(certificates.map(certificate => new X509Certificate(certificate).fingerprint256))

/** A program that has just started, on a system that trusts these certificates. */
async function startOn(readSystem: () => readonly string[]) {
  vi.resetModules()
  const readOwn = tls.getCACertificates
  const before = readOwn('default')
  const read = vi
    .spyOn(tls, 'getCACertificates')
    .mockImplementation(type => (type === 'system' ? [...readSystem()] : readOwn(type)))
  const set = vi.spyOn(tls, 'setDefaultCACertificates')
  onTestFinished(() => {
    vi.restoreAllMocks()
    tls.setDefaultCACertificates(before)
  })
  const { trustSystemCertificates } = await import('../../../src/main/odds-service/system-certificates.ts')
  const trustAfter = (code?: string) =>
    trustSystemCertificates(Object.assign(new Error('failed'), code !== undefined && { code }))
  return { trustAfter, before, readOwn, read, set }
}

const makeText = () => makeCertificate('books.example').cert.toString()
const missingIssuer = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'

describe('trustSystemCertificates', () => {
  it.each([
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('adds those of the system to Node’s own after %s', async code => {
    const added = makeText()
    const { trustAfter, before, readOwn } = await startOn(() => [added])
    expect(trustAfter(code)).toBe(true)
    expect(toFingerprints(readOwn('default'))).toEqual(toFingerprints([...before, added]))
  })

  it.each(['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ECONNREFUSED', undefined])(
    'reads nothing after the code %s',
    async code => {
      const { trustAfter, read } = await startOn(() => [makeText()])
      expect(trustAfter(code)).toBe(false)
      expect(read).not.toHaveBeenCalled()
    },
  )

  it('reads them once, and lets each later call connect again', async () => {
    const added = makeText()
    const { trustAfter, read } = await startOn(() => [added])
    expect([trustAfter(missingIssuer), trustAfter(missingIssuer)]).toEqual([true, true])
    expect(read.mock.calls.filter(([type]) => type === 'system')).toHaveLength(1)
  })

  it.each<[string, (own: string) => readonly string[]]>([
    ['has none', () => []],
    ['has only those Node trusts', own => [own]],
  ])('changes nothing where the system %s', async (_what, readSystem) => {
    const own = tls.getCACertificates('default')[0] ?? ''
    const { trustAfter, set } = await startOn(() => readSystem(own))
    expect(trustAfter(missingIssuer)).toBe(false)
    expect(set).not.toHaveBeenCalled()
  })

  it('changes nothing where the certificates cannot be read, and reads them no second time', async () => {
    const { trustAfter, read, set } = await startOn(() => {
      throw new Error('damaged')
    })
    expect([trustAfter(missingIssuer), trustAfter(missingIssuer)]).toEqual([false, false])
    expect(read.mock.calls.filter(([type]) => type === 'system')).toHaveLength(1)
    expect(set).not.toHaveBeenCalled()
  })
})
