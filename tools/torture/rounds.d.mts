export interface KillRoundsOptions {
  readonly folder: string
  readonly rounds: number
  readonly report?: (line: string) => void
}

/** Kills of `npm run torture`. */
export const standardRounds: number

export interface KillRoundsResult {
  /** Writers that were alive when they were killed, one a round. */
  readonly kills: number
  /** Actions that the writer said were done. */
  readonly acknowledged: number
  /** Those of them that recorded something of an account. */
  readonly ofAccounts: number
  readonly records: number
  /** Actions that the writer was refused, by the harm done. */
  readonly refused: ReadonlyMap<string, number>
  /** Acknowledged actions the ledger no longer had, described. */
  readonly lost: readonly string[]
}

export function runKillRounds(options: KillRoundsOptions): Promise<KillRoundsResult>
