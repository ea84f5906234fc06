/** Source: docs/quality.md, 1. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeCertificate, makeTrusted } from '../support/odds-service/certificate.ts'
import { sendGet } from '../support/odds-service/send-get.ts'
import { startProxy, startTlsService } from '../support/odds-service/tls-servers.ts'

interface Given {
  readonly isTrusted: boolean
  /** Host that the certificate names. */
  readonly name?: string
}

const makeGiven = ({ isTrusted, name = 'localhost' }: Given) =>
  isTrusted ? makeTrusted(name) : makeCertificate(name)

/** Calls a service at a host name of this machine, with its certificate for that name. */
async function callService(given: Given) {
  const { port, urls } = await startTlsService(makeGiven(given))
  return { call: sendGet(`https://localhost:${port}/`), sent: urls }
}

/** Calls a service through a proxy over TLS that has the certificate; that of the service is trusted. */
async function callThroughProxy(given: Given) {
  const { port } = await startTlsService(makeGiven({ isTrusted: true, name: 'bravo.example.com' }))
  const proxy = await startProxy(port, { certificate: makeGiven(given) })
  const environment = { HTTPS_PROXY: `https://me:word@localhost:${proxy.port}` }
  const call = sendGet('https://bravo.example.com/', { environment })
  return { call, sent: proxy.asked }
}

const hosts = [
  ['a host', callService],
  ['a proxy', callThroughProxy],
] as const

describe('A host is sent nothing before its certificate was checked, whatever the environment says.', () => {
  it.each(hosts)('is answered by %s whose certificate is trusted and names it', async (_which, callWith) => {
    const { call, sent } = await callWith({ isTrusted: true })
    await expect(call).resolves.toMatchObject({ status: 200 })
    expect(sent).toHaveLength(1)
  })

  it.each(
    hosts.flatMap(([which, callWith]) => [
      { which, callWith, what: 'is not trusted', given: { isTrusted: false } },
      { which, callWith, what: 'names another host', given: { isTrusted: true, name: 'other.example' } },
    ]),
  )('sends nothing to $which whose certificate $what', async ({ callWith, given }) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    vi.spyOn(process, 'emitWarning').mockReturnValue()
    onTestFinished(() => {
      vi.unstubAllEnvs()
      vi.restoreAllMocks()
    })
    const { call, sent } = await callWith(given)
    await expect(call).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
    expect(sent).toEqual([])
  })
})
