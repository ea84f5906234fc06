/** Texts of the ledger: results, kinds and notes of tickets, legs with their games, outcomes of settling, ledger problems. */
import type { Failure } from '../../../shared/failure.ts'
import type { ClvDistribution } from '../../../shared/model/ticket/ledger-report.ts'
import type { Ending } from '../../../shared/model/ticket/refund-policy.ts'
import type {
  LegResult,
  TicketResult,
  Grading,
  SettleReport,
  SettlementStatus,
} from '../../../shared/model/ticket/settlement.ts'
import type { TicketKind } from '../../../shared/model/ticket/ticket.ts'
import type { LegCounts, ReviewReason, TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import { countText, pluralize, signedPercent } from '../../format/number-text.ts'
import type { HistoryItem, LegDetail } from '../../../shared/model/ticket/ticket-detail.ts'
import { signedMoney } from '../../format/money.ts'
import { dayAndTime, clockTime } from '../../format/time-text.ts'
import type { LedgerProblem } from '../../../shared/model/ticket/ledger-status.ts'

/** Parts that are not empty, side by side. */
export const joinParts = (parts: readonly string[], separator = ' · '): string =>
  parts.filter(part => part !== '').join(separator)

export const ticketResultNames: Readonly<Record<TicketResult, string>> = {
  pending: 'Pending',
  won: 'Won',
  lost: 'Lost',
  refunded: 'Refunded',
  'cashed-out': 'Cashed out',
  review: 'Needs review',
}

export const legResultNames: Readonly<Record<LegResult, string>> = {
  pending: 'Pending',
  won: 'Won',
  lost: 'Lost',
  refunded: 'Refunded',
  unknown: 'Unknown word',
}

export const ticketKindNames: Readonly<Record<TicketKind, string>> = {
  normal: 'Normal',
  bonus: 'Bonus bet',
  boosted: 'Boosted price',
}

export const endingNames: Readonly<Record<Ending, string>> = {
  won: 'Won',
  lost: 'Lost',
  refunded: 'Refunded',
  reduced: 'Won on the legs left',
}

export const reviewSentences: Readonly<Record<ReviewReason, string>> = {
  'payout-wanted':
    'A leg was refunded and the rest won: the book works the price out anew. Enter what it paid.',
  'choice-wanted':
    'A leg was refunded, and how this book treats that is not known. Choose how the ticket ended.',
  'payout-contested':
    'What its legs come to now is not what you entered as paid. Look at the book, and say what it paid in the end.',
  'unknown-word': 'The service used a word that is not known. Say how the leg or the ticket ended.',
}

/** `1 won · 2 pending`, without zero counts. */
export function legCountText(counts: LegCounts): string {
  const order = ['won', 'lost', 'refunded', 'pending', 'unknown'] as const
  return order
    .filter(result => counts[result] > 0)
    .map(result => `${countText(counts[result])} ${legResultNames[result].toLowerCase()}`)
    .join(' · ')
}

/** Notes on a ticket beside its result: `re-graded, was Won`, `a leg is lost`. */
export function listTicketNotes({ was, isProvisionallyLost, kind, isLive }: TicketLine): string[] {
  return [
    was === null ? '' : `re-graded, was ${ticketResultNames[was]}`,
    isProvisionallyLost ? 'a leg is lost' : '',
    kind === 'normal' ? '' : ticketKindNames[kind].toLowerCase(),
    isLive ? 'in play' : '',
  ].filter(note => note !== '')
}

export const clvText = ({ clv }: TicketLine): string => (clv === null ? '–' : signedPercent(clv))
export const profitText = ({ profitMinor, currency }: TicketLine): string =>
  profitMinor === null ? '–' : signedMoney(profitMinor, currency)

const overUnder = /\b(over|under)\s+(\d+(?:\.\d+)?)/i
const atLeast = /\b(\d+)\+/

/** `31 points, needed over 27.5`, `6 points so far, needs over 7.5`; empty while nothing is known. */
export function scoreText(leg: LegDetail): string {
  const players = (leg.grading?.players ?? []).filter(({ score }) => score !== null)
  if (players.length === 0) return ''
  const what = getMarketUnit(leg.grading?.market ?? leg.market)
  const isOver = leg.result !== 'pending'
  const scores =
    players.length === 1
      ? pluralize(players[0]?.score ?? 0, what, what)
      : players.map(({ name, score }) => `${name} ${pluralize(score ?? 0, what, what)}`).join(', ')
  const need = findNeed(leg.name)
  return `${scores}${isOver ? '' : ' so far'}${need === '' ? '' : `, ${isOver ? 'needed' : 'needs'} ${need}`}`
}

function findNeed(name: string): string {
  const [, side, points] = overUnder.exec(name) ?? []
  if (side !== undefined && points !== undefined) return `${side.toLowerCase()} ${points}`
  const min = atLeast.exec(name)?.[1]
  return min === undefined ? '' : `at least ${min}`
}

/** Unit that a market counts: `points` for `Player Points`. */
const getMarketUnit = (market: string): string =>
  market.replace(/^(player|team|alternate)\s+/gi, '').toLowerCase()

/** `re-graded, was Won` if the service took back a result of the leg; else empty. */
export function regradedText(history: readonly HistoryItem[], place: number): string {
  const last = history.findLast(item => item.kind === 'graded' && item.place === place)
  if (last?.kind !== 'graded' || last.was === 'pending' || last.was === last.is) return ''
  return `re-graded, was ${legResultNames[last.was]}`
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
  /** `text`: what was settled all the same. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly text?: string }

/** Outcome of settling in plain words. */
export function describeSettleReport(report: SettleReport): SettleNotice {
  const { asked, answered, settled, strays, strayCount, failure } = report
  if (failure !== null && answered === 0) return { kind: 'failed', failure }
  if (asked === 0)
    return { kind: 'said', text: 'Nothing to settle: no leg waits that the service can be asked about.' }
  const unanswered = asked - answered
  const parts = [
    `Asked about ${pluralize(asked, 'leg')}: ${pluralize(settled, 'ticket')} settled.`,
    unanswered > 0
      ? `The service said nothing of ${pluralize(unanswered, 'leg')}; they stay as they were.`
      : '',
    ...strays,
    strayCount > strays.length ? `And ${pluralize(strayCount - strays.length, 'more such answer')}.` : '',
  ]
  const text = joinParts(parts, ' ')
  return failure === null ? { kind: 'said', text } : { kind: 'failed', failure, text }
}

/** The grader's state for the status bar; empty while nothing waits. */
export function describeGrader({ isRunning, pendingLegs, nextAt }: SettlementStatus): string {
  if (isRunning) return 'Grader is asked…'
  if (pendingLegs === 0) return ''
  const next = nextAt === null ? 'no check planned' : `next check ${clockTime(nextAt)}`
  return `Grader ${next} · ${pluralize(pendingLegs, 'leg')} pending`
}

/** `−2% to 0%`, `over +20%`. */
export function clvStepText({ from, to }: Pick<ClvDistribution['buckets'][number], 'from' | 'to'>): string {
  const text = (share: number) => signedPercent(share).replace(/\.0%$/, '%')
  if (from === null) return to === null ? 'any' : `under ${text(to)}`
  return to === null ? `over ${text(from)}` : `${text(from)} to ${text(to)}`
}

export const problemTitles: Readonly<Record<LedgerProblem, string>> = {
  behind: 'The ledger lacks records that were saved',
  missing: 'The ledger is not where it was',
  unwitnessed: 'Nothing vouches for the ledger',
  damaged: 'The ledger is damaged',
  newer: 'A newer version wrote this ledger',
  unusable: 'The ledger cannot be used now',
}

/** Problems whose file may be replaced: not a file of a newer version or one in use. */
const replaceable: ReadonlySet<LedgerProblem> = new Set(['behind', 'missing', 'unwitnessed', 'damaged'])
export const canReplace = (problem: LedgerProblem): boolean => replaceable.has(problem)

/** True if the records that are there are intact. */
export const canAdopt = (problem: LedgerProblem): boolean => problem === 'behind' || problem === 'unwitnessed'
