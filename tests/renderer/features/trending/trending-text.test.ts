import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  describeOutcome,
  pills,
  stateTime,
  describeStep,
  describeUnderLine,
} from '../../../../src/renderer/features/trending/trending-text.ts'
import { clockTime } from '../../../../src/renderer/format/time-text.ts'
import type { CallFailure } from '../../../../src/shared/failure.ts'
import type {
  SendOutcome,
  SubmissionEvent,
  SubmissionState,
} from '../../../../src/shared/model/parlay/submission.ts'
import { noon } from '../../../support/shared/desk-rows.ts'
import { submission } from '../../../support/shared/trending-answers.ts'

const times = { retriesFull: true, fullAgainAt: noon + 60_000, limitedUntilAt: null, nextId: null }
const timed = { tries: 1, isUnsure: false, againAt: noon }
const failure: CallFailure = { kind: 'timed-out', afterMs: 8_000 }
const line = (state: SubmissionState, given = {}) =>
  describeUnderLine(submission(1, { state }), 'Bravo', { ...times, ...given })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a state', () => {
  it('has its own word and a mark, never color alone', () => {
    const words = Object.values(pills).map(({ word }) => word)
    expect(new Set(words).size).toBe(words.length)
    expect(Object.values(pills).every(({ mark }) => mark !== '')).toBe(true)
  })

  it.each<[SubmissionState, string]>([
    [{ kind: 'waiting', tries: 0, isUnsure: false }, 'Bravo · 2 legs'],
    [{ kind: 'full', ...timed }, `Retrying at ${clockTime(noon + 60_000)}`],
    [{ kind: 'limited', ...timed }, `Retrying at ${clockTime(noon)}`],
    [{ kind: 'unreached', ...timed }, `Not sent · retrying at ${clockTime(noon)}`],
    [{ kind: 'unknown', ...timed }, `No reply · resending at ${clockTime(noon)}`],
    [{ kind: 'needs-key', tries: 1, isUnsure: false }, 'Waiting for a valid key'],
    [{ kind: 'queued' }, 'Bravo · 2 legs'],
    [{ kind: 'event-not-found', missing: null }, 'Check the leg IDs'],
    [{ kind: 'event-not-found', missing: ['e1'] }, 'Check the IDs of 2 legs'],
    [{ kind: 'cancelled', isUnsure: true }, 'Bravo · 2 legs · may be queued'],
  ])('%o says what happens next', (state, words) => {
    expect(line(state)).toBe(words)
  })

  it('leaves a full queue to the user when retries are off', () => {
    expect(line({ kind: 'full', ...timed }, { retriesFull: false })).toBe('Bravo · 2 legs · retry manually')
  })

  it('says that a rate limit delays a waiting submission', () => {
    const waiting = { kind: 'waiting', tries: 0, isUnsure: false } as const
    expect(line(waiting, { limitedUntilAt: noon })).toBe(`Rate limited until ${clockTime(noon)}`)
  })

  it('says which submission is next, whatever its state', () => {
    expect(line({ kind: 'limited', ...timed }, { nextId: 1 })).toBe('Next in line')
  })

  it('shows the time of today and the day of another day', () => {
    expect(stateTime(submission(1), noon + 60_000)).toBe(clockTime(noon))
    expect(stateTime(submission(1), noon + 3 * 86_400_000)).toMatch(/10/)
  })
})

const outcomes: SendOutcome[] = [
  { kind: 'queued' },
  { kind: 'already-queued' },
  { kind: 'event-not-found' },
  { kind: 'full', notBeforeAt: null },
  { kind: 'limited', untilAt: noon },
  { kind: 'no-key', failure: { kind: 'key-refused' } },
  { kind: 'lost', failure },
  { kind: 'unsent', failure },
  { kind: 'refused', reason: { kind: 'failed', failure } },
  { kind: 'refused', reason: { kind: 'unclear', text: 'The response contradicts itself.' } },
]
const events: SubmissionEvent[] = [
  ...outcomes.map(outcome => ({ kind: 'answered', outcome, raw: null }) as const),
  { kind: 'held', outcome: { kind: 'no-key', failure: { kind: 'key-missing' } } },
  { kind: 'sent' },
  { kind: 'interrupted' },
  { kind: 'compared', missing: [] },
  { kind: 'compared', missing: ['e1', 'e2'] },
  { kind: 'key-came' },
  { kind: 'retried' },
  { kind: 'cancelled' },
  { kind: 'removed' },
]

describe('describeStep', () => {
  it.each(events)('describes %o in a plain sentence', event => {
    const sentence = describeStep({ at: noon, event })
    expect(sentence).toMatch(/^[A-Z].*[.]$/)
    expect(sentence).not.toMatch(/undefined|NaN|\[object/)
  })

  it('shows the service’s own words unchanged', () => {
    const said = { kind: 'refused', reason: { kind: 'said', text: 'I am a teapot (code 418)' } } as const
    expect(describeOutcome(said)).toBe('I am a teapot (code 418)')
    expect(describeOutcome(null)).toBe('No reply yet.')
  })
})
