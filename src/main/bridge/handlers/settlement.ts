import type { Handlers } from '../../../shared/contract.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Settlement } from '../../ledger/settlement/settlement.ts'

/** Asking how bets ended. */
export function createSettlementHandlers(
  settlement: Settlement,
  ledger: Pick<Ledger, 'reads'>,
): Handlers['settlement'] {
  return {
    snapshot: () => settlement.status(),
    settle: () => settlement.settle(),
    async checkLeg({ ticketId, place }) {
      const report = await settlement.checkLeg(ticketId, place)
      return { report, ticket: ledger.reads.ticket(ticketId) }
    },
  }
}
