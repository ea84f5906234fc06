/** Texts of a submission: its pill, the line under its name, its outcome and history. */
import { assertNever, type CallFailure } from '../../../shared/failure.ts'
import type {
  SendOutcome,
  StateKind,
  Submission,
  SubmissionStep,
  TrendingStatus,
} from '../../../shared/model/parlay/submission.ts'
import { calendarDay, clockTime, dayAndTime, timeAndDay } from '../../format/time-text.ts'
import { pluralize } from '../../format/number-text.ts'
import { explainFailure } from '../../ui/failure-text.ts'

type Tone = 'good' | 'known' | 'wait' | 'bad' | 'plain'

/** Each state has its own word and mark, so that no state is known by color alone. */
export const pills: Readonly<Record<StateKind, { word: string; mark: string; tone: Tone }>> = {
  waiting: { word: 'Waiting', mark: '·', tone: 'plain' },
  sending: { word: 'Sending', mark: '→', tone: 'plain' },
  'needs-key': { word: 'Needs key', mark: '!', tone: 'bad' },
  full: { word: 'Queue full', mark: '…', tone: 'wait' },
  limited: { word: 'Rate limit', mark: '…', tone: 'wait' },
  unreached: { word: 'Unreachable', mark: '…', tone: 'wait' },
  unknown: { word: 'No reply', mark: '?', tone: 'wait' },
  queued: { word: 'Queued', mark: '✓', tone: 'good' },
  'already-queued': { word: 'Already queued', mark: '=', tone: 'known' },
  'event-not-found': { word: 'Game not found', mark: '!', tone: 'bad' },
  refused: { word: 'Not accepted', mark: '✕', tone: 'bad' },
  cancelled: { word: 'Canceled', mark: '–', tone: 'plain' },
  removed: { word: 'Removed', mark: '–', tone: 'plain' },
}

type Times = Pick<TrendingStatus, 'retriesFull' | 'fullAgainAt' | 'limitedUntilAt' | 'nextId'>

/** `Bravo · 2 legs`. */
export const describeLegs = ({ legs }: Submission, bookName: string): string =>
  `${bookName} · ${pluralize(legs.length, 'leg')}`

/** The line under a submission's name: its next step if there is one, else its book and legs. */
export function describeUnderLine(submission: Submission, bookName: string, times: Times): string {
  const { state } = submission
  const plain = describeLegs(submission, bookName)
  if (submission.id === times.nextId) return 'Next in line'
  switch (state.kind) {
    case 'waiting':
      return times.limitedUntilAt === null
        ? plain
        : `Rate limited until ${timeAndDay(times.limitedUntilAt, Date.now())}`
    case 'full':
      if (!times.retriesFull) return `${plain} · retry manually`
      return `Retrying at ${timeAndDay(times.fullAgainAt ?? state.againAt, Date.now())}`
    case 'limited':
      return `Retrying at ${timeAndDay(state.againAt, Date.now())}`
    case 'unreached':
      return `Not sent · retrying at ${clockTime(state.againAt)}`
    case 'unknown':
      return `No reply · resending at ${clockTime(state.againAt)}`
    case 'needs-key':
      return 'Waiting for a valid key'
    case 'event-not-found':
      return describeNotFound(submission, state.missing)
    case 'refused':
      return describeOutcome(submission.outcome)
    case 'cancelled':
      return state.isUnsure ? `${plain} · may be queued` : plain
    default:
      return plain
  }
}

function describeNotFound({ legs }: Submission, missing: readonly string[] | null): string {
  if (missing === null || missing.length === 0) return 'Check the leg IDs'
  const gone = legs.filter(({ key }) => missing.some(event => key.startsWith(`${event}#`)))
  return `Check the IDs of ${pluralize(gone.length, 'leg')}`
}

/** Time of a state: the time of day, or the day if it is not today. */
export function stateTime({ stateAt }: Submission, now: number): string {
  return calendarDay(stateAt) === calendarDay(now) ? clockTime(stateAt) : calendarDay(stateAt)
}

/** Submissions as a table to be copied. */
export const toTable = (
  submissions: readonly Submission[],
  nameOf: (bookId: string) => string,
): string[][] => [
  ['Parlay', 'Book', 'Legs', 'State', 'Since'],
  ...submissions.map(submission => [
    submission.title,
    nameOf(submission.bookId),
    submission.legs.map(({ name, market }) => `${name} (${market})`).join(' · '),
    pills[submission.state.kind].word,
    dayAndTime(submission.stateAt),
  ]),
]

const describeFailure = (failure: CallFailure): string => explainFailure(failure).headline

/** Outcome of a POST. */
export function describeOutcome(outcome: SendOutcome | null): string {
  switch (outcome?.kind) {
    case undefined:
      return 'No reply yet.'
    case 'queued':
      return 'Queued.'
    case 'already-queued':
      return 'Already queued.'
    case 'event-not-found':
      return 'Game not found: the service doesn’t know this game.'
    case 'full':
      return 'The queue is full.'
    case 'limited':
      return `Rate limit reached. Resets at ${timeAndDay(outcome.untilAt, Date.now())}.`
    case 'no-key':
      return describeFailure(outcome.failure)
    case 'lost':
      return `${describeFailure(outcome.failure)} It may be queued.`
    case 'unsent':
      return `${describeFailure(outcome.failure)} Nothing was sent.`
    case 'refused':
      return outcome.reason.kind === 'failed' ? describeFailure(outcome.reason.failure) : outcome.reason.text
    default:
      return assertNever(outcome)
  }
}

/** One line of a submission's history. */
export function describeStep({ event }: SubmissionStep): string {
  switch (event.kind) {
    case 'sent':
      return 'Sent.'
    case 'answered':
      return describeOutcome(event.outcome)
    case 'held':
      return `Not sent. ${describeOutcome(event.outcome)}`
    case 'interrupted':
      return 'Parlay Desk closed before the reply came. Resending.'
    case 'compared':
      return event.missing.length === 0
        ? 'All its games are still in your odds.'
        : `No longer in your odds: ${event.missing.join(', ')}.`
    case 'key-came':
      return 'Continued with another key.'
    case 'retried':
      return 'You retried it.'
    case 'cancelled':
      return 'You canceled it.'
    case 'removed':
      return 'You removed it.'
    default:
      return assertNever(event)
  }
}
