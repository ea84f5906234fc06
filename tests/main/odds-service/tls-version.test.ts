import tls from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { Http } from '../../../src/main/odds-service/http.ts'
import { makeCertificate, trust } from '../../support/odds-service/certificate.ts'
import { startProxy, startTlsService } from '../../support/odds-service/tls-servers.ts'

const maxVersion = 'TLSv1.1'

/** Allows this process all that Node knows, as its switches and settings can. */
function allowOldVersions(): void {
  const before = { version: tls.DEFAULT_MIN_VERSION, ciphers: tls.DEFAULT_CIPHERS }
  tls.DEFAULT_MIN_VERSION = 'TLSv1'
  tls.DEFAULT_CIPHERS = 'DEFAULT@SECLEVEL=0'
  onTestFinished(() => {
    tls.DEFAULT_MIN_VERSION = before.version
    tls.DEFAULT_CIPHERS = before.ciphers
  })
}

function makeTrusted(name: string) {
  const certificate = makeCertificate(name)
  trust(certificate)
  return certificate
}

function send(address: string, environment = {}) {
  const http = new Http(environment)
  onTestFinished(() => http.close())
  const limits = { timeoutMs: 4_000, maxBytes: 1_000 }
  return http.send({ method: 'GET', address: new URL(address), query: {}, key: 'k', ...limits })
}

it('Http refuses TLS below 1.2, however the program was started', async () => {
  const service = await startTlsService(makeTrusted('localhost'), { maxVersion })
  allowOldVersions()
  await expect(send(`https://localhost:${service.port}/`)).rejects.toMatchObject({
    failure: { kind: 'unreachable' },
  })
  expect(service.urls).toEqual([])
})

it('Http refuses a proxy with TLS below 1.2', async () => {
  const service = await startTlsService(makeTrusted('bravo.example.com'))
  const proxy = await startProxy(service.port, { certificate: makeTrusted('localhost'), maxVersion })
  allowOldVersions()
  const environment = { HTTPS_PROXY: `https://me:word@localhost:${proxy.port}` }
  await expect(send('https://bravo.example.com/', environment)).rejects.toMatchObject({
    failure: { kind: 'unreachable' },
  })
  expect(proxy.asked).toEqual([])
})
