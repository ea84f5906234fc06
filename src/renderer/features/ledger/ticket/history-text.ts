/** Texts of a ticket's history. */
import { assertNever } from '../../../../shared/failure.ts'
import { ticketResultNames } from '../../../../shared/model/ticket/result-names.ts'
import type { Ending, RefundPolicy, Ruling } from '../../../../shared/model/ticket/refund-policy.ts'
import type {
  Decision,
  HistoryItem,
  LegChange,
  TicketDetail,
} from '../../../../shared/model/ticket/ticket-detail.ts'
import { clockTime, dayAndTime } from '../../../format/time-text.ts'
import { exactMoney, signedMoney } from '../../../../shared/model/ticket/money-text.ts'
import { endingNames, joinParts, legResultNames } from '../ledger-text.ts'
import { policyNames } from '../../../ui/policy-names.ts'

const fieldNames: Readonly<Record<string, string>> = {
  book: 'Book',
  placedAt: 'Placed',
  stake: 'Stake',
  price: 'Price',
  kind: 'Type',
  isLive: 'Taken',
  tags: 'Tags',
  note: 'Note',
  account: 'Account',
  promotion: 'Promotion',
  name: 'Name',
  market: 'Market',
  game: 'Game',
  league: 'League',
  startAt: 'Start',
  singlePrice: 'Single odds',
  oddsId: 'Odds ID',
  grade: 'Grade token',
}

/** An item of the history in one sentence, without its reason. */
export function describeHistoryItem(item: HistoryItem, { line }: TicketDetail): string {
  switch (item.kind) {
    case 'recorded':
      return item.priceWarning === undefined
        ? 'Recorded.'
        : `Recorded at a suspect price. ${item.priceWarning}`
    case 'corrected':
      return `Edited: ${[...item.changes.map(describeChange), ...item.legs.map(describeLegChange)].join('; ')}.`
    case 'voided':
      return 'Deleted.'
    case 'restored':
      return 'Restored.'
    case 'graded':
      return describeGrading(item)
    case 'leg-decided':
      return item.result === null
        ? `${item.name}: back to the service’s result.`
        : `${item.name}: set to ${legResultNames[item.result]} manually.`
    case 'decided':
      return `${describeDecision(item.decision, line.currency)}${item.overridesLegs === true ? ' Overrides the leg results.' : ''}`
    case 'judged':
      return `Graded from its legs: ${describeRuling(item)}.${item.contradictsPayout === true ? ' That isn’t the payout you entered.' : ''}`
    case 'closed':
      return describeClosing(item.closing)
    case 'entry':
      return describeEntry(item, line.currency)
    default:
      return assertNever(item)
  }
}

type Change = LegChange['changes'][number]

const describeChange = ({ field, was, is }: Change): string =>
  `${fieldNames[field] ?? field} was ${valueText(field, was)}, is ${valueText(field, is)}`

function valueText(field: string, value: string): string {
  if (value === '') return 'none'
  if (field === 'placedAt' || field === 'startAt') return dayAndTime(Date.parse(value))
  return value
}

/** An added or removed leg is described with all its facts. */
function describeLegChange({ kind, name, changes }: LegChange): string {
  if (kind === 'changed') return `${name}: ${changes.map(describeChange).join(', ')}`
  const facts = changes.map(({ field, was, is }) => {
    return `${(fieldNames[field] ?? field).toLowerCase()} ${valueText(field, kind === 'added' ? is : was)}`
  })
  const known = facts.length === 0 ? '' : ` (${facts.join(', ')})`
  return `${kind === 'added' ? 'leg added' : 'leg removed'}: ${name}${known}`
}

function describeGrading({ name, was, is, word }: Extract<HistoryItem, { kind: 'graded' }>): string {
  const result = is === 'unknown' ? `unrecognized result “${word}”` : legResultNames[is]
  return was === 'pending' || was === is
    ? `${name}: ${result}.`
    : `${name}: changed from ${legResultNames[was]} to ${result}.`
}

function describeDecision(decision: Decision, currency: string): string {
  switch (decision.kind) {
    case 'result':
      return `You set the result: ${ticketResultNames[decision.result]}.`
    case 'payout':
      return `You entered a payout of ${exactMoney(decision.payoutMinor, currency)}.`
    case 'cash-out':
      return `You entered a cash-out of ${exactMoney(decision.payoutMinor, currency)}.`
    case 'withdrawn':
      return 'You undid your result.'
    default:
      return assertNever(decision)
  }
}

function describeRuling({ ruling, policy }: { ruling: Ruling; policy: RefundPolicy }): string {
  const lower = (ending: Ending) => endingNames[ending].toLowerCase()
  switch (ruling.kind) {
    case 'pending':
      return ruling.outlook === 'lost' ? 'open, a leg lost' : 'open'
    case 'ended':
      return ruling.ending === 'lost' && policy === 'tie_loses'
        ? 'lost (a push loses at this book)'
        : lower(ruling.ending)
    case 'payout-wanted':
      return 'won without the pushed or voided leg, payout from the book'
    case 'choice-wanted':
      return `${ruling.endings.map(lower).join(' or ')}: you choose, as the void rule is “${policyNames[policy]}”`
    case 'unknown-word':
      return 'unrecognized result'
    default:
      return assertNever(ruling)
  }
}

function describeClosing(closing: Extract<HistoryItem, { kind: 'closed' }>['closing']): string {
  if (closing.kind === 'none') return 'No closing odds.'
  const at = clockTime(closing.at)
  return closing.kind === 'priced'
    ? `Closing odds ${closing.price.text} at ${at}.`
    : `No closing odds at ${at}: ${closing.why}`
}

type EntryItem = Extract<HistoryItem, { kind: 'entry' }>

/** `Won: $40.00 pays $286.00.` */
function describeEntry({ entry, result, reverses, movement, isActual }: EntryItem, currency: string): string {
  if (reverses !== null) return `Reversed entry #${reverses}.`
  const money = (minor: number) => exactMoney(minor, currency)
  if (entry === 'stake')
    return movement.atRiskMinor === 0 ? 'Bonus stake.' : `Stake of ${money(movement.atRiskMinor)}.`
  const name = result === null ? 'Result' : ticketResultNames[result]
  if (isActual) return `${name}: you entered ${money(movement.cashMinor)}.`
  if (movement.cashMinor === 0) return `${name}.`
  const stake = movement.atRiskMinor === 0 ? 'bonus bet' : money(-movement.atRiskMinor)
  return `${name}: ${stake} pays ${money(movement.cashMinor)}.`
}

/** `Cash −$40.00 · At risk $40.00`, with the profit if there is one. */
export function describeMovement(
  { cashMinor, atRiskMinor, profitMinor }: EntryItem['movement'],
  currency: string,
): string {
  const atRisk = atRiskMinor > 0 ? exactMoney(atRiskMinor, currency) : signedMoney(atRiskMinor, currency)
  const parts = [
    `Cash ${signedMoney(cashMinor, currency)}`,
    `At risk ${atRisk}`,
    profitMinor === 0 ? '' : `Profit ${signedMoney(profitMinor, currency)}`,
  ]
  return joinParts(parts)
}
