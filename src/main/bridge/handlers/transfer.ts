import type { Handlers } from '../../../shared/contract.ts'
import { saveLedger, type ExportNeed } from '../../ledger/transfer/exports.ts'
import type { Imports } from '../../ledger/transfer/imports.ts'

export interface TransferNeed extends ExportNeed {
  readonly imports: Imports
}

/** Tickets out to a file and in from one. */
export function transferHandlers(need: TransferNeed): Handlers['transfer'] {
  const { imports } = need
  return {
    save: ({ format }) => saveLedger(need, format, Date.now()),
    choose: () => imports.choose(),
    preview: ({ mapping }) => imports.preview(mapping),
    run: ({ alike }) => imports.run(alike),
    letGo() {
      imports.letGo()
      return null
    },
  }
}
