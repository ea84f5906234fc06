/** Clients compared: each asks every book once and reads the whole answer. */
import { Agent as PlainAgent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import axios from 'axios'
import { Pool } from 'undici'
import { z } from 'zod'
import { Http } from '../../src/main/odds-service/http.ts'

export interface Client {
  /** Rejects unless every book answered with a price. */
  readonly askAll: () => Promise<void>
  /** Opens the connections that `askAll` will need, and sends nothing. */
  readonly connectAhead?: () => void
  readonly close: () => Promise<void>
}

const Priced = z.object({ price: z.literal('+425') })
const query = { key: 'bench-key', price: 'american' }
const headers = { 'content-type': 'application/json' }
const minutes = 4 * 60_000

export const path = `/?${new URLSearchParams(query).toString()}`
export const tokens = ['bGVnPTE=', 'bGVnPTI+', 'bGVnPTM/']
export const body = JSON.stringify(tokens)

/** Throws for any answer but the price. */
export function priceIn(answer: unknown): void {
  Priced.parse(answer)
}

/** Our client alone, without what plans the calls and keeps the quotes. */
export function ourClient(origins: readonly string[]): Client {
  const http = new Http()
  const addresses = origins.map(origin => new URL(origin))
  const { key, price } = query
  const limits = { timeoutMs: 5_000, maxBytes: 2 ** 20 }
  const ask = async (address: URL) => {
    const answer = await http.send({ method: 'POST', address, query: { price }, key, body, ...limits })
    priceIn(JSON.parse(answer.body.toString()))
  }
  return {
    askAll: async () => {
      await Promise.all(addresses.map(ask))
    },
    connectAhead: () => {
      for (const address of addresses) http.preconnect(address)
    },
    close: () => http.close(),
  }
}

export function undiciAlone(origins: readonly string[]): Client {
  const pools = origins.map(origin => new Pool(origin, { connections: 2, keepAliveTimeout: minutes }))
  const ask = async (pool: Pool) => {
    const answer = await pool.request({ method: 'POST', path, headers, body })
    priceIn(await answer.body.json())
  }
  return {
    askAll: async () => {
      await Promise.all(pools.map(ask))
    },
    close: async () => {
      await Promise.all(pools.map(pool => pool.close()))
    },
  }
}

/**
 * Agents of Node that keep their sockets as long as the other clients do: Node's own close theirs after 5 s. One agent a
 * client keeps their TLS sessions apart.
 */
const kept = { keepAlive: true, scheduling: 'lifo', timeout: minutes } as const

/** Calls as the public client of such a service makes them (@sports-sdk/odds-blaze 1.1.4): an `axios.post` a book. */
export function axiosAtOnce(origins: readonly string[]): Client {
  const [httpAgent, httpsAgent] = [new PlainAgent(kept), new TlsAgent(kept)]
  const ask = async (origin: string) => {
    const answer = await axios.post<unknown>(`${origin}${path}`, body, { headers, httpAgent, httpsAgent })
    priceIn(answer.data)
  }
  return {
    askAll: async () => {
      await Promise.all(origins.map(ask))
    },
    close: () => {
      httpAgent.destroy()
      httpsAgent.destroy()
      return Promise.resolve()
    },
  }
}
