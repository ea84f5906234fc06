import { describe, expect, it } from 'vitest'
import { parsePlan, toPlanDraft } from '../../../../../src/renderer/features/board/sources/feed-plan.ts'
import { plan } from '../../../../support/renderer/board/board-answers.ts'

const draft = toPlanDraft(plan())
describe('parsePlan', () => {
  it.each([plan(), plan({ leagues: ['NFL', 'NBA'], isLiveOnly: true, isMainOnly: true, everySeconds: 30 })])(
    'gives back a plan from its draft unchanged',
    given => {
      expect(parsePlan(toPlanDraft(given))).toEqual({ plan: given, errors: {} })
    },
  )

  it('takes leagues between commas, each once', () => {
    expect(parsePlan({ ...draft, leagues: ' NFL,, NBA , NFL' })).toMatchObject({
      plan: { leagues: ['NFL', 'NBA'] },
    })
  })

  it.each(['9', '86401', '30.5', 'soon', ''])('refuses %j as seconds', seconds => {
    expect(parsePlan({ ...draft, repeats: true, seconds })).toEqual({
      plan: undefined,
      errors: { seconds: 'Enter 10 to 86,400 seconds between fetches.' },
    })
  })

  it('ignores seconds for a plan on demand', () => {
    expect(parsePlan({ ...draft, repeats: false, seconds: 'soon' })).toMatchObject({
      plan: { everySeconds: null },
    })
  })

  it.each([
    [Array.from({ length: 41 }, (_, i) => `L${i}`).join(), 'Up to 40 leagues.'],
    ['x'.repeat(41), `A league has at most 40 characters: ${'x'.repeat(41)}`],
  ])('names leagues that are too many or too long', (leagues, says) => {
    expect(parsePlan({ ...draft, leagues })).toEqual({ plan: undefined, errors: { leagues: says } })
  })
})
