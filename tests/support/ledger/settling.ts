/** A ledger, a scripted grader behind a real HTTP server, and the settlement between them. */
import { onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { ledgerFilesIn } from '../../../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../../../src/main/ledger/ledger.ts'
import { Settlement, type SettlementDeps } from '../../../src/main/ledger/settlement/settlement.ts'
import { createGrader } from '../../../src/main/odds-service/grader.ts'
import type { CallRequest } from '../../../src/main/odds-service/permits.ts'
import { answers, startClient, startService, type Script } from '../odds-service/server.ts'
import { tempFolder } from '../storage/temp-folder.ts'
import { startOfTests } from './tickets.ts'

const Batch = z.object({ odds: z.array(z.object({ grade: z.string() })) })
export type Result = { readonly result: string } & Readonly<Record<string, unknown>>

export interface Settling {
  readonly ledger: Ledger
  readonly settlement: Settlement
  /** Results of the grader by token; it leaves other tokens out of its answers. */
  readonly results: Map<string, Result>
  /** Answers this instead, once. */
  readonly answerOnce: (script: Script) => void
  /** Tokens of each call so far, and how it was made. */
  readonly asked: string[][]
  readonly methods: string[]
  /** The permit that each call asked for. */
  readonly requests: readonly CallRequest[]
  readonly clock: { now: number }
}

export async function startSettling(given: Partial<SettlementDeps> = {}): Promise<Settling> {
  const clock = { now: startOfTests }
  const results = new Map<string, Result>()
  const asked: string[][] = []
  const methods: string[] = []
  const instead: Script[] = []
  const service = await startService((response, seen) => {
    const url = new URL(seen.url, 'http://grader')
    const token = url.searchParams.get('grade')
    const tokens =
      token === null ? Batch.parse(JSON.parse(seen.body)).odds.map(({ grade }) => grade) : [token]
    asked.push(tokens)
    methods.push(seen.method)
    const once = instead.shift()
    if (once !== undefined) once(response, seen)
    else
      answers({
        odds: tokens.flatMap(grade => {
          const known = results.get(grade)
          return known === undefined ? [] : [{ grade, ...known }]
        }),
      })(response, seen)
  })
  const ledger = new Ledger({
    files: ledgerFilesIn(tempFolder()),
    isDemo: () => false,
    log: error => {
      throw error
    },
    now: () => clock.now,
  })
  ledger.open()
  const { caller, requests } = startClient({ timeLimitMs: 1_500 })
  const settlement = new Settlement({
    ledger,
    grader: createGrader(caller),
    profileId: () => 'own',
    profileNamed: id => (id === 'other' ? 'Other service' : undefined),
    profile: () => Promise.resolve({ id: 'own', grader: `http://grader.localhost:${service.port}` }),
    log: error => {
      throw error
    },
    pace: () => 'hours',
    now: () => clock.now,
    ...given,
  })
  onTestFinished(() => {
    settlement.stop()
    ledger.close()
  })
  const answerOnce = (script: Script) => instead.push(script)
  return { ledger, settlement, results, answerOnce, asked, methods, requests, clock }
}

/** Timers that run when the test says so; those of HTTP stay real. */
export function holdTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}
