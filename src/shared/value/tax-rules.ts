/** Rules of jurisdictions on the part of betting losses that may be deducted: dated data with its source, no advice. */

export const jurisdictions = ['us', 'none'] as const
export type Jurisdiction = (typeof jurisdictions)[number]

export interface TaxRule {
  readonly jurisdiction: Jurisdiction
  /** First tax year it applies to; it ends with the next rule of the jurisdiction. */
  readonly fromYear: number
  /** Deductible percent of losses, at most the gains. */
  readonly lossPercent: number
  readonly source: string
}

/** Each jurisdiction's newest rule first. */
export const taxRules: readonly TaxRule[] = [
  {
    jurisdiction: 'us',
    fromYear: 2026,
    lossPercent: 90,
    source: '26 U.S.C. § 165(d) as amended by Public Law 119-21, § 70114',
  },
  { jurisdiction: 'us', fromYear: 1954, lossPercent: 100, source: '26 U.S.C. § 165(d)' },
]

/** Undefined when the jurisdiction has no rule for that year. */
export const findTaxRule = (jurisdiction: Jurisdiction, year: number): TaxRule | undefined =>
  taxRules.find(rule => rule.jurisdiction === jurisdiction && rule.fromYear <= year)

/** Losses that may be deducted, in whole minor units; a fraction of one is left off. Gains and losses are 0 or more. */
export function toDeductible({ lossPercent }: TaxRule, gainMinor: number, lossMinor: number): number {
  const part = (BigInt(lossMinor) * BigInt(lossPercent)) / 100n
  const gain = BigInt(gainMinor)
  return Number(part < gain ? part : gain)
}
