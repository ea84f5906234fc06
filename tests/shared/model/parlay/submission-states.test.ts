import { describe, expect, it } from 'vitest'
import { Refusal, type CallFailure } from '../../../../src/shared/failure.ts'
import { toFingerprint } from '../../../../src/shared/model/parlay/parlay.ts'
import { move } from '../../../../src/shared/model/parlay/submission-states.ts'
import {
  type SendOutcome,
  type StateKind,
  type SubmissionEvent,
  type SubmissionState,
} from '../../../../src/shared/model/parlay/submission.ts'

const now = 1_000_000
const open = { tries: 1, isUnsure: false }
const timed = { ...open, againAt: now + 5 }
const states: { readonly [K in StateKind]: Extract<SubmissionState, { kind: K }> } = {
  waiting: { kind: 'waiting', ...open },
  sending: { kind: 'sending', ...open },
  'needs-key': { kind: 'needs-key', ...open },
  full: { kind: 'full', ...timed },
  limited: { kind: 'limited', ...timed },
  unreached: { kind: 'unreached', ...timed },
  unknown: { kind: 'unknown', ...timed, isUnsure: true },
  queued: { kind: 'queued' },
  'already-queued': { kind: 'already-queued' },
  'event-not-found': { kind: 'event-not-found', missing: null },
  refused: { kind: 'refused', isUnsure: false },
  cancelled: { kind: 'cancelled', isUnsure: false },
  removed: { kind: 'removed' },
}
const failure: CallFailure = { kind: 'timed-out', afterMs: 8_000 }
const events: Record<SubmissionEvent['kind'], SubmissionEvent> = {
  sent: { kind: 'sent' },
  answered: { kind: 'answered', outcome: { kind: 'queued' }, raw: null },
  held: { kind: 'held', outcome: { kind: 'no-key', failure: { kind: 'key-missing' } } },
  interrupted: { kind: 'interrupted' },
  compared: { kind: 'compared', missing: ['e1'] },
  'key-came': { kind: 'key-came' },
  retried: { kind: 'retried' },
  cancelled: { kind: 'cancelled' },
  removed: { kind: 'removed' },
}
/** The failure that a move is refused with. */
function catchRefusal(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error instanceof Refusal ? error.failure : error
  }
}
const allStates = Object.values(states)
const allEvents = Object.values(events)

/** The state after each event from each state; a pair that is missing is no possible move. */
const table: Partial<Record<StateKind, Partial<Record<SubmissionEvent['kind'], StateKind>>>> = {
  waiting: { sent: 'sending', held: 'needs-key', cancelled: 'cancelled' },
  sending: { answered: 'queued', interrupted: 'unknown' },
  'needs-key': { 'key-came': 'waiting', cancelled: 'cancelled' },
  full: { sent: 'sending', held: 'needs-key', retried: 'waiting', cancelled: 'cancelled' },
  limited: { sent: 'sending', held: 'needs-key', cancelled: 'cancelled' },
  unreached: { sent: 'sending', held: 'needs-key', retried: 'waiting', cancelled: 'cancelled' },
  unknown: { sent: 'sending', held: 'needs-key', retried: 'waiting', cancelled: 'cancelled' },
  queued: { removed: 'removed' },
  'already-queued': { removed: 'removed' },
  'event-not-found': { compared: 'event-not-found', retried: 'waiting', removed: 'removed' },
  refused: { retried: 'waiting', removed: 'removed' },
  cancelled: { retried: 'waiting', removed: 'removed' },
}

describe('the states of a submission', () => {
  const pairs = allStates.flatMap(state => allEvents.map(event => ({ state, event })))

  it.each(pairs)('$state.kind, then $event.kind', ({ state, event }) => {
    const expected = table[state.kind]?.[event.kind]
    if (expected !== undefined) expect(move(state, event, now).kind).toBe(expected)
    else {
      const refused = catchRefusal(() => move(state, event, now))
      expect(refused).toMatchObject({ kind: 'invalid', field: event.kind })
      expect(refused).toHaveProperty('sentence', expect.stringMatching(/^Can’t .+: this parlay is .+\.$/))
    }
  })

  it('rejects a move with a sentence that names both', () => {
    expect(catchRefusal(() => move(states.sending, events.cancelled, now))).toEqual({
      kind: 'invalid',
      field: 'cancelled',
      sentence: 'Can’t cancel: this parlay is being sent.',
    })
  })
})

