/** Texts of the scanner: its progress, why a parlay is proposed, and how sure that is. */
import { shortenGames } from '../../../shared/model/game/leg-short.ts'
import { isInPlay, type FreshContext } from '../../../shared/model/price/row-value.ts'
import {
  highEv,
  isOldProposal,
  lowEv,
  type Proposal,
  type ScannerState,
  type ScanRun,
  type ScanSettings,
} from '../../../shared/model/price/scan.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import { moneyText } from '../../format/money.ts'
import { countText, percentText, pluralize, signedPercent } from '../../format/number-text.ts'
import { priceText } from '../../format/price-text.ts'

export const gamesNames: Readonly<Record<ScanSettings['games'], string>> = {
  upcoming: 'Games not started',
  live: 'Games on now',
  all: 'All games',
}

/** Differences below this are called the usual. */
const minDifference = 0.01

/** The price beside the product of singles, which the table's head names: `4% less, usually 18%`. */
export function shortWhy(proposal: Proposal): string {
  const { here, usual } = compare(proposal)
  const difference = differenceText(here) ?? 'The same'
  return usual === '' ? difference : `${difference}, ${usual}`
}

/** Doubts about a price, before the reason in the table: `takes $5 · only price`, `not the best now`. */
export function doubtText({ doubt, takesMinor, bestOnDesk }: Proposal, currency: string): string {
  const limit =
    takesMinor === null
      ? ''
      : takesMinor === 0
        ? 'account closed'
        : `takes ${moneyText(takesMinor, currency)}`
  const check = doubt !== null ? doubtTexts[doubt] : bestOnDesk === null ? '' : 'not the best now'
  return [limit, check].filter(part => part !== '').join(' · ')
}

const doubtTexts: Readonly<Record<NonNullable<Proposal['doubt']>, string>> = {
  suspect: 'suspect price',
  'only-price': 'only price',
  'too-high': 'only price, far above fair',
}

interface PriceNames {
  readonly getBookName: (id: string) => string
  readonly format: PriceFormat
}

/** `Best on the desk: Juliet +385, EV +1.3%.`; empty when the proposal is that, or isn't there. */
export function deskText({ bestOnDesk }: Proposal, { getBookName, format }: PriceNames): string {
  if (bestOnDesk === null) return ''
  const { bookId, price, ev } = bestOnDesk
  const worth = ev === null ? '' : `, EV ${signedPercent(ev)}`
  return `Best on the desk: ${getBookName(bookId)} ${priceText(price, format)}${worth}.`
}

/** `Other books: Echo +250, Golf +240.`; empty when none has priced it. */
export const othersText = ({ others }: Proposal, { getBookName, format }: PriceNames): string =>
  others.length === 0
    ? ''
    : `Other books: ${others.map(({ bookId, price }) => `${getBookName(bookId)} ${priceText(price, format)}`).join(', ')}.`

/** Says of an old proposal why its price no longer counts; empty for a fresh one. */
export function oldText(proposal: Proposal, fresh: FreshContext): string {
  if (!isOldProposal(proposal, fresh)) return ''
  const isStarted = isInPlay(proposal.legs, fresh.now) && !isInPlay(proposal.legs, proposal.at)
  const why = isStarted ? 'The game has started since this price' : 'This price is old'
  return `${why}. Put it on the desk to price it again.`
}

/** `Bravo pays 4% less than the product here, usually 18%`. */
export function whyText(proposal: Proposal, book: string): string {
  const { here, usual } = compare(proposal)
  const difference = differenceText(here)
  const product = difference === undefined ? 'the product of singles' : `${difference} than the product`
  const pays = `${book} pays ${product} here`
  return usual === '' ? pays : `${pays}, ${usual}`
}

