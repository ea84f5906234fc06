/** Long reports, on a thread of their own. Each opens the ledger's file for reading only, for as long as it takes. */
import { parentPort } from 'node:worker_threads'
import { CallServer } from '../../async/call-server.ts'
import { readDatabase } from '../../storage/database.ts'
import { FacetIds } from '../projection/facets.ts'
import { ClvReport } from './clv.ts'
import { Matcher } from './matching.ts'
import type { ReportsProtocol } from './reports.ts'
import { Sums } from './sums.ts'

/** The readers of one report. */
interface Readers {
  readonly sums: Sums
  readonly clv: ClvReport
}

function read<A>(file: string, report: (readers: Readers) => A): A {
  return readDatabase(file, database => {
    const facets = new FacetIds(database)
    const matcher = new Matcher(database, facets)
    const sums = new Sums({ database, matcher, facets })
    return report({ sums, clv: new ClvReport({ database, matcher, sums }) })
  })
}

if (parentPort === null) throw new Error('reports-worker.ts runs as a worker only')
new CallServer<ReportsProtocol>(parentPort, {
  handlers: {
    totals: ({ file, isDemo, filter }) => read(file, ({ sums }) => sums.totals(isDemo, filter)),
    bankroll: ({ file, isDemo, filter }) => read(file, ({ sums }) => sums.bankroll(isDemo, filter)),
    clv: ({ file, isDemo, filter }) => read(file, ({ clv }) => clv.read(isDemo, filter)),
    profitBy: ({ file, isDemo, by, filter }) => read(file, ({ sums }) => sums.profitBy(isDemo, by, filter)),
  },
})
