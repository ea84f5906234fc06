/** When bets are settled, and how the user hears of it. */
import type { Announce } from '../../shared/contract.ts'
import { majorText } from '../../shared/model/ticket/money.ts'
import type { TicketLine } from '../../shared/model/ticket/ticket-line.ts'
import type { Account } from '../account/account.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ClosingPrices } from '../ledger/settlement/closing-prices.ts'
import type { Settlement } from '../ledger/settlement/settlement.ts'
import type { Notify } from '../notices/desktop-notice.ts'

interface SettlementParts {
  readonly announce: Announce
  readonly account: Account
  readonly ledger: Ledger
  readonly settlement: Settlement
  readonly closing: ClosingPrices
}

export function connectSettlement(parts: SettlementParts, notify: Notify): void {
  const { announce, account, ledger, settlement, closing } = parts
  ledger.on('opened', () => {
    void settlement.plan()
    closing.start()
  })
  ledger.on('changed', () => void settlement.plan())
  account.on('switched', () => {
    settlement.stop()
    void settlement.plan()
    closing.stop()
    closing.start()
  })
  account.on('resumed', () => void settlement.plan())
  settlement.on('changed', status => announce('settlement', 'changed', status))
  settlement.on('settled', lines => {
    for (const notice of noticesOf(lines)) notify(notice)
  })
}

const mostNotices = 3
const words: Readonly<Record<TicketLine['result'], string>> = {
  pending: 'Open again',
  won: 'Won',
  lost: 'Lost',
  refunded: 'Refunded',
  'cashed-out': 'Cashed out',
  review: 'Needs review',
}

/** One notice a ticket, or one for all of them where they are many. */
function noticesOf(lines: readonly TicketLine[]) {
  if (lines.length > mostNotices) {
    const countOf = (result: TicketLine['result']) => lines.filter(line => line.result === result).length
    const open = countOf('pending')
    const body = [`${countOf('won')} won.`, open > 0 ? `${open} open again.` : ''].join(' ').trim()
    return [{ title: `${lines.length - open} tickets settled`, body, isSilent: false }]
  }
  return lines.map(({ result, profitMinor, currency, title, book }) => {
    const profit =
      profitMinor === null
        ? ''
        : ` ${profitMinor > 0 ? '+' : ''}${majorText(profitMinor, currency)} ${currency}`
    return { title: `${words[result]}${profit}`, body: `${title} at ${book.name}`, isSilent: false }
  })
}
