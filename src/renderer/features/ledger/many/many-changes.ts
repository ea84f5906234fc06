/** Changes of several tickets: those that can take one, and the words for it. */
import type { ManyChange } from '../../../../shared/model/ticket/ticket-changes.ts'
import { exactMoney, signedMoney } from '../../../../shared/model/ticket/money-text.ts'
import { ticketResultNames } from '../../../../shared/model/ticket/result-names.ts'
import type { TicketLine } from '../../../../shared/model/ticket/ticket-line.ts'
import { pluralize } from '../../../format/number-text.ts'

export type ManyKind = ManyChange['kind']

/** As the schema of a ticket’s tags has it. */
const maxTags = 10

/** Reason why a ticket is left out; undefined if it takes the change. */
function explainLeftOut(line: TicketLine, change: ManyChange): string | undefined {
  switch (change.kind) {
    case 'void':
      return undefined
    case 'decide':
      if (line.result === change.result) return `already ${ticketResultNames[line.result].toLowerCase()}`
      return change.result === 'won' && line.review === 'payout-wanted'
        ? 'needs the payout from the book'
        : undefined
    case 'tag':
      if (line.tags.includes(change.tag)) return 'already has it'
      return line.tags.length >= maxTags ? `has ${maxTags} tags` : undefined
  }
}

interface LeftOut {
  readonly line: TicketLine
  readonly why: string
}

export function splitByChange(lines: readonly TicketLine[], change: ManyChange) {
  const leftOut = lines.flatMap((line): LeftOut[] => {
    const why = explainLeftOut(line, change)
    return why === undefined ? [] : [{ line, why }]
  })
  const gone = new Set(leftOut.map(({ line }) => line.id))
  return { taking: lines.filter(({ id }) => !gone.has(id)), leftOut }
}

const sumText = (
  lines: readonly TicketLine[],
  amount: (line: TicketLine) => number,
  toText: typeof exactMoney,
): string =>
  [...Map.groupBy(lines, ({ currency }) => currency)]
    .map(([currency, of]) =>
      toText(
        of.reduce((sum, line) => sum + amount(line), 0),
        currency,
      ),
    )
    .join(', ')

/** `$80.00 at risk in 2 open tickets. Profit +$204.80 in 1 settled ticket.` */
export function describeMoney(lines: readonly TicketLine[]): string {
  const isOpen = ({ result }: TicketLine) => result === 'pending' || result === 'review'
  const open = lines.filter(isOpen)
  const settled = lines.filter(line => !isOpen(line))
  const ofOpen = sumText(open, ({ kind, stakeMinor }) => (kind === 'bonus' ? 0 : stakeMinor), exactMoney)
  const ofSettled = sumText(settled, ({ profitMinor }) => profitMinor ?? 0, signedMoney)
  return [
    open.length === 0 ? 'Nothing at risk.' : `${ofOpen} at risk in ${pluralize(open.length, 'open ticket')}.`,
    ...(settled.length === 0
      ? []
      : [`Profit ${ofSettled} in ${pluralize(settled.length, 'settled ticket')}.`]),
  ].join(' ')
}

/** Completes “Undo …”. */
export function nameManyChange({ kind }: ManyChange, count: number): string {
  const tickets = pluralize(count, 'ticket')
  if (kind === 'void') return `delete ${tickets}`
  return kind === 'decide' ? `set result of ${tickets}` : `add tag to ${tickets}`
}

/** Says that it was done. */
export function describeManyDone(change: ManyChange, count: number): string {
  const tickets = pluralize(count, 'ticket')
  if (change.kind === 'void') return `Deleted ${tickets}`
  return change.kind === 'decide'
    ? `Set ${tickets} to ${ticketResultNames[change.result]}`
    : `Tagged ${tickets} “${change.tag}”`
}
