import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useUndoStore } from '../../../../../src/renderer/commands/undo-store.ts'
import AccountPromotions from '../../../../../src/renderer/features/accounts/promotions/AccountPromotions.vue'
import PromotionDialog from '../../../../../src/renderer/features/accounts/promotions/PromotionDialog.vue'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import type { PromotionLine, PromotionTerms } from '../../../../../src/shared/model/accounts/promotion.ts'
import { allTickets } from '../../../../../src/shared/model/ticket/ledger-filter.ts'
import { ok, stubDesk, type StubDesk } from '../../../../support/bridge/stub-desk.ts'
import {
  accountLine,
  halfBoost,
  plainTerms,
  promotionLine,
  overviewOf,
} from '../../../../support/renderer/account-lines.ts'
import { button, field } from '../../../../support/renderer/screen.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'

let api: StubDesk['api']
beforeEach(() => {
  ;({ api } = stubDesk())
  setActivePinia(createPinia())
})

const { accountId } = accountLine(1)
const show = (...promotions: readonly PromotionLine[]) =>
  mount(AccountPromotions, { props: { account: accountLine(1, { promotions: [...promotions] }) } })
const rowsOf = (list: ReturnType<typeof show>) => list.findAll('tbody tr').map(row => spacedText(row.element))

describe('AccountPromotions', () => {
  it('shows what is left of each, open ones first', () => {
    const ticket = { ticketId: 4, title: 'North O27.5 · Harbor City' }
    const list = show(
      promotionLine(1, halfBoost, { usesLeft: 0, tickets: [ticket] }),
      promotionLine(2, { ...halfBoost, uses: 3, maxStakeMinor: 5_000, minLegs: 3 }, { usesLeft: 2 }),
      promotionLine(3, { ...halfBoost, endsAt: 1 }),
      promotionLine(4, halfBoost, { ended: { seq: 9, at: 5 } }),
    )
    expect(rowsOf(list)).toEqual([
      '50% profit boost · stake up to $50 · 3+ legs · 3 uses 2 of 3 left Edit End',
      '50% profit boost Spent North O27.5 · Harbor City Edit End',
      expect.stringMatching(/^50% profit boost · until .* Expired Edit End$/),
      '50% profit boost Ended Edit Reopen',
    ])
  })

  it('shows how much of a deposit match is bet, what is left, and its worth', () => {
    const match = {
      ...plainTerms,
      ...{ kind: 'depositMatch', percent: 100, maxStakeMinor: null, playThrough: 2, playThroughOf: 'bonus' },
    } as const satisfies PromotionTerms
    const half = {
      ...{ day: '2026-11-20', depositMinor: 25_000, bonusMinor: 25_000, neededMinor: 50_000 },
      ...{ doneMinor: 12_000, openMinor: 3_000, leftMinor: 35_000, worthMinor: 23_250 },
    }
    const list = show(
      promotionLine(1, match),
      promotionLine(2, match, { playThrough: half }),
      promotionLine(3, match, { playThrough: { ...half, doneMinor: 50_000 } }),
    )
    expect(rowsOf(list)).toEqual([
      '100% deposit match · bet 2 times No deposit yet Matches the first deposit Edit End',
      '100% deposit match · bet 2 times $120 of $500 bet $350 left · worth $232.50 Edit End',
      '100% deposit match · bet 2 times Cleared Edit End',
    ])
    expect(list.findAll('td:nth-child(3)').map(cell => cell.attributes('data-tip'))[1]).toContain(
      'Deposit of $250, bonus $250. Decided tickets since Nov 20, 2026 count. $30 is on open tickets. Worth: the bonus less 5% a leg of what is left.',
    )
  })

  it('leads from a spent one to the tickets that used it', async () => {
    const list = show(
      promotionLine(1, halfBoost, { usesLeft: 0, tickets: [{ ticketId: 4, title: 'North O27.5' }] }),
    )
    await button(list, 'North O27.5').trigger('click')
    const also = [{ kind: 'promotion', label: '50% profit boost', promotionId: promotionLine(1).promotionId }]
    expect(useNavigationStore().target).toEqual({ show: 'tickets', filter: { ...allTickets, also } })
  })

  it('ends one by a record, which Undo takes back', async () => {
    const { promotionId } = promotionLine(1)
    await button(show(promotionLine(1)), 'End: 50% profit boost').trigger('click')
    await settled()
    const entry = { kind: 'promotion-ended', promotionId }
    expect(api.accounts.record).toHaveBeenLastCalledWith({ accountId, entry })
    const ended = accountLine(1, { promotions: [promotionLine(1, halfBoost, { ended: { seq: 9, at: 5 } })] })
    api.accounts.overview.mockResolvedValueOnce(ok(overviewOf(ended)))
    await useUndoStore().undo()
    expect(api.accounts.record).toHaveBeenLastCalledWith({
      accountId,
      entry: { kind: 'undone', of: 9, note: '' },
    })
  })

  it('opens the dialog with the promotion to be edited', async () => {
    await button(show(promotionLine(1)), 'Edit: 50% profit boost').trigger('click')
    const { promotionId } = promotionLine(1)
    expect(useNavigationStore().dialog).toEqual({ kind: 'promotion', accountId, promotionId })
  })
})

