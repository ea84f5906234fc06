/** Source: docs/quality.md, 1. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Http } from '../../src/main/odds-service/http.ts'
import { makeCertificate, trust } from '../support/odds-service/certificate.ts'
import { startTlsService } from '../support/odds-service/tls-servers.ts'

/** Calls a service at a host name of this machine, with its certificate for that name. */
async function callService({ isTrusted, name = 'localhost' }: { isTrusted: boolean; name?: string }) {
  const certificate = makeCertificate(name)
  if (isTrusted) trust(certificate)
  const service = await startTlsService(certificate)
  const http = new Http()
  onTestFinished(() => http.close())
  const address = new URL(`https://localhost:${service.port}/`)
  const call = http.send({ method: 'GET', address, query: {}, key: 'k', timeoutMs: 4_000, maxBytes: 1_000 })
  return { call, urls: service.urls }
}

describe('A host is sent nothing before its certificate was checked, whatever the environment says.', () => {
  it('is answered by a host whose certificate is trusted and names it', async () => {
    const { call, urls } = await callService({ isTrusted: true })
    await expect(call).resolves.toMatchObject({ status: 200 })
    expect(urls).toHaveLength(1)
  })

  it.each([
    ['is not trusted', { isTrusted: false }],
    ['names another host', { isTrusted: true, name: 'other.example' }],
  ])('sends nothing to a host whose certificate %s', async (_what, given) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    vi.spyOn(process, 'emitWarning').mockReturnValue()
    onTestFinished(() => {
      vi.unstubAllEnvs()
      vi.restoreAllMocks()
    })
    const { call, urls } = await callService(given)
    await expect(call).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
    expect(urls).toEqual([])
  })
})
