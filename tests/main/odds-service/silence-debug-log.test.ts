import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { answers, key, startService } from '../../support/odds-service/server.ts'

const script = join(import.meta.dirname, '../../support/odds-service/price-once.ts')

describe('NODE_DEBUG', () => {
  it.each(['undici', 'fetch', 'undici,fetch,websocket,net,tls,http,http2,https,stream,timer'])(
    '=%s shows no key',
    async modules => {
      const service = await startService(answers({ price: '+450' }))
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        [script, String(service.port), key],
        { env: { ...process.env, NODE_DEBUG: modules } },
      )
      expect(stdout).toBe('priced\n200\n')
      expect(service.seen).toHaveLength(2)
      for (const form of [key, encodeURIComponent(key), new URLSearchParams({ key }).toString()])
        expect(stderr).not.toContain(form)
    },
  )
})
