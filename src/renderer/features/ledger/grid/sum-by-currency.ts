/** Own stakes of some tickets, and profit of the settled ones, in each of their currencies. */
import { exactMoney, signedMoney } from '../../../../shared/model/ticket/money-text.ts'
import type { TicketLine } from '../../../../shared/model/ticket/ticket-line.ts'

/** `$60.00`, or `$60.00, €20.00`. */
export function sumByCurrency(lines: readonly TicketLine[]): {
  readonly staked: string
  readonly profit: string
} {
  const groups = [...Map.groupBy(lines, ({ currency }) => currency)]
  const sum = (of: (line: TicketLine) => number, toText: typeof exactMoney) =>
    groups
      .map(([currency, those]) =>
        toText(
          those.reduce((total, line) => total + of(line), 0),
          currency,
        ),
      )
      .join(', ')
  return {
    staked: sum(({ kind, stakeMinor }) => (kind === 'bonus' ? 0 : stakeMinor), exactMoney),
    profit: sum(({ profitMinor }) => profitMinor ?? 0, signedMoney),
  }
}
