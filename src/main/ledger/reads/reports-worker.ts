/** Long reports, on a thread of their own. The ledger's file is open for as long as one takes, and only to be read. */
import { parentPort } from 'node:worker_threads'
import { lookIntoDatabase, type Database } from '../../storage/database.ts'
import { FacetIds } from '../projection/facet-ids.ts'
import { ClvReport } from './clv.ts'
import { Matcher } from './matching.ts'
import { Sums } from './sums.ts'
import type { Answer, Ask, FromReports, ToReports } from './reports-protocol.ts'

parentPort?.on('message', ({ id, file, isDemo, ask }: ToReports) => {
  parentPort?.postMessage(
    answered(id, () => lookIntoDatabase(file, database => answer(database, isDemo, ask))),
  )
})

function answered(id: number, act: () => Answer): FromReports<Answer> {
  try {
    return { id, answer: act() }
  } catch (error) {
    return { id, error: error instanceof Error ? error : new Error(String(error)) }
  }
}

function answer(database: Database, isDemo: boolean, ask: Ask): Answer {
  const facets = new FacetIds(database)
  const matcher = new Matcher(database, facets)
  const sums = new Sums({ database, matcher, facets })
  switch (ask.name) {
    case 'totals':
      return sums.totals(isDemo, ask.filter)
    case 'bankroll':
      return sums.bankroll(isDemo, ask.filter)
    case 'profitBy':
      return sums.profitBy(isDemo, ask.by, ask.filter)
    case 'clv':
      return new ClvReport({ database, matcher, sums }).of(isDemo, ask.filter)
  }
}
