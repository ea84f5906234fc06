import tls from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { makeTrusted } from '../../support/odds-service/certificate.ts'
import { sendGet } from '../../support/odds-service/send-get.ts'
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

it('Http refuses TLS below 1.2, however the program was started', async () => {
  const service = await startTlsService(makeTrusted('localhost'), { maxVersion })
  allowOldVersions()
  await expect(sendGet(`https://localhost:${service.port}/`)).rejects.toMatchObject({
    failure: { kind: 'unreachable' },
  })
  expect(service.urls).toEqual([])
})

it('Http refuses a proxy with TLS below 1.2', async () => {
  const service = await startTlsService(makeTrusted('bravo.example.com'))
  const proxy = await startProxy(service.port, { certificate: makeTrusted('localhost'), maxVersion })
  allowOldVersions()
  const environment = { HTTPS_PROXY: `https://me:word@localhost:${proxy.port}` }
  await expect(sendGet('https://bravo.example.com/', { environment })).rejects.toMatchObject({
    failure: { kind: 'unreachable' },
  })
  expect(proxy.asked).toEqual([])
})
