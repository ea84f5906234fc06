/**
 * Profit curves of mixed tickets: main's test computes them from the tickets, and the chart's test draws them, so that
 * both agree on what profit line and band cover. Of the settled tickets, only those with a close that are neither refunded
 * nor deleted count.
 */
import type { BankrollCurve } from '../../../src/shared/model/ticket/ledger-report.ts'

export const mixedCurves: Readonly<Record<'USD' | 'EUR', BankrollCurve>> = {
  USD: {
    currency: 'USD',
    settled: 5,
    withClose: 3,
    points: [
      { day: '2026-11-19', profitMinor: -4_000, expectedMinor: 310, lowMinor: -9_014, highMinor: 9_634 },
      { day: '2026-11-20', profitMinor: 6_240, expectedMinor: 4_071, lowMinor: -8_948, highMinor: 17_090 },
    ],
  },
  EUR: {
    currency: 'EUR',
    settled: 4,
    withClose: 2,
    points: [
      { day: '2026-11-19', profitMinor: -4_000, expectedMinor: 310, lowMinor: -9_014, highMinor: 9_634 },
      { day: '2026-11-20', profitMinor: -4_000, expectedMinor: 3_916, lowMinor: -8_240, highMinor: 16_072 },
    ],
  },
}
