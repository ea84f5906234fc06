/** A ledger, a scripted grader behind a real HTTP server, and the settlement between them. */
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { ledgerFilesIn } from '../../../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../../../src/main/ledger/ledger.ts'
import { Settlement } from '../../../src/main/ledger/settlement/settlement.ts'
import { createGrader } from '../../../src/main/odds-service/grader.ts'
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
  readonly clock: { now: number }
}

export async function startSettling(): Promise<Settling> {
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
  const settlement = new Settlement({
    ledger,
    grader: createGrader(startClient({ timeLimitMs: 1_500 }).caller),
    profileId: () => 'own',
    profileNamed: id => (id === 'other' ? 'Other service' : undefined),
    profile: () => Promise.resolve({ id: 'own', grader: `http://grader.localhost:${service.port}` }),
    log: error => {
      throw error
    },
    pace: () => 'hours',
    now: () => clock.now,
  })
  onTestFinished(() => {
    settlement.stop()
    ledger.close()
  })
  return { ledger, settlement, results, answerOnce: script => instead.push(script), asked, methods, clock }
}
