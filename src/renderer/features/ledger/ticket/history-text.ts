/** Texts of a ticket's history. */
import { assertNever } from '../../../../shared/failure.ts'
import type { Ending, Ruling } from '../../../../shared/model/ticket/refund-policy.ts'
import type {
  Decision,
  HistoryItem,
  LegChange,
  TicketDetail,
} from '../../../../shared/model/ticket/ticket-detail.ts'
import { clockTime, dayAndTime } from '../../../format/time-text.ts'
import { exactMoney } from '../../../format/money.ts'
import { endingNames, legResultNames, ticketResultNames } from '../ledger-text.ts'
import { policyNames } from '../../../ui/policy-names.ts'

const fieldNames: Readonly<Record<string, string>> = {
  book: 'Book',
  placedAt: 'Placed',
  stake: 'Stake',
  price: 'Price',
  kind: 'Kind',
  isLive: 'Taken',
  tags: 'Tags',
  note: 'Note',
  name: 'Name',
  market: 'Market',
  game: 'Game',
  league: 'League',
  startAt: 'Start',
  singlePrice: 'Single price',
  oddsId: 'Odds id',
  grade: 'Grade token',
}

/** An item of the history in one sentence, without its reason. */
export function describeHistoryItem(item: HistoryItem, { line }: TicketDetail): string {
  switch (item.kind) {
    case 'recorded':
      return 'Recorded.'
    case 'corrected':
      return `Corrected: ${[...item.changes.map(describeChange), ...item.legs.map(describeLegChange)].join('; ')}.`
    case 'voided':
      return 'Voided: it counts in no list and no sum.'
    case 'graded':
      return `The service said “${item.word}” of ${item.name}${describeOldResult(item)}.`
    case 'leg-decided':
      return item.result === null
        ? `${item.name}: the service’s word counts again.`
        : `${item.name} set to ${legResultNames[item.result]} by hand.`
    case 'decided':
      return `${describeDecision(item.decision, line.currency)}${item.overridesLegs === true ? ' It stands over what the legs say.' : ''}`
    case 'judged':
      return `By its legs (policy: ${policyNames[item.policy].toLowerCase()}): ${describeRuling(item.ruling)}.${item.contradictsPayout === true ? ' That is not what you entered as paid.' : ''}`
    case 'closed':
      return describeClosing(item.closing)
    case 'entry':
      return describeEntry(item)
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

/** A leg that was added or taken away is described with all its facts. */
function describeLegChange({ kind, name, changes }: LegChange): string {
  if (kind === 'changed') return `${name}: ${changes.map(describeChange).join(', ')}`
  const facts = changes.map(({ field, was, is }) => {
    return `${(fieldNames[field] ?? field).toLowerCase()} ${valueText(field, kind === 'added' ? is : was)}`
  })
  const known = facts.length === 0 ? '' : ` (${facts.join(', ')})`
  return `${kind === 'added' ? 'leg added' : 'leg taken away'}: ${name}${known}`
}

const describeOldResult = ({ was, is }: Extract<HistoryItem, { kind: 'graded' }>): string =>
  was === 'pending' || was === is ? '' : `, was ${legResultNames[was]}`

function describeDecision(decision: Decision, currency: string): string {
  switch (decision.kind) {
    case 'result':
      return `You decided: ${ticketResultNames[decision.result]}.`
    case 'payout':
      return `You entered what was paid: ${exactMoney(decision.payoutMinor, currency)}.`
    case 'cash-out':
      return `You entered a cash-out of ${exactMoney(decision.payoutMinor, currency)}.`
    case 'withdrawn':
      return 'You withdrew your decision: the legs decide.'
    default:
      return assertNever(decision)
  }
}

function describeRuling(ruling: Ruling): string {
  const lower = (ending: Ending) => endingNames[ending].toLowerCase()
  switch (ruling.kind) {
    case 'pending':
      return ruling.outlook === 'lost' ? 'pending, a leg is lost' : 'pending'
    case 'ended':
      return lower(ruling.ending)
    case 'payout-wanted':
      return 'won on the legs left, at a price only the book knows'
    case 'choice-wanted':
      return `${ruling.endings.map(lower).join(' or ')}, as the book says`
    case 'unknown-word':
      return 'the service used a word that is not known'
    default:
      return assertNever(ruling)
  }
}

function describeClosing(closing: Extract<HistoryItem, { kind: 'closed' }>['closing']): string {
  if (closing.kind === 'none') return 'No closing price.'
  const at = clockTime(closing.at)
  return closing.kind === 'priced'
    ? `Closing price ${closing.price.text} at ${at}.`
    : `No closing price at ${at}: ${closing.why}`
}

/** `because` is a sentence of its own; a result is named before it. */
const describeEntry = ({ result, reverses, because }: Extract<HistoryItem, { kind: 'entry' }>): string =>
  result === null || reverses !== null ? because : `${ticketResultNames[result]}: ${because}`
