/** All migrations of the ledger's file, in order. */
import { log001 } from './001-log.ts'
import { settledAt002 } from './002-settled-at.ts'
import { legsWithoutToken003 } from './003-legs-without-token.ts'
import { gameKey004 } from './004-game-key.ts'
import { legsPending005 } from './005-legs-pending.ts'
import { correctedLegs006 } from './006-corrected-legs.ts'

export const ledgerMigrations = [
  log001,
  settledAt002,
  legsWithoutToken003,
  gameKey004,
  legsPending005,
  correctedLegs006,
] as const
