/** All steps of the ledger's file, in order. */
import { ledger001 } from './ledger-001.ts'
import { ledger002 } from './ledger-002.ts'
import { ledger003 } from './ledger-003.ts'
import { ledger004 } from './ledger-004.ts'

export const ledgerMigrations = [ledger001, ledger002, ledger003, ledger004] as const
