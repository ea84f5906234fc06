import type { Handlers } from '../../../shared/contract.ts'
import { saveLedger, type ExportDeps } from '../../ledger/transfer/export-file.ts'
import type { Imports } from '../../ledger/transfer/imports.ts'

export interface TransferHandlerDeps extends ExportDeps {
  readonly imports: Imports
}

/** Tickets out to a file and in from one. */
export function createTransferHandlers(deps: TransferHandlerDeps): Handlers['transfer'] {
  const { imports } = deps
  return {
    save: ({ format }) => saveLedger(deps, format, Date.now()),
    choose: () => imports.choose(),
    preview: ({ mapping }) => imports.preview(mapping),
    commit: ({ alike }) => imports.commit(alike),
    discard: () => imports.discard(),
  }
}
