/** Worker for long reports. Each opens the ledger's file for reading and closes it afterwards. */
import { parentPort } from 'node:worker_threads'
import { CallServer } from '../../async/call-server.ts'
import { readDatabase } from '../../storage/database.ts'
import { readTaxCsv, readTaxReport } from '../accounts/tax-report.ts'
import { FacetIds } from '../projection/facets.ts'
import type { ReportSource, ReportsProtocol } from './reports.ts'
import { createStakesReader } from './largest-stakes.ts'
import type { ReadContext } from './matching.ts'
import { createProofReader } from './proof.ts'
import { Sums } from './sums.ts'

function read<A>({ file, isDemo }: ReportSource, report: (sums: Sums, context: ReadContext) => A): A {
  return readDatabase(file, database => {
    const context = { database, facets: new FacetIds(database), isDemo: () => isDemo }
    return report(new Sums(context), context)
  })
}

if (parentPort === null) throw new Error('reports-worker.ts runs as a worker only')
new CallServer<ReportsProtocol>(parentPort, {
  handlers: {
    totals: request => read(request, sums => sums.totals(request.filter)),
    bankroll: request => read(request, sums => sums.bankroll(request.filter)),
    clv: request => read(request, sums => sums.clv(request.filter)),
    profitBy: request => read(request, sums => sums.profitBy(request.by, request.filter)),
    proof: request =>
      read(request, (sums, context) =>
        createProofReader(context, filter => sums.inCurrency(filter))(request.filter, request.bankroll),
      ),
    largestStakes: request =>
      read(request, (sums, context) =>
        createStakesReader(context, () => sums.findUsualCurrency())(request.stakes),
      ),
    tax: request => read(request, (_, context) => readTaxReport(context, request.tax)),
    taxCsv: request => read(request, (_, context) => readTaxCsv(context, request.tax)),
  },
})
