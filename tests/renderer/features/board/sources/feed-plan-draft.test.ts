import { expect, test } from 'vitest'
import { draftOfPlan, readPlan } from '../../../../../src/renderer/features/board/sources/feed-plan-draft.ts'
import { plan } from '../../../../support/renderer/board/board-answers.ts'

const draft = draftOfPlan(plan())

test.each([plan(), plan({ leagues: ['NFL', 'NBA'], isLiveOnly: true, isMainOnly: true, everySeconds: 30 })])(
  'a plan comes back from its draft as it was',
  given => {
    expect(readPlan(draftOfPlan(given))).toEqual({ ok: true, plan: given })
  },
)

test('leagues are read between commas, each once', () => {
  expect(readPlan({ ...draft, leagues: ' NFL,, NBA , NFL' })).toMatchObject({
    plan: { leagues: ['NFL', 'NBA'] },
  })
})

test.each(['9', '86401', '30.5', 'soon', ''])('%j is no number of seconds', seconds => {
  expect(readPlan({ ...draft, repeats: true, seconds })).toEqual({
    ok: false,
    errors: { seconds: 'Give whole seconds from 10 to 86400.' },
  })
})

test('seconds do not matter on demand', () => {
  expect(readPlan({ ...draft, repeats: false, seconds: 'soon' })).toMatchObject({
    plan: { everySeconds: null },
  })
})

test.each([
  [Array.from({ length: 41 }, (_, i) => `L${i}`).join(), 'Name at most 40 leagues.'],
  ['x'.repeat(41), `A league has at most 40 characters: ${'x'.repeat(41)}`],
])('too many or too long leagues are named', (leagues, says) => {
  expect(readPlan({ ...draft, leagues })).toEqual({ ok: false, errors: { leagues: says } })
})
