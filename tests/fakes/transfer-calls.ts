/** The parts of the fake DeskApi that are about files of the ledger. A test scripts the answers it is about. */
import { vi } from 'vitest'
import type { DeskApi } from '../../src/shared/contract.ts'
import type { Outcome } from '../../src/shared/failure.ts'
import type { BackupState } from '../../src/shared/model/ticket/backup.ts'
import type { ImportPreview } from '../../src/shared/model/ticket/transfer.ts'
import { emptyLedger } from './ledger-calls.ts'

const answers = <T>(value: T) => {
  const outcome: Outcome<T> = { ok: true, value }
  return () => Promise.resolve(outcome)
}

export const noBackups: BackupState = { newestAt: null, failure: null }
export const emptyPreview: ImportPreview = {
  tickets: 0,
  bad: 0,
  alike: 0,
  policies: 0,
  first: [],
  badLines: [],
  alikeLines: [],
}
const { status } = emptyLedger

export function transferCalls() {
  return {
    save: vi.fn<DeskApi['transfer']['save']>(answers({ name: null, tickets: 0 })),
    choose: vi.fn<DeskApi['transfer']['choose']>(answers(null)),
    preview: vi.fn<DeskApi['transfer']['preview']>(answers(emptyPreview)),
    run: vi.fn<DeskApi['transfer']['run']>(answers({ imported: 0, skipped: 0 })),
    letGo: vi.fn<DeskApi['transfer']['letGo']>(answers(null)),
  }
}

export function backupCalls(state: BackupState) {
  return {
    snapshot: vi.fn<DeskApi['backups']['snapshot']>(answers(state)),
    list: vi.fn<DeskApi['backups']['list']>(answers({ backups: [] })),
    restore: vi.fn<DeskApi['backups']['restore']>(answers({ status, keptAs: 'ledger-old' })),
    adopt: vi.fn<DeskApi['backups']['adopt']>(answers({ status, keptAs: 'ledger-old' })),
    startAnew: vi.fn<DeskApi['backups']['startAnew']>(answers({ status, keptAs: 'ledger-old' })),
    retry: vi.fn<DeskApi['backups']['retry']>(answers(status)),
    show: vi.fn<DeskApi['backups']['show']>(answers(null)),
  }
}
