import { describe, expect, it } from 'vitest'
import { parseAmount, parseEntry } from '../../../../src/main/ledger/accounts/parse-entry.ts'
import { Refusal } from '../../../../src/shared/failure.ts'
import type { EntryDraft } from '../../../../src/shared/model/accounts/account-draft.ts'

const context = { currency: 'USD', balance: () => 94_010, spellHolder: (name: string) => name }
const dated = { day: '2026-11-20', note: ' by\u200b card ' }

function refusalOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error instanceof Refusal ? error.failure : error
  }
}

describe('parseEntry', () => {
  it.each<[EntryDraft, object]>([
    [
      { kind: 'deposit', amount: '$1,000.5', holder: 'Main', ...dated },
      { kind: 'account-deposit', amountMinor: 100_050, holder: 'Main', day: '2026-11-20', note: 'by card' },
    ],
    [
      { kind: 'withdrawal', amount: '200', holder: 'Pool', ...dated },
      { kind: 'account-withdrawal', amountMinor: 20_000, holder: 'Pool', day: '2026-11-20', note: 'by card' },
    ],
    [
      { kind: 'bonus', amount: '+25', ...dated },
      { kind: 'account-bonus', amountMinor: 2_500, day: '2026-11-20', note: 'by card' },
    ],
    [
      { kind: 'adjustment', amount: '−4.00', of: 7, ...dated },
      { kind: 'account-adjustment', amountMinor: -400, of: 7, day: '2026-11-20', note: 'by card' },
    ],
    [
      { kind: 'canceled', of: 7, ...dated },
      { kind: 'account-canceled', of: 7, day: '2026-11-20', note: 'by card' },
    ],
    [
      { kind: 'limited', maxStake: '5', note: '' },
      { kind: 'account-state', state: { kind: 'limited', maxStakeMinor: 500 }, note: '' },
    ],
    [
      { kind: 'closed', note: '' },
      { kind: 'account-state', state: { kind: 'closed' }, note: '' },
    ],
    [
      { kind: 'reading', balance: '944.10', note: '' },
      { kind: 'account-reading', readMinor: 94_410, expectedMinor: 94_010, note: '' },
    ],
    [
      { kind: 'undone', of: 7, note: '' },
      { kind: 'account-undone', of: 7, note: '' },
    ],
  ])('reads %j exactly', (draft, record) => {
    expect(parseEntry(draft, context)).toEqual(record)
  })

  it.each<[string, EntryDraft]>([
    ['amount', { kind: 'deposit', amount: '-5', holder: 'Main', ...dated }],
    ['amount', { kind: 'withdrawal', amount: '0', holder: 'Main', ...dated }],
    ['amount', { kind: 'bonus', amount: 'free', ...dated }],
    ['amount', { kind: 'adjustment', amount: '0.00', of: null, ...dated }],
    ['amount', { kind: 'adjustment', amount: '--1', of: null, ...dated }],
    ['maxStake', { kind: 'limited', maxStake: '0.001', note: '' }],
    ['balance', { kind: 'reading', balance: '', note: '' }],
  ])('refuses the %s of %j', (field, draft) => {
    expect(refusalOf(() => parseEntry(draft, context))).toMatchObject({ kind: 'invalid', field })
  })

  it('refuses a balance below 0, which no book shows', () => {
    expect(refusalOf(() => parseEntry({ kind: 'reading', balance: '-1', note: '' }, context))).toEqual({
      kind: 'invalid',
      field: 'balance',
      sentence: 'Enter the balance on the book’s page: 0 or more.',
    })
  })

  it('spells a holder as they are known already', () => {
    const spellHolder = () => 'Main'
    const draft = { kind: 'deposit', amount: '5', holder: 'main', ...dated } as const
    expect(parseEntry(draft, { ...context, spellHolder })).toMatchObject({ holder: 'Main' })
  })
})

describe('parseAmount', () => {
  it('reads whole units of a currency without decimals', () => {
    expect(parseAmount('amount', '4,000', 'JPY')).toBe(4_000)
  })
})
