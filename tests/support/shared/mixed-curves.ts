/**
 * Profit curves of mixed tickets: main's test computes them from the tickets, and the chart's test draws them, so that
 * both agree on what profit line and band cover. Of the settled tickets, only those with a close that are neither refunded
 * nor deleted count, without bonus bets.
 */
import type { BankrollCurve } from '../../../src/shared/model/ticket/ledger-report.ts'

export const mixedCurves: Readonly<Record<'USD' | 'EUR', BankrollCurve>> = {
  USD: {
    currency: 'USD',
    settled: 6,
    withClose: 3,
    points: [
      { day: '2026-11-19', profitMinor: -4_000, expectedMinor: 310, lowMinor: -9_014, highMinor: 9_634 },
      { day: '2026-11-20', profitMinor: 5_240, expectedMinor: 542, lowMinor: -10_139, highMinor: 11_223 },
    ],
  },
  EUR: {
    currency: 'EUR',
    settled: 5,
    withClose: 2,
    points: [
      { day: '2026-11-19', profitMinor: -4_000, expectedMinor: 310, lowMinor: -9_014, highMinor: 9_634 },
      { day: '2026-11-20', profitMinor: -5_000, expectedMinor: 387, lowMinor: -9_223, highMinor: 9_997 },
    ],
  },
}
