/** Names of this machine and of others. The resolver knows none, as on a machine without a network. */
import dns from 'node:dns'
import { isIP } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sendGet } from '../../support/odds-service/send-get.ts'
import { answers, startService } from '../../support/odds-service/server.ts'

const asked: unknown[] = []

beforeEach(() => {
  asked.splice(0)
  const spy = vi.spyOn(dns, 'lookup')
  onTestFinished(() => spy.mockRestore())
  const knowNone = (
    host: string,
    _options: unknown,
    done: (error: Error | null, ...end: unknown[]) => void,
  ) => {
    // The address that a server listens on.
    if (isIP(host) !== 0) done(null, host, isIP(host))
    else {
      asked.push(host)
      done(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }))
    }
  }
  Reflect.apply(spy.mockImplementation, spy, [knowNone])
})

const send = (address: string) => sendGet(address, { key: null })

describe('The name of a host', () => {
  it.each(['localhost', 'bravo.localhost', 'feed.demo.localhost'])(
    'is this machine without a resolver: %s',
    async name => {
      const service = await startService(answers('{}'))
      expect(await send(`http://${name}:${service.port}/`)).toMatchObject({ status: 200 })
      expect(asked).toEqual([])
    },
  )

  it.each(['bravo.example', 'notlocalhost', 'localhost.example'])(
    'is never taken for this machine: %s',
    async name => {
      const service = await startService(answers('{}'))
      await expect(send(`https://${name}:${service.port}/`)).rejects.toMatchObject({
        failure: { kind: 'unreachable', host: name, detail: 'ENOTFOUND' },
      })
      expect([asked, service.sockets()]).toEqual([[name], 0])
    },
  )
})
