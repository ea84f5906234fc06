/** Describes settled tickets: one notification each, or one for all when there are many. */
import { signedMoney } from '../../../shared/model/ticket/money-text.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import type { DesktopNotice } from '../../notices/desktop-notice.ts'

const maxNotices = 3
const resultText: Readonly<Record<TicketLine['result'], string>> = {
  pending: 'Open again',
  won: 'Won',
  lost: 'Lost',
  refunded: 'Push/void',
  'cashed-out': 'Cashed out',
  review: 'Needs review',
}

export function describeSettled(lines: readonly TicketLine[]): DesktopNotice[] {
  if (lines.length > maxNotices) return [describeMany(lines)]
  return lines.map(line => {
    const title = describeChange(line) ?? describeOutcome(line.result, line.profitMinor, line.currency)
    const bonus = line.kind === 'bonus' ? ', bonus bet' : ''
    return { title, body: `${line.title} at ${line.book.name}${bonus}`, isSilent: false }
  })
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

function describeMany(lines: readonly TicketLine[]): DesktopNotice {
  const count = (is: (line: TicketLine) => boolean) => lines.filter(is).length
  const has = (wanted: TicketLine['result']) => count(({ result }) => result === wanted)
  const settled = count(isSettled)
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
  const body = counts.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`)
  const title =
    settled === 0
      ? `${lines.length} tickets changed`
      : `${settled} ${settled === 1 ? 'ticket' : 'tickets'} settled`
  return { title, body: body.join(' · '), isSilent: false }
}

/** False for a ticket that is open, or needs the user's review. */
export const isSettled = ({ result }: Pick<TicketLine, 'result'>): boolean =>
  result !== 'pending' && result !== 'review'

const describeOutcome = (result: TicketLine['result'], profitMinor: number | null, currency: string) =>
  `${resultText[result]}${profitMinor === null ? '' : ` ${signedMoney(profitMinor, currency)}`}`
