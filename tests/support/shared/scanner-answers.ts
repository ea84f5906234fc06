/** States of the scanner with proposals. */
import { quietScanner, type Proposal, type ScannerState } from '../../../src/shared/model/price/scan.ts'
import { noon } from './desk-rows.ts'

/** A proposal at Bravo whose price is 4% below the product of its singles, usually 18%. */
export function proposal(over: Partial<Proposal> = {}): Proposal {
  const game = {
    id: 'hoops:rvt:hbc:2026-09-10',
    title: 'River Town at Harbor City',
    short: 'RVT at HBC',
    league: 'hoops',
    startAt: noon + 3_600_000,
    isLive: false,
  }
  const leg = (name: string, market: string) => ({ key: `${game.id}#${market}#${name}`, name, market, game })
  return {
    bookId: 'bravo',
    legs: [leg('Ada North Over 27.5', 'Player Points'), leg('Harbor City', 'Moneyline')],
    price: { text: '+284', format: 'american', decimal: 3.84 },
    at: noon - 3_000,
    fair: { low: 0.27, mid: 0.28, high: 0.3 },
    product: 4,
    edge: 0.09,
    expected: 3.28,
    seen: { ofPair: 120, ofClass: 18, ofBook: 40 },
    oddsAt: noon - 60_000,
    doubt: null,
    others: [],
    bestOnDesk: null,
    takesMinor: null,
    ...over,
  }
}

export const scannerWith = (over: Partial<ScannerState> = {}): ScannerState => ({
  ...quietScanner,
  run: { kind: 'ended', why: 'spent' },
  sent: 60,
  games: 24,
  compared: 1_200,
  learned: 300,
  proposals: [
    proposal(),
    proposal({ bookId: 'delta', price: { text: '+260', format: 'american', decimal: 3.6 } }),
  ],
  ...over,
})
