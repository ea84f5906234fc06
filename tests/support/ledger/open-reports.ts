/** Reports of an open ledger, with the worker as it is written. */
import { ledgerFilesIn } from '../../../src/main/ledger/opening/ledger-file.ts'
import type { Ledger } from '../../../src/main/ledger/ledger.ts'
import { Reports } from '../../../src/main/ledger/reads/reports.ts'

const written = new URL('../../../src/main/ledger/reads/reports-worker.ts', import.meta.url)

export const openReports = (ledger: Ledger, folder: string, workerFile = written) =>
  new Reports({
    reads: () => ledger.reads,
    file: ledgerFilesIn(folder).database,
    isDemo: () => false,
    bankroll: () => ({ minor: 500_000, currency: 'USD' }),
    workerFile,
  })
