/** All steps of the ledger's file, in order. */
import { ledger001 } from './ledger-001.ts'
import { ledger002 } from './ledger-002.ts'
import { ledger003 } from './ledger-003.ts'
import { ledger004 } from './ledger-004.ts'
import { ledger005 } from './ledger-005.ts'
import { ledger006 } from './ledger-006.ts'

export const ledgerMigrations = [ledger001, ledger002, ledger003, ledger004, ledger005, ledger006] as const