describe('an answer', () => {
  const after = (outcome: SendOutcome, sending: Partial<typeof open> = {}) =>
    move({ kind: 'sending', ...open, ...sending }, { kind: 'answered', outcome, raw: null }, now)

  it.each<[SendOutcome, SubmissionState]>([
    [{ kind: 'queued' }, { kind: 'queued' }],
    [{ kind: 'already-queued' }, { kind: 'already-queued' }],
    [{ kind: 'event-not-found' }, { kind: 'event-not-found', missing: null }],
    [
      { kind: 'full', notBeforeAt: null },
      { kind: 'full', ...open, againAt: now + 30_000 },
    ],
    [
      { kind: 'full', notBeforeAt: now + 200_000_000 },
      { kind: 'full', ...open, againAt: now + 200_000_000 },
    ],
    [
      { kind: 'limited', untilAt: now + 200_000_000.5 },
      { kind: 'limited', ...open, againAt: now + 200_000_001 },
    ],
    [
      { kind: 'no-key', failure: { kind: 'key-refused' } },
      { kind: 'needs-key', ...open },
    ],
    [
      { kind: 'lost', failure },
      { kind: 'unknown', tries: 1, isUnsure: true, againAt: now + 2_000 },
    ],
    [
      { kind: 'unsent', failure },
      { kind: 'unreached', ...open, againAt: now + 2_000 },
    ],
    [
      { kind: 'refused', reason: { kind: 'said', text: 'No' } },
      { kind: 'refused', isUnsure: false },
    ],
    [
      { kind: 'refused', reason: { kind: 'failed', failure } },
      { kind: 'refused', isUnsure: true },
    ],
    [
      { kind: 'refused', reason: { kind: 'unclear', text: '?' } },
      { kind: 'refused', isUnsure: true },
    ],
  ])('%o leads to %o', (outcome, state) => {
    expect(after(outcome)).toEqual(state)
  })

  it('that the queue is full waits longer each time, up to ten minutes', () => {
    const waits = [1, 2, 3, 4, 5, 6, 60].map(tries => {
      const state = after({ kind: 'full', notBeforeAt: null }, { tries })
      return 'againAt' in state ? (state.againAt - now) / 1000 : undefined
    })
    expect(waits).toEqual([30, 60, 120, 240, 480, 600, 600])
  })

  it('that was lost once stays unknown until the service answers for it', () => {
    const unsure = { tries: 2, isUnsure: true }
    expect(after({ kind: 'unsent', failure }, unsure).kind).toBe('unknown')
    expect(after({ kind: 'limited', untilAt: now }, unsure)).toMatchObject({ isUnsure: true })
    expect(after({ kind: 'no-key', failure }, unsure)).toMatchObject({ isUnsure: true })
    expect(after({ kind: 'full', notBeforeAt: null }, unsure)).toMatchObject({ isUnsure: false })
    expect(move(states.unknown, events.cancelled, now)).toEqual({ kind: 'cancelled', isUnsure: true })
    expect(move(states.unknown, events.retried, now)).toEqual({ kind: 'waiting', tries: 0, isUnsure: true })
  })

  it('never leads to a state that says less often tried', () => {
    for (const from of ['waiting', 'full', 'unknown'] as const)
      expect(move(states[from], events.sent, now)).toMatchObject({ kind: 'sending', tries: 2 })
  })
})

describe('the identity of a parlay', () => {
  it('is that of its ids in any order, and of no others', () => {
    expect(toFingerprint(['b', 'a'])).toBe(toFingerprint(['a', 'b']))
    expect(toFingerprint(['a', 'b'])).not.toBe(toFingerprint(['a', 'b', 'b']))
    expect(toFingerprint(['a,b'])).not.toBe(toFingerprint(['a', 'b']))
  })
})
