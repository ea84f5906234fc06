import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../src/shared/failure.ts'
import { explainFailure } from '../../../src/renderer/ui/failure-text.ts'

const evening = new Date().setHours(18, 46, 9)

/** One of each kind, or this does not compile. */
const failures: { readonly [Kind in Failure['kind']]: Extract<Failure, { kind: Kind }> } = {
  'timed-out': { kind: 'timed-out', afterMs: 10_000 },
  unreachable: { kind: 'unreachable', host: 'alpha.example', detail: 'ECONNREFUSED' },
  limited: { kind: 'limited', untilAt: evening },
  unreadable: { kind: 'unreadable', status: 200, detail: 'not JSON' },
  'server-error': { kind: 'server-error', status: 503, detail: 'Service Unavailable' },
  redirected: { kind: 'redirected', status: 302 },
  'too-large': { kind: 'too-large', limitBytes: 1_048_576 },
  'key-missing': { kind: 'key-missing' },
  'host-failing': { kind: 'host-failing', host: 'bravo', untilAt: 1 },
  'key-refused': { kind: 'key-refused' },
  forbidden: { kind: 'forbidden' },
  'bad-address': { kind: 'bad-address', detail: 'The address has no host.' },
  invalid: { kind: 'invalid', field: 'name', sentence: 'Give the profile a name.' },
  'not-found': { kind: 'not-found', what: 'parlay 3' },
  'link-refused': { kind: 'link-refused', sentence: 'The link is not https.' },
  'link-unapproved': { kind: 'link-unapproved', host: 'bets.example', url: 'https://bets.example/' },
  storage: { kind: 'storage', sentence: 'The disk is full.', remedy: 'Free up space, then try again.' },
  team: { kind: 'team', sentence: 'The team’s server is full.', remedy: 'Your records stay here.' },
  internal: { kind: 'internal', reference: 'a1b2' },
}

describe('explainFailure', () => {
  it.each(Object.values(failures))('says $kind in whole sentences', failure => {
    const { headline, remedy } = explainFailure(failure)
    expect(headline).toMatch(/^\S.*\.$/)
    expect(remedy).toMatch(/^(\S.*\.)?$/)
  })

  it.each(Object.values(failures).filter(each => each.kind !== 'invalid'))(
    'names a remedy of $kind',
    failure => {
      expect(explainFailure(failure).remedy).not.toBe('')
    },
  )

  it.each([
    [failures['timed-out'], '10s'],
    [failures.unreachable, 'alpha.example'],
    [failures['server-error'], '503'],
    [failures['too-large'], '1 MB'],
    [failures.internal, 'a1b2'],
  ])('names what matters in %o', (failure, detail) => {
    expect(explainFailure(failure).headline).toContain(detail)
  })

  it('says in words why a host cannot be reached, and no code', () => {
    const { headline, remedy } = explainFailure({ ...failures.unreachable, detail: 'ENOTFOUND' })
    expect(headline).toBe('Can’t reach alpha.example: no server was found by this name.')
    expect(remedy).toBe('Check your connection and the address in Settings, then try again.')
  })

  it('adds no remedy to a storage failure that says itself what to do', () => {
    const sentence = '/data/desk.db was moved. Nothing more is saved until you move it back.'
    expect(explainFailure({ kind: 'storage', sentence })).toEqual({ headline: sentence, remedy: '' })
  })

  it('says when a limited service may be asked again', () => {
    expect(explainFailure(failures.limited).remedy).toMatch(/6:46:09 PM/)
  })
})
