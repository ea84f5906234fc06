import type { Movement } from '../../../src/shared/model/ticket/payout.ts'

export function movementsBalance({ cashMinor, atRiskMinor, profitMinor }: Movement): boolean {
  return cashMinor + atRiskMinor === profitMinor
}
