/** All steps of the ledger's file, in order. */
import { ledger001 } from './001-log.ts'
import { ledger002 } from './002-settled-at.ts'
import { ledger003 } from './003-legs-without-token.ts'
import { ledger004 } from './004-game-key.ts'
import { ledger005 } from './005-legs-pending.ts'
import { ledger006 } from './006-corrected-legs.ts'

export const ledgerMigrations = [ledger001, ledger002, ledger003, ledger004, ledger005, ledger006] as const
