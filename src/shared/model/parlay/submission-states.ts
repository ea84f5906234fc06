/**
 * State machine of a submission: a pure function from state and event to the next state. Times are epoch ms, passed in
 * by the caller.
 */
import { assertNever, Refusal } from '../../failure.ts'
import type { SendOutcome, StateKind, SubmissionEvent, SubmissionState } from './submission.ts'

type EventKind = SubmissionEvent['kind']

/** States from which the sender sends automatically. */
export const sendable = ['waiting', 'full', 'limited', 'unreached', 'unknown'] as const
const parked = ['event-not-found', 'refused', 'cancelled'] as const

/** Possible states before each event. */
const possible: Readonly<Record<EventKind, readonly StateKind[]>> = {
  sent: sendable,
  answered: ['sending'],
  held: sendable,
  interrupted: ['sending'],
  compared: ['event-not-found'],
  'key-came': ['needs-key'],
  // A retry never shortens a rate limit, and a refused key must change first.
  retried: ['full', 'unreached', 'unknown', ...parked],
  cancelled: [...sendable, 'needs-key'],
  removed: ['queued', 'already-queued', ...parked],
}

/** Pauses between attempts, in ms: the first, which doubles with each attempt, and the maximum. */
export interface Pauses {
  readonly full: readonly [first: number, longest: number]
  readonly lost: readonly [first: number, longest: number]
}
export const standardPauses: Pauses = { full: [30_000, 600_000], lost: [2_000, 300_000] }

/** True if an event may follow a state. */
export const isPossible = (state: SubmissionState, event: EventKind): boolean =>
  possible[event].includes(state.kind)

/**
 * Returns the state after an event. Throws Refusal (invalid, its field the event's name) when the state does not allow
 * it.
 */
export function move(
  state: SubmissionState,
  event: SubmissionEvent,
  at: number,
  pauses: Pauses = standardPauses,
): SubmissionState {
  if (!isPossible(state, event.kind)) throw illegal(state.kind, event.kind)
  const open = toOpen(state)
  switch (event.kind) {
    case 'sent':
      return { kind: 'sending', tries: open.tries + 1, isUnsure: open.isUnsure }
    case 'answered':
    case 'held':
      return afterOutcome(open, event.outcome, { at, pauses })
    case 'interrupted':
      return { kind: 'unknown', tries: open.tries, isUnsure: true, againAt: at }
    case 'compared':
      return { kind: 'event-not-found', missing: event.missing }
    case 'key-came':
      return { kind: 'waiting', ...open }
    case 'retried':
      return { kind: 'waiting', tries: 0, isUnsure: open.isUnsure }
    case 'cancelled':
      return { kind: 'cancelled', isUnsure: open.isUnsure }
    case 'removed':
      return { kind: 'removed' }
    default:
      return assertNever(event)
  }
}

type Open = ReturnType<typeof toOpen>

const toOpen = (state: SubmissionState) => ({
  tries: 'tries' in state ? state.tries : 0,
  isUnsure: 'isUnsure' in state && state.isUnsure,
})

function afterOutcome(
  open: Open,
  outcome: SendOutcome,
  { at, pauses }: { at: number; pauses: Pauses },
): SubmissionState {
  switch (outcome.kind) {
    case 'queued':
    case 'already-queued':
      return { kind: outcome.kind }
    case 'event-not-found':
      return { kind: 'event-not-found', missing: null }
    case 'full': {
      const againAt = Math.max(at + pauseMs(pauses.full, open.tries), Math.ceil(outcome.notBeforeAt ?? 0))
      return { kind: 'full', tries: open.tries, isUnsure: false, againAt }
    }
    case 'limited':
      return { kind: 'limited', ...open, againAt: Math.ceil(outcome.untilAt) }
    case 'no-key':
      return { kind: 'needs-key', ...open }
    case 'lost':
      return { kind: 'unknown', ...open, isUnsure: true, againAt: at + pauseMs(pauses.lost, open.tries) }
    case 'unsent': {
      // After a lost answer the state stays unknown, even when later attempts cannot reach the host.
      const kind = open.isUnsure ? 'unknown' : 'unreached'
      return { kind, ...open, againAt: at + pauseMs(pauses.lost, open.tries) }
    }
    case 'refused':
      return { kind: 'refused', isUnsure: open.isUnsure || outcome.reason.kind !== 'said' }
    default:
      return assertNever(outcome)
  }
}

function pauseMs([first, longest]: readonly [number, number], tries: number): number {
  return Math.min(first * 2 ** Math.max(0, tries - 1), longest)
}

const eventTexts: Readonly<Record<EventKind, string>> = {
  sent: 'send',
  answered: 'save the reply',
  held: 'hold',
  interrupted: 'interrupt',
  compared: 'check its games',
  'key-came': 'continue',
  retried: 'retry',
  cancelled: 'cancel',
  removed: 'remove',
}
const stateTexts: Readonly<Record<StateKind, string>> = {
  waiting: 'waiting',
  sending: 'being sent',
  'needs-key': 'waiting for a key',
  full: 'waiting for room in the queue',
  limited: 'waiting for a rate limit to end',
  unreached: 'waiting for the service',
  unknown: 'waiting to be resent',
  queued: 'queued',
  'already-queued': 'already queued',
  'event-not-found': 'not accepted',
  refused: 'not accepted',
  cancelled: 'already canceled',
  removed: 'already removed',
}

function illegal(state: StateKind, event: EventKind): Refusal {
  const sentence = `Can’t ${eventTexts[event]}: this parlay is ${stateTexts[state]}.`
  return new Refusal({ kind: 'invalid', field: event, sentence })
}
