/** Handlers of imports, exports and backups that answer what a quiet ledger would, and requests they take. */
import type { Handlers } from '../../../src/shared/contract.ts'
import { emptyLedger } from '../../fakes/ledger-calls.ts'
import { emptyPreview, noBackups } from '../../fakes/transfer-calls.ts'

type Answers = <A>(call: string, answer: A) => (request: unknown) => A

export function quietTransfer(answers: Answers): Pick<Handlers, 'transfer' | 'backups'> {
  const { status } = emptyLedger
  const replaced = { status, keptAs: 'ledger-old' }
  return {
    transfer: {
      save: answers('transfer.save', { name: 'ledger.json', tickets: 0 }),
      choose: answers('transfer.choose', null),
      preview: answers('transfer.preview', emptyPreview),
      run: answers('transfer.run', { imported: 0, skipped: 0 }),
      letGo: answers('transfer.letGo', null),
    },
    backups: {
      snapshot: answers('backups.snapshot', noBackups),
      list: answers('backups.list', { backups: [] }),
      restore: answers('backups.restore', replaced),
      adopt: answers('backups.adopt', replaced),
      startAnew: answers('backups.startAnew', replaced),
      retry: answers('backups.retry', status),
      show: answers('backups.show', null),
    },
  }
}

export const goodTransferRequests: Readonly<Record<string, unknown>> = {
  'transfer.save': { format: 'csv' },
  'transfer.choose': null,
  'transfer.preview': {
    mapping: {
      fields: ['placedAt', 'book', 'legs', null, 'odds', 'stake'],
      priceFormat: 'decimal',
      currency: 'USD',
      dateOrder: 'day-first',
      legSeparator: 'pipe',
    },
  },
  'transfer.run': { alike: { all: 'skip', except: [7] } },
  'transfer.letGo': null,
  'backups.snapshot': null,
  'backups.list': null,
  'backups.restore': { name: 'ledger-2026-11-20T12-00-00.000Z.db' },
  'backups.adopt': null,
  'backups.startAnew': null,
  'backups.retry': null,
  'backups.show': null,
}
