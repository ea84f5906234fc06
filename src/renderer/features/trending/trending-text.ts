/** Texts of a submission: its pill, the line under its name, its outcome and history. */
import { assertNever, type CallFailure } from '../../../shared/failure.ts'
import type {
  SendOutcome,
  StateKind,
  Submission,
  SubmissionStep,
  TrendingStatus,
} from '../../../shared/model/parlay/submission.ts'
import { calendarDay, clockSeconds, clockTime, secondsAndDay } from '../../format/time-text.ts'
import { pluralize } from '../../format/number-text.ts'
import { explainFailure } from '../../ui/failure-text.ts'

type Tone = 'good' | 'known' | 'wait' | 'bad' | 'plain'

/** Each state has its own word and mark, so that no state is known by color alone. */
export const pills: Readonly<Record<StateKind, { word: string; mark: string; tone: Tone }>> = {
  waiting: { word: 'Waiting', mark: '·', tone: 'plain' },
  sending: { word: 'Sending', mark: '→', tone: 'plain' },
  'needs-key': { word: 'Needs a key', mark: '!', tone: 'bad' },
  full: { word: 'Max queued', mark: '…', tone: 'wait' },
  limited: { word: 'Rate limit', mark: '…', tone: 'wait' },
  unreached: { word: 'Not reached', mark: '…', tone: 'wait' },
  unknown: { word: 'Unknown', mark: '?', tone: 'wait' },
  queued: { word: 'Queued', mark: '✓', tone: 'good' },
  'already-queued': { word: 'Already queued', mark: '=', tone: 'known' },
  'event-not-found': { word: 'Event not found', mark: '!', tone: 'bad' },
  refused: { word: 'Refused', mark: '✕', tone: 'bad' },
  cancelled: { word: 'Cancelled', mark: '–', tone: 'plain' },
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
  if (submission.id === times.nextId) return 'Next · waits for a free call'
  switch (state.kind) {
    case 'waiting':
      return times.limitedUntilAt === null
        ? plain
        : `Rate limit until ${secondsAndDay(times.limitedUntilAt, Date.now())}`
    case 'full':
      if (!times.retriesFull) return `${plain} · retry by hand`
      return `Tries again at ${secondsAndDay(times.fullAgainAt ?? state.againAt, Date.now())}`
    case 'limited':
      return `Tries again at ${secondsAndDay(state.againAt, Date.now())}`
    case 'unreached':
      return `Nothing was sent · tries again at ${clockSeconds(state.againAt)}`
    case 'unknown':
      return `Answer lost · sent again at ${clockSeconds(state.againAt)}`
    case 'needs-key':
      return 'Goes on with another key'
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
  if (missing === null || missing.length === 0) return 'Check the ids of its legs'
  const gone = legs.filter(({ key }) => missing.some(event => key.startsWith(`${event}#`)))
  return `Check the ids of ${pluralize(gone.length, 'leg')}`
}

/** Time of a state: the time of day, or the day where it is not today. */
export function stateTime({ stateAt }: Submission, now: number): string {
  return calendarDay(stateAt) === calendarDay(now) ? clockTime(stateAt) : calendarDay(stateAt)
}

const describeFailure = (failure: CallFailure): string => explainFailure(failure).headline

/** Outcome of a POST. */
export function describeOutcome(outcome: SendOutcome | null): string {
  switch (outcome?.kind) {
    case undefined:
      return 'Not answered yet.'
    case 'queued':
      return 'Queued.'
    case 'already-queued':
      return 'Already queued: the service has it.'
    case 'event-not-found':
      return 'Event not found: the service does not know an event of its ids.'
    case 'full':
      return 'Max queued: the queue is full.'
    case 'limited':
      return `Too many calls. The service may be asked again at ${secondsAndDay(outcome.untilAt, Date.now())}.`
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
      return 'The program ended before the answer came: it is sent again.'
    case 'compared':
      return event.missing.length === 0
        ? 'The board still has all its events.'
        : `The board no longer has ${event.missing.join(', ')} either.`
    case 'key-came':
      return 'Goes on with another key.'
    case 'retried':
      return 'You had it tried again.'
    case 'cancelled':
      return 'You cancelled it.'
    case 'removed':
      return 'You removed it.'
    default:
      return assertNever(event)
  }
}
