import tls from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { Http } from '../../../src/main/odds-service/http.ts'
import { makeCertificate, trust } from '../../support/odds-service/certificate.ts'
import { startTlsService } from '../../support/odds-service/tls-servers.ts'

it('Http refuses TLS below 1.2, however the program was started', async () => {
  const certificate = makeCertificate('localhost')
  trust(certificate)
  const service = await startTlsService(certificate, { maxVersion: 'TLSv1.1' })
  const before = { version: tls.DEFAULT_MIN_VERSION, ciphers: tls.DEFAULT_CIPHERS }
  tls.DEFAULT_MIN_VERSION = 'TLSv1'
  tls.DEFAULT_CIPHERS = 'DEFAULT@SECLEVEL=0'
  onTestFinished(() => {
    tls.DEFAULT_MIN_VERSION = before.version
    tls.DEFAULT_CIPHERS = before.ciphers
  })
  const http = new Http()
  onTestFinished(() => http.close())
  const address = new URL(`https://localhost:${service.port}/`)
  const call = http.send({ method: 'GET', address, query: {}, key: 'k', timeoutMs: 4_000, maxBytes: 1_000 })
  await expect(call).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
  expect(service.urls).toEqual([])
})