/** The price over the product of the book's singles, and what was expected of it; empty for a book not seen before. */
function compare({ price, product, expected, seen }: Proposal): { here: number; usual: string } {
  const [here, usual] = [price.decimal / product - 1, expected / product - 1]
  if (seen.ofBook === 0) return { here, usual: '' }
  if (Math.abs(here - usual) < minDifference) return { here, usual: 'as usual' }
  if (Math.abs(usual) < minDifference / 2) return { here, usual: 'usually the product' }
  const isAlike = here < 0 === usual < 0
  return {
    here,
    usual: `usually ${percentText(Math.abs(usual), 0)}${isAlike ? '' : usual < 0 ? ' less' : ' more'}`,
  }
}

/** `4% less`; undefined at the product of the singles. */
const differenceText = (difference: number): string | undefined =>
  Math.abs(difference) < minDifference / 2
    ? undefined
    : `${percentText(Math.abs(difference), 0)} ${difference < 0 ? 'less' : 'more'}`

/** Number of times that its like was seen, at its book and at all: `18 here, 120 total`. */
export function sureText({ seen }: Proposal): string {
  if (seen.ofBook === 0) return 'New book'
  if (seen.ofClass === 0) return seen.ofPair === 0 ? 'New pair' : `${countText(seen.ofPair)} elsewhere`
  if (seen.ofClass === seen.ofPair) return `${countText(seen.ofClass)} here only`
  return `${countText(seen.ofClass)} here, ${countText(seen.ofPair)} total`
}

/** `Its singles together pay 9% more than the other books make of these legs.` */
export function singlesText({ edge }: Proposal): string {
  const amount = `${percentText(Math.abs(edge), 0)} ${edge < 0 ? 'less' : 'more'}`
  return `Its singles together pay ${amount} than the other books’ fair prices of these legs.`
}

/** The reason behind `sureText`, in sentences. */
export function explainSure({ seen }: Proposal, book: string): string {
  if (seen.ofBook === 0)
    return `No pair was priced at ${book} before, so a discount of 6% was assumed. The fair price takes these legs for unrelated unless other books have shown otherwise.`
  if (seen.ofClass === 0)
    return `${book} hasn’t priced these two markets together before; what it usually pays comes from ${pluralize(seen.ofBook, 'other pair')}.`
  return `${book} has priced these markets together ${pluralize(seen.ofClass, 'time')}; all books ${pluralize(seen.ofPair, 'time')}.`
}

/** Expected value from the lowest to the highest fair price: `+4.1% to +9.8%`, or `+1.3%` by the desk's fair price. */
export const evText = (low: number, high: number): string =>
  low === high ? signedPercent(low) : `${signedPercent(low)} to ${signedPercent(high)}`

/** Explains the EV of a table row, which is that of the lowest fair chance. */
export function evTip(proposal: Proposal): string {
  const high = highEv(proposal)
  return high === lowEv(proposal)
    ? 'By the desk’s fair price'
    : `Up to ${signedPercent(high)} at the highest fair chance`
}

/** Game and legs for a table row. */
export const proposalGames = ({ legs }: Proposal): string => shortenGames(legs)

/** Progress or end of a run, in one line. */
export function runText({ run, sent, settings, games, compared, unpriced }: ScannerState): string {
  if (run.kind === 'idle' || run.kind === 'failed') return ''
  if (run.kind === 'comparing') return 'Comparing single prices. No calls yet.'
  const done = `${countText(compared)} parlays of ${pluralize(games, 'game')} compared · ${sent} of ${pluralize(settings.calls, 'call')} sent`
  const misses = unpriced === 0 ? '' : ` · ${unpriced} without a price`
  if (run.kind === 'pricing') return `Pricing the best. ${done}${misses}`
  const end = endTexts[run.why]
  return run.why === 'no-odds' || run.why === 'nothing-to-compare' ? end : `${end} ${done}${misses}`
}

const endTexts: Readonly<Record<Extract<ScanRun, { kind: 'ended' }>['why'], string>> = {
  spent: 'Out of calls.',
  searched: 'Done: no more parlays worth a call.',
  stopped: 'Stopped.',
  'no-odds': 'No odds are loaded, so there is nothing to compare. Load odds on the Desk, then scan again.',
  'nothing-to-compare':
    'No bet in these games has both sides at three of your books. Try other games, or load more odds.',
}
