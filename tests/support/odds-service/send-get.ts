import { onTestFinished } from 'vitest'
import { Http } from '../../../src/main/odds-service/http.ts'

/** Sends a GET by a client of its own, which closes with the test. `environment` may name a proxy. */
export function sendGet(
  address: string,
  {
    environment = {},
    key = 'k',
  }: { environment?: Readonly<Record<string, string>>; key?: string | null } = {},
) {
  const http = new Http(environment)
  onTestFinished(() => http.close())
  const limits = { timeoutMs: 4_000, maxBytes: 1_000 }
  return http.send({ method: 'GET', address: new URL(address), query: {}, key, ...limits })
}
