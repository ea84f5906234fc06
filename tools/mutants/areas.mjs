/**
 * The folders whose promises must be guarded, each broken under its own tests: what only a test elsewhere would notice
 * counts as a survivor, since the reader of a folder looks for its guard beside it.
 */
export const areas = [
  'shared/odds',
  'shared/value',
  'main/links',
  'main/storage',
  'main/desk/budget',
  'main/trending',
  'main/bridge',
  'main/account',
  'main/odds-service',
  'main/ledger/state',
  'main/ledger/log',
  'main/ledger/settlement',
]

/** The least share of breaks that tests must notice, in percent. */
export const minScore = 85
