import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import AccountTable from '../../../../src/renderer/features/accounts/AccountTable.vue'
import AccountTotals from '../../../../src/renderer/features/accounts/AccountTotals.vue'
import { useAccountsStore } from '../../../../src/renderer/features/accounts/accounts-store.ts'
import EntryDialog from '../../../../src/renderer/features/accounts/EntryDialog.vue'
import HolderStatement from '../../../../src/renderer/features/accounts/HolderStatement.vue'
import RenameHolderDialog from '../../../../src/renderer/features/accounts/RenameHolderDialog.vue'
import { useNavigationStore } from '../../../../src/renderer/navigation-store.ts'
import type { EntryKind } from '../../../../src/shared/model/accounts/account-draft.ts'
import type { CurrencySums } from '../../../../src/shared/model/accounts/account.ts'
import { failed, stubDesk, type StubDesk } from '../../../support/bridge/stub-desk.ts'
import { accountLine, halfBoost, promotionLine } from '../../../support/renderer/account-lines.ts'
import { button, field } from '../../../support/renderer/screen.ts'
import { settled } from '../../../support/renderer/settled.ts'
import { spacedText } from '../../../support/renderer/spaced-text.ts'

const holder = (name: string, differenceMinor: number) => ({
  holder: name,
  fundedMinor: 100_000,
  entitledMinor: 120_000,
  holdingMinor: 120_000 + differenceMinor,
  differenceMinor,
})
const sums: CurrencySums = {
  currency: 'USD',
  balanceMinor: 301_805,
  openMinor: 14_250,
  pendingMinor: 20_000,
  differences: 1,
  promotionsMinor: 6_120,
  differenceMinor: 400,
  holders: [holder('Main', -94_555), holder('Pool', 94_555)],
}

let api: StubDesk['api']
beforeEach(() => {
  ;({ api } = stubDesk())
  setActivePinia(createPinia())
})

describe('AccountTotals', () => {
  it('adds up what is in accounts, at risk and under way', () => {
    expect(spacedText(mount(AccountTotals, { props: { sums } }).element)).toBe(
      'In accounts $3,018.05 Open risk $142.50 Pending withdrawals $200.00 In all $3,360.55 Promotions worth $61.20 Differences 1 of $4.00',
    )
  })

  it('names its currency beside others, and so does the statement', () => {
    const totals = mount(AccountTotals, { props: { sums, others: ['EUR', 'GBP'] } })
    expect(spacedText(totals.element)).toContain('In USD accounts $3,018.05 Open risk')
    expect(totals.get('[data-tip^="Sum of all balances in USD"]').attributes('data-tip')).toContain(
      'Select an account in EUR or GBP for those.',
    )
    const statement = (isApart: boolean) => mount(HolderStatement, { props: { sums, isApart } }).text()
    expect(statement(true)).toContain('Statement by holder, USD')
    expect(statement(false)).not.toContain('holder, USD')
  })

  it('warns of differences only', () => {
    const none = mount(AccountTotals, { props: { sums: { ...sums, differences: 0, differenceMinor: 0 } } })
    expect(none.find('.warn').exists()).toBe(false)
    expect(none.text()).toContain('None')
  })
})

describe('EntryDialog', () => {
  const account = accountLine(1, { balanceMinor: 50_000 })
  const open = (entry: EntryKind) =>
    mount(EntryDialog, { props: { account, entry }, attachTo: document.body })

  it('warns of a withdrawal that is more than the account holds', async () => {
    const dialog = open('withdrawal')
    await field(dialog, 'Amount (USD)').setValue('500')
    expect(dialog.find('.warn').exists()).toBe(false)
    await field(dialog, 'Amount (USD)').setValue('1,000')
    expect(dialog.get('.warn').text()).toBe(
      'The account holds $500.00: its balance would be −$500.00. Check the amount before you save.',
    )
  })

  it('does not warn of an amount that is not typed yet, where the balance is below 0', () => {
    const overdrawn = accountLine(1, { balanceMinor: -5_000 })
    const dialog = mount(EntryDialog, { props: { account: overdrawn, entry: 'withdrawal' } })
    expect(dialog.find('.warn').exists()).toBe(false)
  })

  it('does not warn of a deposit', async () => {
    const dialog = open('deposit')
    await field(dialog, 'Amount (USD)').setValue('1,000')
    expect(dialog.find('.warn').exists()).toBe(false)
  })
})

