/** Describes the tickets that one check settled, in one notification. */
import { signedMoney } from '../../../shared/model/ticket/money-text.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import type { DesktopNotice } from '../../notices/desktop-notice.ts'

/** Maximum number of tickets that a notification names one by one. */
const maxNamed = 3
const resultText: Readonly<Record<TicketLine['result'], string>> = {
  pending: 'Open again',
  won: 'Won',
  lost: 'Lost',
  refunded: 'Push/void',
  'cashed-out': 'Cashed out',
  review: 'Needs review',
}

export function describeSettled(lines: readonly TicketLine[]): DesktopNotice {
  const [only, ...others] = lines
  if (only !== undefined && others.length === 0)
    return { title: describeResult(only), body: nameTicket(only), isSilent: false }
  const body =
    lines.length > maxNamed
      ? countResults(lines)
      : lines
          .toSorted((a, b) => Number(needsReview(b)) - Number(needsReview(a)))
          .map(line => `${describeResult(line)}: ${nameTicket(line)}`)
          .join('\n')
  return { title: sumUp(lines), body, isSilent: false }
}

const describeResult = (line: TicketLine): string =>
  describeChange(line) ?? describeOutcome(line.result, line.profitMinor, line.currency)

const needsReview = ({ result }: TicketLine): boolean => result === 'review'

const nameTicket = ({ title, book, kind }: TicketLine): string =>
  `${title} at ${book.name}${kind === 'bonus' ? ', bonus bet' : ''}`

/** `4 tickets settled: +$120.00`, with a sum for each currency. */
function sumUp(lines: readonly TicketLine[]): string {
  const settled = lines.filter(isSettled)
  if (settled.length === 0) return `${lines.length} tickets changed`
  const sums = new Map<string, number>()
  for (const { currency, profitMinor } of settled)
    if (profitMinor !== null) sums.set(currency, (sums.get(currency) ?? 0) + profitMinor)
  const money = Array.from(sums, ([currency, minor]) => signedMoney(minor, currency)).join(', ')
  const count = `${settled.length} ${settled.length === 1 ? 'ticket' : 'tickets'} settled`
  return money === '' ? count : `${count}: ${money}`
}

/** `Won +$246.00 is now Lost −$40.00`; undefined for a ticket whose first result this is. */
export function describeChange({ was, wasProfitMinor, ...line }: TicketLine): string | undefined {
  if (was === null) return undefined
  const now = describeOutcome(line.result, line.profitMinor, line.currency)
  if (was === 'review') return `${now}, no review needed now`
  const before = describeOutcome(was, wasProfitMinor, line.currency)
  if (line.result === 'review') return `${before} now needs your review`
  return `${before} is now ${line.profitMinor === null ? now.toLowerCase() : now}`
}

function countResults(lines: readonly TicketLine[]): string {
  const count = (is: (line: TicketLine) => boolean) => lines.filter(is).length
  const has = (wanted: TicketLine['result']) => count(({ result }) => result === wanted)
  const reviews = has('review')
  const counts: [number, string][] = [
    [reviews, reviews === 1 ? 'needs your review' : 'need your review'],
    [has('won'), 'won'],
    [has('lost'), 'lost'],
    [has('refunded'), 'push/void'],
    [has('cashed-out'), 'cashed out'],
    [has('pending'), 'open again'],
    [count(line => line.was !== null && isSettled(line)), 'changed from another result'],
  ]
  return counts
    .filter(([n]) => n > 0)
    .map(([n, what]) => `${n} ${what}`)
    .join(' · ')
}

/** False for a ticket that is open, or needs the user's review. */
export const isSettled = ({ result }: Pick<TicketLine, 'result'>): boolean =>
  result !== 'pending' && result !== 'review'

const describeOutcome = (result: TicketLine['result'], profitMinor: number | null, currency: string) =>
  `${resultText[result]}${profitMinor === null ? '' : ` ${signedMoney(profitMinor, currency)}`}`
