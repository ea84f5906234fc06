export interface Torture {
  readonly folder: string
  readonly rounds: number
  readonly tell?: (line: string) => void
}

export interface Tortured {
  /** Acts that the writer said were done. */
  readonly acknowledged: number
  readonly records: number
  /** Those of them that the ledger no longer had, in words. */
  readonly lost: readonly string[]
}

export function tortured(torture: Torture): Promise<Tortured>
