import { expect, it, vi } from 'vitest'
import {
  blankForm,
  parseTerms,
  type TermsForm,
} from '../../../../../src/renderer/features/ledger/record/terms-form.ts'
import { noon } from '../../../../support/shared/desk-rows.ts'

const parse = (given: Partial<TermsForm>) =>
  parseTerms(blankForm(noon, { book: 'Bravo', ...given }), [], () => [])

it('The form of a ticket names each of its wrong fields', () => {
  vi.useFakeTimers({ now: noon, toFake: ['Date'] })
  const found = parse({ placed: '2031-01-01T12:00', stake: 'abc', price: '50', currency: 'dollars' })
  expect(found).toEqual({
    ok: false,
    errors: {
      placedAt: 'This is in the future.',
      stake: 'Enter an amount, like 40 or 40.50.',
      price: expect.stringContaining('An American price is'),
      currency: 'Like USD.',
    },
  })
  expect(parse({ stake: '0', price: '+250' })).toEqual({
    ok: false,
    errors: { stake: 'Stake must be above 0.' },
  })
  expect(parse({ stake: '40', price: '250' })).toMatchObject({ ok: true })
  vi.useRealTimers()
})
