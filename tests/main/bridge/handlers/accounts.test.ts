import { describe, expect, it } from 'vitest'
import { createAccountsHandlers } from '../../../../src/main/bridge/handlers/accounts.ts'
import type { AccountDraft, EntryDraft } from '../../../../src/shared/model/accounts/account-draft.ts'
import { catchFailure } from '../../../support/account/account-fixture.ts'
import { profitBoost, promotionIds } from '../../../support/ledger/random-accounts.ts'
import { makeTicket, openTestLedger } from '../../../support/ledger/tickets.ts'

const accountId = '00000000-0000-4000-8000-000000000001'
const day = '2026-11-20'
const note = ''
const draft = (given: Partial<AccountDraft> = {}): AccountDraft => ({
  accountId,
  holder: 'Main',
  bookId: 'bravo',
  bookName: null,
  currency: 'USD',
  deposit: '100.50',
  day,
  ...given,
})

function start() {
  const { ledger } = openTestLedger()
  const books = [
    { id: 'delta', name: 'Delta', hostId: 'delta', isOn: true },
    { id: 'bravo', name: 'Bravo', hostId: 'bravo', isOn: true },
  ]
  const calls = createAccountsHandlers({ ledger, books: () => books })
  return {
    ledger,
    calls,
    line: async () => (await calls.overview(null)).accounts[0],
    items: async () => (await calls.items({ accountId })).items,
    add: (entry: EntryDraft) => calls.record({ accountId, entry }),
  }
}

/** Number of the record that opened the account. */
async function openingOf(items: () => Promise<readonly { readonly seq: number }[]>): Promise<number> {
  return (await items()).at(-1)?.seq ?? 0
}

describe('the calls of accounts', () => {
  it('open an account at a book by its name, with the first deposit', async () => {
    const { calls, line, items } = start()
    await calls.open(draft({ holder: '  Main ' }))
    expect(await line()).toMatchObject({
      holder: 'Main',
      book: { id: 'bravo', name: 'Bravo' },
      currency: 'USD',
      balanceMinor: 10_050,
    })
    expect((await items()).map(item => item.kind === 'record' && item.record)).toEqual([
      { kind: 'account-deposit', amountMinor: 10_050, holder: 'Main', day, note },
      expect.objectContaining({ kind: 'account-opened', note }),
    ])
  })

  it('know a holder whatever the case and spaces of the name', async () => {
    const { calls, add, line, items } = start()
    await calls.open(draft())
    await add({ kind: 'deposit', amount: '5', holder: ' main', day, note })
    await calls.open({ ...draft({ holder: 'MAIN', bookId: 'delta' }), accountId: promotionIds[0] })
    expect((await line())?.holder).toBe('Main')
    expect((await items())[0]).toMatchObject({ record: { holder: 'Main' } })
    const { currencies, accounts } = await calls.overview(null)
    expect(accounts.map(({ holder }) => holder)).toEqual(['Main', 'Main'])
    expect(currencies[0]?.holders).toHaveLength(1)
    expect(
      await catchFailure(() => calls.open({ ...draft({ holder: 'main' }), accountId: promotionIds[1] })),
    ).toMatchObject({
      kind: 'invalid',
      field: 'holder',
    })
  })

  it('open one without money, and once, however often it is asked for', async () => {
    const { calls, line, items } = start()
    await calls.open(draft({ deposit: null }))
    expect(await line()).toMatchObject({ balanceMinor: 0 })
    await calls.open(draft({ deposit: '5' }))
    expect(await items()).toHaveLength(1)
  })

  it.each([
    ['the name that was typed', ' Old Town ', 'Old Town'],
    ['its id where nothing was typed', null, 'old-town'],
    ['its id where only spaces were typed', ' ', 'old-town'],
  ])('name a book that is in no list by %s', async (_what, bookName, name) => {
    const { calls, line } = start()
    await calls.open(draft({ bookId: 'old-town', bookName }))
    expect(await line()).toMatchObject({ book: { id: 'old-town', name } })
  })

  it('open nothing where the first deposit is no amount', async () => {
    const { calls, line } = start()
    expect(await catchFailure(() => calls.open(draft({ deposit: '0' })))).toMatchObject({ field: 'deposit' })
    expect(await line()).toBeUndefined()
  })

  it('compare a balance that was read with the one by records', async () => {
    const { calls, add, line } = start()
    await calls.open(draft())
    await add({ kind: 'reading', balance: '90.50', note })
    expect(await line()).toMatchObject({ check: { readMinor: 9_050, differenceMinor: -1_000 } })
  })

  it('remove an account by undoing its opening, but not while it has tickets', async () => {
    const { ledger, calls, add, items, line } = start()
    await calls.open(draft({ deposit: null }))
    const of = await openingOf(items)
    const { ticketId } = ledger.record(makeTicket({ accountId }))
    expect(await catchFailure(() => add({ kind: 'undone', of, note }))).toEqual({
      kind: 'invalid',
      field: 'of',
      sentence: 'This account has tickets. Move them to another one first.',
    })
    ledger.void(ticketId, 'entered twice')
    await add({ kind: 'undone', of, note })
    expect(await line()).toBeUndefined()
  })

  it('undo any other record of an account that has tickets', async () => {
    const { ledger, calls, add, items, line } = start()
    await calls.open(draft())
    ledger.record(makeTicket({ accountId }))
    const deposit = (await items()).find(item => item.kind === 'record')
    await add({ kind: 'undone', of: deposit?.seq ?? 0, note })
    expect(await line()).toMatchObject({ balanceMinor: -4_000 })
  })

  it('add, change and end a promotion, and keep one that a ticket used', async () => {
    const { ledger, calls, add, items, line } = start()
    await calls.open(draft({ deposit: null }))
    const [promotionId] = promotionIds
    await add({ kind: 'promotion', promotionId, terms: { ...profitBoost, name: ' Saturday\nboost ' } })
    expect(await line()).toMatchObject({ promotions: [{ promotionId, terms: { name: 'Saturday boost' } }] })
    ledger.record(makeTicket({ accountId, promotionId }))
    const of = (await items()).find(item => item.kind === 'record')?.seq ?? 0
    expect(await catchFailure(() => add({ kind: 'undone', of, note }))).toEqual({
      kind: 'invalid',
      field: 'of',
      sentence: 'A ticket used this promotion. End it instead.',
    })
    await add({ kind: 'promotion-ended', promotionId })
    expect(await line()).toMatchObject({ promotions: [{ usesLeft: 1, ended: {} }] })
  })

  it('say that an opening is no withdrawal, also where the account has tickets', async () => {
    const { ledger, calls, add, items } = start()
    await calls.open(draft())
    ledger.record(makeTicket({ accountId }))
    const of = await openingOf(items)
    expect(await catchFailure(() => add({ kind: 'paid', of, day, note }))).toMatchObject({
      sentence: 'This withdrawal isn’t pending.',
    })
  })

  it('rename a holder to a name with something to see in it', async () => {
    const { calls, line } = start()
    await calls.open(draft())
    expect(await catchFailure(() => calls.renameHolder({ from: 'Main', to: '\u200b' }))).toMatchObject({
      field: 'holder',
    })
    await calls.renameHolder({ from: 'Main', to: ' Nina ' })
    expect(await line()).toMatchObject({ holder: 'Nina' })
  })
})