describe('RenameHolderDialog', () => {
  const open = () => mount(RenameHolderDialog, { props: { holder: 'Main' }, attachTo: document.body })

  it('renames the holder of the statement whose name was pressed', async () => {
    await button(mount(HolderStatement, { props: { sums } }), 'Main, rename').trigger('click')
    expect(useNavigationStore().dialog).toEqual({ kind: 'rename-holder', holder: 'Main' })
    const dialog = open()
    await field(dialog, 'New name').setValue(' Nina ')
    await dialog.get('form').trigger('submit')
    await settled()
    expect(api.accounts.renameHolder).toHaveBeenCalledWith({ from: 'Main', to: 'Nina' })
    expect(dialog.emitted('close')).toHaveLength(1)
  })

  it('says why a name cannot be', async () => {
    const sentence = 'There is a holder Pool already. Enter another name.'
    api.accounts.renameHolder.mockResolvedValueOnce(failed({ kind: 'invalid', field: 'to', sentence }))
    const dialog = open()
    await field(dialog, 'New name').setValue('')
    await dialog.get('form').trigger('submit')
    expect(dialog.text()).toContain('Enter a name, like Main.')
    await field(dialog, 'New name').setValue('Pool')
    await dialog.get('form').trigger('submit')
    await settled()
    expect(dialog.text()).toContain(sentence)
    expect(dialog.emitted('close')).toBeUndefined()
  })
})

describe('HolderStatement', () => {
  it('says who has money of others, and that all sums to zero', () => {
    const statement = mount(HolderStatement, { props: { sums } })
    expect(statement.text()).toContain('sums to $0.00')
    expect(statement.findAll('tbody tr').map(row => spacedText(row.element))).toEqual([
      'Main $1,000.00 $1,200.00 $254.45 to receive $945.55',
      'Pool $1,000.00 $1,200.00 $2,145.55 to pay $945.55',
    ])
  })
})

describe('AccountTable', () => {
  const now = Date.now()
  const lines = [
    accountLine(1, {
      promotions: [
        promotionLine(1),
        promotionLine(2, { ...halfBoost, name: 'Saturday boost' }),
        promotionLine(3, halfBoost, { usesLeft: 0 }),
      ],
    }),
    accountLine(2, { state: { kind: 'limited', maxStakeMinor: 1_000 }, openMinor: 1_750 }),
    accountLine(3, {
      state: { kind: 'closed' },
      pendingMinor: 20_000,
      check: { at: now, seq: 3, readMinor: 61_640, differenceMinor: 400 },
    }),
  ]
  const open = () =>
    mount(AccountTable, {
      props: { accounts: lines, selectedId: lines[0]?.accountId },
      attachTo: document.body,
    })

  it('shows the money of each account, its state, its open promotions and its last check', () => {
    const rows = open()
      .findAll('tbody tr')
      .map(row => spacedText(row.element))
    expect(rows).toEqual([
      'Book 1 Main $612.40 – – Any Open 50% profit boost, Saturday boost Never',
      'Book 2 Main $612.40 $17.50 – $10.00 Limited – Never',
      'Book 3 Main $612.40 – $200.00 – Closed – Off by $4.00 · explain',
    ])
  })

  it('marks a balance below 0 with more than its color, and says what to record', () => {
    const overdrawn = accountLine(1, { balanceMinor: -99_999_949_900 })
    const table = mount(AccountTable, { props: { accounts: [overdrawn], selectedId: undefined } })
    const balance = table.findAll('tbody td')[2]
    expect(balance?.text()).toBe('⚠ −$999,999,499.00')
    expect(balance?.attributes('data-tip')).toContain('Record a deposit')
    // As wide as its digits and the mark.
    expect(table.findAll('th')[2]?.attributes('style')).toContain('19ch')
    const even = mount(AccountTable, {
      props: { accounts: [accountLine(1, { balanceMinor: 0 })], selectedId: undefined },
    })
    expect(even.findAll('tbody td')[2]?.text()).toBe('$0.00')
  })

  it('has one row in the order of Tab, and arrow keys move from it', async () => {
    const table = open()
    const accounts = useAccountsStore()
    expect(table.findAll('tr[tabindex="0"]')).toHaveLength(1)
    const [first] = table.findAll('tbody tr')
    await first?.trigger('keydown.down')
    expect(accounts.selectedId).toBe(lines[1]?.accountId)
    await first?.trigger('keydown.end')
    expect(accounts.selectedId).toBe(lines[2]?.accountId)
  })

  it('sets the limit of an account by what it takes', async () => {
    const table = open()
    await button(table, 'Takes $10.00, set limit').trigger('click')
    expect(useAccountsStore().selectedId).toBe(lines[1]?.accountId)
    expect(useNavigationStore().dialog).toEqual({
      kind: 'account-entry',
      accountId: lines[1]?.accountId,
      entry: 'limited',
    })
  })

  it('explains a difference by an adjustment of its account', async () => {
    const table = open()
    await button(table, 'explain').trigger('click')
    expect(useAccountsStore().selectedId).toBe(lines[2]?.accountId)
    expect(useNavigationStore().dialog).toEqual({
      kind: 'account-entry',
      accountId: lines[2]?.accountId,
      entry: 'adjustment',
    })
  })
})
