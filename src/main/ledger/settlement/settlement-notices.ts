/** Notifications of tickets that settled: one a ticket, or one for all of them if they are many. */
import { majorText } from '../../../shared/model/ticket/money.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import type { DesktopNotice } from '../../notices/desktop-notice.ts'

const maxNotices = 3
const resultText: Readonly<Record<TicketLine['result'], string>> = {
  pending: 'Open again',
  won: 'Won',
  lost: 'Lost',
  refunded: 'Refunded',
  'cashed-out': 'Cashed out',
  review: 'Needs review',
}

export function describeSettled(lines: readonly TicketLine[]): DesktopNotice[] {
  if (lines.length > maxNotices) {
    const count = (result: TicketLine['result']) => lines.filter(line => line.result === result).length
    const open = count('pending')
    const body = [`${count('won')} won.`, open > 0 ? `${open} open again.` : ''].join(' ').trim()
    return [{ title: `${lines.length - open} tickets settled`, body, isSilent: false }]
  }
  return lines.map(({ result, profitMinor, currency, title, book }) => {
    const profit =
      profitMinor === null
        ? ''
        : ` ${profitMinor > 0 ? '+' : ''}${majorText(profitMinor, currency)} ${currency}`
    return { title: `${resultText[result]}${profit}`, body: `${title} at ${book.name}`, isSilent: false }
  })
}
