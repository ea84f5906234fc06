/** Texts of the ledger: results, kinds and notes of tickets, legs with their games, outcomes of settling, ledger problems. */
import { leagueText } from '../../../shared/model/game/league-text.ts'
import { expectedValue } from '../../../shared/odds/value.ts'
import { isPastEnd, toGameClock } from '../../../shared/model/game/game-over.ts'
import { allTickets, type LedgerFilter } from '../../../shared/model/ticket/ledger-filter.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { ClvDistribution } from '../../../shared/model/ticket/ledger-report.ts'
import type { Ending } from '../../../shared/model/ticket/refund-policy.ts'
import type {
  LegResult,
  Grading,
  SettleReport,
  SettlementStatus,
} from '../../../shared/model/ticket/settlement.ts'
import type { TicketKind } from '../../../shared/model/ticket/ticket.ts'
import type { LegCounts, ReviewReason, TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import { reviewTasks, ticketResultNames } from '../../../shared/model/ticket/result-names.ts'
import { countText, pluralize, signedPercent } from '../../format/number-text.ts'
import type { HistoryItem, LegDetail } from '../../../shared/model/ticket/ticket-detail.ts'
import { signedMoney } from '../../../shared/model/ticket/money-text.ts'
import { clockSeconds, clockTime, dayAndTime, timeAndDay } from '../../format/time-text.ts'
import type { LedgerProblem } from '../../../shared/model/ticket/ledger-status.ts'

/** Text in place of a report that counts no settled ticket. `all`: number without a filter, if known. */
export function noSettledText(filter: LedgerFilter, all?: number): string {
  return all === 0 ? 'No settled bets yet.' : explainNone(filter, 'settled bets', 'No settled bets yet.')
}

/** Text in place of a report that lists no open leg: `none` without a filter. */
export const noOpenText = (filter: LedgerFilter, none: string): string =>
  explainNone(filter, 'open legs', none)

function explainNone(filter: LedgerFilter, what: 'settled bets' | 'open legs', none: string): string {
  if (!isFiltered(filter)) return none
  return isFiltered({ ...filter, fromDay: null, toDay: null })
    ? `No ${what} match.`
    : `No ${what} in this period.`
}

/** A currency alone does not hide a ticket from a user of one currency. */
const isFiltered = (filter: LedgerFilter): boolean =>
  JSON.stringify({ ...allTickets, ...filter, currency: null }) !== JSON.stringify(allTickets)

/** Parts that are not empty, side by side. */
export const joinParts = (parts: readonly string[], separator = ' · '): string =>
  parts.filter(part => part !== '').join(separator)

/** The result of a ticket with what is known before it: `Open, losing`. */
export const resultText = ({ result, isProvisionallyLost }: TicketLine): string =>
  `${ticketResultNames[result]}${isProvisionallyLost ? ', losing' : ''}`

export const legResultNames: Readonly<Record<LegResult, string>> = {
  pending: 'Open',
  won: 'Won',
  lost: 'Lost',
  refunded: 'Push/void',
  unknown: 'Unrecognized',
}

export const ticketKindNames: Readonly<Record<TicketKind, string>> = {
  normal: 'Regular',
  bonus: 'Bonus bet',
  boosted: 'Boost',
}

export const endingNames: Readonly<Record<Ending, string>> = {
  won: 'Won',
  lost: 'Lost',
  refunded: 'Push/void',
  reduced: 'Won without the pushed or voided leg',
}

const reviewSentences: Readonly<Record<Exclude<ReviewReason, 'choice-wanted'>, string>> = {
  'payout-wanted': 'A leg pushed or voided and the rest won: the book reprices the rest. Enter the payout.',
  'payout-contested':
    'The legs now say something else than the payout you entered. Check with the book and enter the final payout.',
  'unknown-word': 'Unrecognized result. Set the result of the leg or the ticket.',
}

/** The reason for a review and what to do about it; undefined where none is needed. */
export function explainReview({ review, legs }: Pick<TicketLine, 'review' | 'legs'>): string | undefined {
  if (review === null) return undefined
  if (review !== 'choice-wanted') return reviewSentences[review]
  const decided = [
    legs.lost > 0 ? `${pluralize(legs.lost, 'leg')} lost` : '',
    legs.refunded > 0 ? `${pluralize(legs.refunded, 'leg')} pushed or voided` : '',
    legs.won > 0 ? `${pluralize(legs.won, 'leg')} won` : '',
  ].filter(part => part !== '')
  return `${decided.join(', ')}, and we don’t know this book’s rule. Choose how the ticket ended.`
}

/** Progress of a ticket: the user's task, or its legs, `Live · 1 of 3 won`. */
export function describeStanding(line: TicketLine, now: number): string {
  const { review, result, legs, isProvisionallyLost, startsAt } = line
  if (review !== null) return joinParts([reviewTasks[review], legCountText(legs)])
  const isPlain = legs.refunded + legs.unknown === 0
  if (result !== 'pending')
    return isPlain && legs.won + legs.lost > 0 ? wonText(legs) : legCountText({ ...legs, pending: 0 })
  const isPromising = isPlain && !isProvisionallyLost
  if (isPromising && startsAt !== null && startsAt > now) return `Starts ${startText(startsAt, now)}`
  return joinParts([isOn(line, now) ? 'Live' : '', isPromising ? wonText(legs) : legCountText(legs)])
}

const wonText = ({ won, lost, pending }: LegCounts): string =>
  `${countText(won)} of ${countText(won + lost + pending)} won`

/** True while a game of an open leg is on: until its result comes, or no game lasts that long. */
const isOn = ({ openStarts = [] }: TicketLine, now: number): boolean =>
  openStarts.some(startAt => startAt <= now && !isPastEnd({ startAt }, toGameClock(now, false)))

const halfDayMs = 12 * 3_600_000

/** A start within half a day needs no day, also when midnight is between. */
const startText = (at: number, now: number): string =>
  at - now < halfDayMs ? clockTime(at) : timeAndDay(at, now)

/** `1 won · 2 open`, without zero counts. */
export function legCountText(counts: LegCounts): string {
  const order = ['won', 'lost', 'refunded', 'pending', 'unknown'] as const
  return order
    .filter(result => counts[result] > 0)
    .map(result => `${countText(counts[result])} ${legResultNames[result].toLowerCase()}`)
    .join(' · ')
}

/** Notes on a ticket beside its result: `Regraded (was Won)`, `a leg lost`. */
export function listTicketNotes({ was, isProvisionallyLost, kind, isLive }: TicketLine): string[] {
  return [
    was === null ? '' : `Regraded (was ${ticketResultNames[was]})`,
    isProvisionallyLost ? 'a leg lost' : '',
    kind === 'normal' ? '' : ticketKindNames[kind].toLowerCase(),
    isLive ? 'live' : '',
  ].filter(note => note !== '')
}

/** True while the closing odds can still change: the last price before the start of the first game counts. */
export const isCloseSoFar = ({ closing, result, startsAt }: TicketLine, now: number): boolean =>
  closing.kind === 'priced' && result === 'pending' && startsAt !== null && startsAt > now

/** The reason why a ticket has no closing odds, or not its last. */
export function explainClose(line: TicketLine, now: number): string | undefined {
  const { closing, startsAt } = line
  if (closing.kind === 'unquotable') return closing.why
  if (!isCloseSoFar(line, now) || startsAt === null) return undefined
  const asked = closing.kind === 'priced' ? `, at ${clockSeconds(closing.at)}` : ''
  return `So far${asked}. The last price before the start, ${timeAndDay(startsAt, now)}, will count.`
}

/** `+4.2%`; in parentheses, `(+4.2%)`, as long as the closing odds can change. */
export function clvText(line: TicketLine, now: number): string {
  if (line.clv === null) return '–'
  const text = signedPercent(line.clv)
  return isCloseSoFar(line, now) ? `(${text})` : text
}

/** Leagues of its legs, by their names. */
export const leaguesText = ({ leagues = [] }: TicketLine): string => leagues.map(leagueText).join(', ')

/** As the ticket’s dialog has it: against the close without the book’s margin. In parentheses until the start. */
export function noVigClvText(line: TicketLine, now: number): string {
  if (line.closeP === undefined) return '–'
  const text = signedPercent(expectedValue(line.closeP, line.price.decimal))
  return isCloseSoFar(line, now) ? `(${text})` : text
}

export const profitText = ({ profitMinor, currency }: TicketLine): string =>
  profitMinor === null ? '–' : signedMoney(profitMinor, currency)

const overUnder = /\b(over|under)\s+(\d+(?:\.\d+)?)/i
const atLeast = /\b(\d+)\+/

/** `31 points (needed 28+)`, `6 points so far (needs 8+)`; empty while nothing is known. */
export function scoreText(leg: LegDetail): string {
  const players = (leg.grading?.players ?? []).filter(({ score }) => score !== null)
  if (players.length === 0) return ''
  const what = getMarketUnit(leg.grading?.market ?? leg.market)
  const isOver = leg.result !== 'pending'
  const scores =
    players.length === 1
      ? countOf(players[0]?.score ?? 0, what)
      : players.map(({ name, score }) => `${name} ${countOf(score ?? 0, what)}`).join(', ')
  const need = findNeed(leg.name)
  return `${scores}${isOver ? '' : ' so far'}${need === '' ? '' : ` (${isOver ? 'needed' : 'needs'} ${need})`}`
}

/** `28+` for over 27.5, `27 or less` for under 27.5; a whole line is a push, so it is not enough. */
function findNeed(name: string): string {
  const [, side, points] = overUnder.exec(name) ?? []
  if (side !== undefined && points !== undefined) {
    const line = Number(points)
    return side.toLowerCase() === 'over' ? `${Math.floor(line) + 1}+` : `${Math.ceil(line) - 1} or less`
  }
  const min = atLeast.exec(name)?.[1]
  return min === undefined ? '' : `${min}+`
}

/** `31 points`, `1 point`; what is not a plain plural has one form, as `1 passes` or `1 threes made`. */
const countOf = (score: number, what: string): string =>
  pluralize(score, /^\w+[^e]s$/.test(what) ? what.slice(0, -1) : what, what)

/** Unit that a market counts: `points` for `Player Points`; an abbreviation such as `RBIs` keeps its capitals. */
const getMarketUnit = (market: string): string =>
  market.replace(/^(player|team|alternate)\s+/gi, '').replace(/\b[A-Z][a-z]+\b/g, word => word.toLowerCase())

/** `Regraded (was Won)` if the service took back a result of the leg; else empty. */
export function regradedText(history: readonly HistoryItem[], place: number): string {
  const last = history.findLast(item => item.kind === 'graded' && item.place === place)
  if (last?.kind !== 'graded' || last.was === 'pending' || last.was === last.is) return ''
  return `Regraded (was ${legResultNames[last.was]})`
}

/** `River Town 101 at Harbor City 112 · Final`, or when the game starts. */
export function gameText({ game, grading }: LegDetail): string {
  const score = grading === null ? '' : teamsText(grading)
  const state = grading === null ? '' : statusText(grading)
  const starts = game.startAt === null ? '' : dayAndTime(game.startAt)
  return joinParts([score || game.title, state || starts])
}

function teamsText({ away, home }: Grading): string {
  if (away === null || home === null) return ''
  const side = ({ name, score }: typeof away) => (score === null ? name : `${name} ${countText(score)}`)
  return `${side(away)} at ${side(home)}`
}

const statusText = ({ status, isLive }: Grading): string =>
  joinParts([status ?? '', isLive === true && !/progress|live/i.test(status ?? '') ? 'live' : ''], ', ')

export type SettleNotice =
  | { readonly kind: 'said'; readonly text: string }
  /** `text`: the tickets settled before the failure. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly text?: string }

/** Outcome of settling in plain words. */
export function describeSettleReport(report: SettleReport): SettleNotice {
  const { asked, answered, settled, reviews, changes, strays, strayCount, failure } = report
  if (failure !== null && answered === 0) return { kind: 'failed', failure }
  if (asked === 0) return { kind: 'said', text: 'Nothing to check right now.' }
  const unanswered = asked - answered
  const parts = [
    `Checked ${pluralize(asked, 'leg')}.`,
    settled + reviews === 0 ? 'Nothing new.' : '',
    settled > 0 ? `${pluralize(settled, 'ticket')} settled.` : '',
    reviews > 0 ? `${pluralize(reviews, 'ticket needs', 'tickets need')} your review.` : '',
    ...changes,
    unanswered > 0 ? `No result yet for ${pluralize(unanswered, 'leg')}.` : '',
    ...strays,
    strayCount > strays.length ? `${countText(strayCount - strays.length)} more like this.` : '',
  ]
  const text = joinParts(parts, ' ')
  return failure === null ? { kind: 'said', text } : { kind: 'failed', failure, text }
}

/** The grader's state for the status bar; empty while nothing waits. */
export function describeGrader({ isRunning, pendingLegs, nextAt }: SettlementStatus): string {
  if (isRunning) return 'Checking results…'
  if (pendingLegs === 0) return ''
  const next = nextAt === null ? '' : `Next results check ${clockTime(nextAt)}`
  return joinParts([next, `${pluralize(pendingLegs, 'leg')} open`])
}

/** `−2% to 0%`, `over +20%`. */
export function clvStepText({ from, to }: Pick<ClvDistribution['buckets'][number], 'from' | 'to'>): string {
  const text = (share: number) => signedPercent(share).replace(/\.0%$/, '%')
  if (from === null) return to === null ? 'any' : `under ${text(to)}`
  return to === null ? `over ${text(from)}` : `${text(from)} to ${text(to)}`
}

/** Problems whose file may be replaced: not a file of a newer version or one in use. */
const replaceable: ReadonlySet<LedgerProblem> = new Set(['behind', 'missing', 'unwitnessed', 'damaged'])
export const canReplace = (problem: LedgerProblem): boolean => replaceable.has(problem)

/** True if the present records are intact. */
export const canAdopt = (problem: LedgerProblem): boolean => problem === 'behind' || problem === 'unwitnessed'