describe('PromotionDialog', () => {
  const open = (promotionId: string | null = null, promotions: readonly PromotionLine[] = []) =>
    mount(PromotionDialog, {
      props: { account: accountLine(1, { promotions: [...promotions] }), promotionId },
      attachTo: document.body,
    })
  const choose = async (dialog: ReturnType<typeof open>, kind: string) => {
    await dialog.get('select').setValue(kind)
  }

  it('adds a profit boost, after each wrong field was put right', async () => {
    const dialog = open()
    await dialog.get('form').trigger('submit')
    expect(dialog.text()).toContain('Enter a percentage above 0 and up to 10,000, like 25 or 33.33.')
    expect(api.accounts.record).not.toHaveBeenCalled()
    await field(dialog, 'Boost in %').setValue('25')
    expect(dialog.text()).not.toContain('Enter a percentage')
    await field(dialog, 'Largest stake (USD)').setValue('50')
    await dialog.get('form').trigger('submit')
    await settled()
    const entry = {
      kind: 'promotion',
      promotionId: expect.stringMatching(/.{36}/),
      terms: { ...halfBoost, percent: 25, maxStakeMinor: 5_000 },
    }
    expect(api.accounts.record).toHaveBeenCalledWith({ accountId, entry })
    expect(dialog.emitted('close')).toHaveLength(1)
  })

  it('has the fields of the chosen type', async () => {
    const dialog = open()
    const labels = () => dialog.findAll('label').map(label => label.text())
    await choose(dialog, 'bonusBet')
    expect(labels()).toContain('Amount (USD)')
    expect(labels()).not.toContain('Boost in %')
    await choose(dialog, 'insurance')
    expect(labels()).toContain('Worth of a bonus bet in %')
    await choose(dialog, 'depositMatch')
    expect(labels()).toContain('Times it must be bet')
    await choose(dialog, 'oddsBoost')
    expect(labels()).toContain('Boosted price')
    await dialog.get('form').trigger('submit')
    expect(dialog.text()).toContain('Choose the parlay that the book boosts.')
  })

  it('changes the terms of a promotion under its id', async () => {
    const { promotionId } = promotionLine(1)
    const dialog = open(promotionId, [promotionLine(1)])
    await field(dialog, 'Fewest legs').setValue('3')
    await dialog.get('form').trigger('submit')
    await settled()
    const entry = { kind: 'promotion', promotionId, terms: { ...halfBoost, minLegs: 3 } }
    expect(api.accounts.record).toHaveBeenCalledWith({ accountId, entry })
  })
})
