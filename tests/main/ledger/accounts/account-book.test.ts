import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { Refusal } from '../../../../src/shared/failure.ts'
import type { AccountRecord } from '../../../../src/shared/model/accounts/account-record.ts'
import { fc } from '../../../support/property.ts'
import { exportLedger, importFile, readText } from '../../../support/ledger/import-export.ts'
import { accountIds, addEntry, openAccount, testAccounts } from '../../../support/ledger/random-accounts.ts'
import { randomActions } from '../../../support/ledger/random-actions.ts'
import { copyAsStopped, gradeLegs, makeTicket, openTestLedger } from '../../../support/ledger/tickets.ts'

const [main, pool, delta] = testAccounts
const day = '2026-11-20'
const note = ''
const deposit = (amountMinor: number, holder = 'Main'): AccountRecord => ({
  kind: 'account-deposit',
  ...{ amountMinor, holder, day, note },
})
const withdrawal = (amountMinor: number): AccountRecord => ({
  kind: 'account-withdrawal',
  ...{ amountMinor, holder: 'Main', day, note },
})
const reading = (readMinor: number, expectedMinor: number): AccountRecord => ({
  kind: 'account-reading',
  ...{ readMinor, expectedMinor, note },
})
const about = (kind: 'account-paid' | 'account-canceled', of: number): AccountRecord => ({
  kind,
  of,
  day,
  note,
})
const undo = (of: number): AccountRecord => ({ kind: 'account-undone', of, note })

function open() {
  const { ledger, folder } = openTestLedger()
  return { ledger, folder, accountId: openAccount(ledger) }
}
const lineOf = (ledger: Ledger, accountId: string = main.accountId) =>
  ledger.accounts.overview().accounts.find(line => line.accountId === accountId)

function sentenceOf(run: () => unknown): string {
  try {
    return String(run())
  } catch (error) {
    if (error instanceof Refusal && 'sentence' in error.failure) return error.failure.sentence
    throw error
  }
}

describe('the balance of an account', () => {
  it('is its records, its settled tickets and less the stakes of open ones', () => {
    const { ledger, accountId } = open()
    addEntry(ledger, accountId, deposit(50_000))
    addEntry(ledger, accountId, { kind: 'account-bonus', amountMinor: 2_500, day, note })
    ledger.record(makeTicket({ accountId }))
    expect(lineOf(ledger)).toMatchObject({
      ...{ balanceMinor: 48_500, isMoneyKnown: true },
      ...{ openMinor: 4_000, pendingMinor: 0 },
    })
    gradeLegs(ledger, 1, ['won', 'won'])
    expect(lineOf(ledger)).toMatchObject({ balanceMinor: 72_980, openMinor: 0 })
    ledger.void(1, 'entered twice')
    expect(lineOf(ledger)).toMatchObject({ balanceMinor: 52_500, openMinor: 0 })
  })

  it('has no part in a bonus bet until it wins, and then the profit alone', () => {
    const { ledger, accountId } = open()
    ledger.record(makeTicket({ accountId, kind: 'bonus' }))
    expect(lineOf(ledger)).toMatchObject({ balanceMinor: 0, openMinor: 0, isMoneyKnown: false })
    gradeLegs(ledger, 1, ['won', 'won'])
    expect(lineOf(ledger)?.balanceMinor).toBe(20_480)
  })

  it('loses a requested withdrawal, which is pending until it is paid or canceled', () => {
    const { ledger, accountId } = open()
    addEntry(ledger, accountId, deposit(50_000))
    const first = addEntry(ledger, accountId, withdrawal(20_000))
    const second = addEntry(ledger, accountId, withdrawal(5_000))
    expect(lineOf(ledger)).toMatchObject({ balanceMinor: 25_000, pendingMinor: 25_000 })
    addEntry(ledger, accountId, about('account-paid', first))
    expect(lineOf(ledger)).toMatchObject({ balanceMinor: 25_000, pendingMinor: 5_000 })
    addEntry(ledger, accountId, about('account-canceled', second))
    expect(lineOf(ledger)).toMatchObject({ balanceMinor: 30_000, pendingMinor: 0 })
    expect(sentenceOf(() => addEntry(ledger, accountId, about('account-paid', second)))).toContain('pending')
  })

  it('follows a ticket to another account, and the history says so', () => {
    const { ledger, accountId } = open()
    openAccount(ledger, pool)
    const { ticketId } = ledger.record(makeTicket({ accountId }))
    const move = (to: string | null) =>
      ledger.correct(ticketId, { ...ledger.facts(ticketId), accountId: to }, 'other account')
    move(pool.accountId)
    expect([lineOf(ledger), lineOf(ledger, pool.accountId)]).toMatchObject([
      { balanceMinor: 0 },
      { balanceMinor: -4_000 },
    ])
    move(null)
    expect(lineOf(ledger, pool.accountId)?.balanceMinor).toBe(0)
    const { history, lastChange } = ledger.reads.ticket(ticketId)
    const changes = history.flatMap(item => (item.kind === 'corrected' ? item.changes : []))
    expect(changes).toEqual([
      { field: 'account', was: 'Main at Bravo', is: 'Pool at Bravo' },
      { field: 'account', was: 'Pool at Bravo', is: '' },
    ])
    ledger.undo(ticketId, { seq: lastChange ?? 0, reason: 'mistake' })
    expect(ledger.facts(ticketId).accountId).toBe(pool.accountId)
  })

  it(
    'equals the sum of all its records and entries, after anything the user may do',
    { timeout: 60_000 },
    () => {
      fc.assert(
        fc.property(randomActions, act => {
          const { ledger } = openTestLedger()
          act(ledger)
          for (const { accountId, balanceMinor, openMinor, pendingMinor } of ledger.accounts.overview()
            .accounts) {
            const { items, more } = ledger.accounts.items(accountId)
            expect(more).toBe(0)
            expect(items.reduce((all, { amountMinor }) => all + amountMinor, 0)).toBe(balanceMinor)
            expect(items[0]?.balanceMinor).toBe(balanceMinor)
            expect(items.at(-1)?.balanceMinor).toBe(items.at(-1)?.amountMinor)
            expect(Math.min(openMinor, pendingMinor)).toBeGreaterThanOrEqual(0)
          }
          for (const { holders, balanceMinor, openMinor, pendingMinor } of ledger.accounts.overview()
            .currencies) {
            const add = (of: 'differenceMinor' | 'holdingMinor') =>
              holders.reduce((all, line) => all + line[of], 0)
            expect(add('differenceMinor')).toBe(0)
            expect(add('holdingMinor')).toBe(balanceMinor + openMinor + pendingMinor)
          }
        }),
        { numRuns: 40 },
      )
    },
  )

  it('is the same after the program was stopped and the ledger opened again', () => {
    fc.assert(
      fc.property(randomActions, act => {
        const { ledger, folder } = openTestLedger()
        act(ledger)
        const { ledger: reopened } = openTestLedger(copyAsStopped(folder))
        expect(reopened.accounts.overview()).toEqual(ledger.accounts.overview())
      }),
      { numRuns: 10 },
    )
  })
})

describe('a balance read off the book’s page', () => {
  it('changes no balance; its difference stays until it is explained', () => {
    const { ledger, accountId } = open()
    addEntry(ledger, accountId, deposit(94_010))
    const seq = addEntry(ledger, accountId, reading(94_410, 94_010))
    expect(lineOf(ledger)).toMatchObject({ balanceMinor: 94_010, check: { seq, differenceMinor: 400 } })
    expect(ledger.accounts.overview().currencies).toMatchObject([{ differences: 1, differenceMinor: 400 }])
    addEntry(ledger, accountId, { kind: 'account-adjustment', amountMinor: 400, of: seq, day, note })
    expect(lineOf(ledger)).toMatchObject({ balanceMinor: 94_410, check: { differenceMinor: 0 } })
    expect(ledger.accounts.overview().currencies).toMatchObject([{ differences: 0, differenceMinor: 0 }])
  })

  it('counts no more after a newer one', () => {
    const { ledger, accountId } = open()
    addEntry(ledger, accountId, reading(100, 0))
    const seq = addEntry(ledger, accountId, reading(0, 0))
    expect(lineOf(ledger)?.check).toMatchObject({ seq, differenceMinor: 0 })
  })

  it('is explained only by an adjustment that names it', () => {
    const { ledger, accountId } = open()
    const given = addEntry(ledger, accountId, deposit(1))
    const adjustment: AccountRecord = { kind: 'account-adjustment', amountMinor: 400, of: given, day, note }
    expect(sentenceOf(() => addEntry(ledger, accountId, adjustment))).toBe(
      'The balance this explains isn’t in the account.',
    )
  })
})

describe('undoing a record', () => {
  it('adds one that names it, and the money is as before', () => {
    const { ledger, accountId } = open()
    const seq = addEntry(ledger, accountId, deposit(50_000))
    addEntry(ledger, accountId, undo(seq))
    expect(lineOf(ledger)?.balanceMinor).toBe(0)
    expect(ledger.accounts.items(accountId).items).toMatchObject([
      { record: { kind: 'account-undone', of: seq }, amountMinor: -50_000, balanceMinor: 0 },
      { record: { kind: 'account-deposit' }, isUndone: true, canUndo: false, balanceMinor: 50_000 },
      { record: { kind: 'account-opened' } },
    ])
    expect(sentenceOf(() => addEntry(ledger, accountId, undo(seq)))).toContain('was undone')
  })

  it('waits for the record that refers to it', () => {
    const { ledger, accountId } = open()
    const asked = addEntry(ledger, accountId, withdrawal(100))
    const paid = addEntry(ledger, accountId, about('account-paid', asked))
    expect(sentenceOf(() => addEntry(ledger, accountId, undo(asked)))).toContain('later record')
    addEntry(ledger, accountId, undo(paid))
    expect(lineOf(ledger)?.pendingMinor).toBe(100)
    addEntry(ledger, accountId, undo(asked))
    expect(lineOf(ledger)).toMatchObject({ balanceMinor: 0, pendingMinor: 0 })
  })

  it('of an empty account’s opening removes it from every list', () => {
    const { ledger, accountId } = open()
    const opening = ledger.accounts.items(accountId).items[0]?.seq ?? 0
    const seq = addEntry(ledger, accountId, deposit(1))
    expect(sentenceOf(() => addEntry(ledger, accountId, undo(opening)))).toContain('other records')
    addEntry(ledger, accountId, undo(seq))
    addEntry(ledger, accountId, undo(opening))
    expect(ledger.accounts.overview()).toMatchObject({ accounts: [], currencies: [] })
    expect(() => addEntry(ledger, accountId, deposit(1))).toThrow(Refusal)
  })

  it('of a state brings back the one before', () => {
    const { ledger, accountId } = open()
    const set = (maxStakeMinor: number) =>
      addEntry(ledger, accountId, {
        kind: 'account-state',
        state: { kind: 'limited', maxStakeMinor },
        note,
      })
    set(500)
    const seq = set(100)
    expect(lineOf(ledger)?.state).toEqual({ kind: 'limited', maxStakeMinor: 100 })
    addEntry(ledger, accountId, undo(seq))
    expect(lineOf(ledger)?.state).toEqual({ kind: 'limited', maxStakeMinor: 500 })
  })
})

describe('accounts', () => {
  it('are one for each holder, book and currency', () => {
    const { ledger } = open()
    const again = { ...main, accountId: pool.accountId }
    expect(sentenceOf(() => openAccount(ledger, again))).toBe('Main already has an account at Bravo in USD.')
    openAccount(ledger)
    expect(ledger.accounts.overview().accounts).toHaveLength(1)
  })

  it('take tickets of their book and currency only', () => {
    const { ledger, accountId } = open()
    openAccount(ledger, delta)
    const record = (given: object) => sentenceOf(() => ledger.record(makeTicket(given)))
    expect(record({ accountId: delta.accountId })).toBe('This account is at Delta, not at Bravo.')
    expect(record({ accountId, currency: 'EUR' })).toBe('This account is in USD, not in EUR.')
    const { ticketId } = ledger.record(makeTicket({ accountId }))
    const facts = { ...ledger.facts(ticketId), book: { id: 'delta', name: 'Delta' } }
    expect(sentenceOf(() => ledger.correct(ticketId, facts, 'wrong book'))).toContain('not at Delta')
  })

  it('of the demo are not among the user’s own', () => {
    let isDemo = true
    const { ledger } = openTestLedger(undefined, () => isDemo)
    openAccount(ledger)
    isDemo = false
    expect(ledger.accounts.overview().accounts).toEqual([])
  })

  it('are as before a transaction that failed', () => {
    const { ledger, accountId } = open()
    addEntry(ledger, accountId, deposit(100))
    expect(() =>
      ledger.writeAccounts(({ accounts, accountReads }, at) => {
        accounts.write(at, accountId, deposit(900))
        expect(accountReads.balance(accountId)).toBe(1_000)
        throw new Error('stopped')
      }),
    ).toThrow('stopped')
    expect(lineOf(ledger)?.balanceMinor).toBe(100)
    addEntry(ledger, accountId, deposit(1))
    expect(lineOf(ledger)?.balanceMinor).toBe(101)
  })

  it('are verified with all other records', async () => {
    const { ledger, accountId } = open()
    for (let at = 1; at < 20; at++) addEntry(ledger, accountId, deposit(at))
    const { verify } = await import('../../../../src/main/ledger/opening/verify.ts')
    expect([...verify(ledger.core)].at(-1)).toBe(21)
  })
})

describe('the statement by holder', () => {
  it('shows who has the money of whom, to the cent', () => {
    const { ledger, accountId } = open()
    openAccount(ledger, pool)
    addEntry(ledger, accountId, deposit(30_000))
    addEntry(ledger, accountId, deposit(10_000, 'Pool'))
    ledger.record(makeTicket({ accountId }))
    gradeLegs(ledger, 1, ['lost', 'won'])
    expect(ledger.accounts.overview().currencies[0]?.holders).toEqual([
      {
        ...{ holder: 'Main', fundedMinor: 30_000, entitledMinor: 27_000 },
        ...{ holdingMinor: 36_000, differenceMinor: 9_000 },
      },
      {
        ...{ holder: 'Pool', fundedMinor: 10_000, entitledMinor: 9_000 },
        ...{ holdingMinor: 0, differenceMinor: -9_000 },
      },
    ])
  })

  it('counts a withdrawal as received only once it is paid', () => {
    const { ledger, accountId } = open()
    addEntry(ledger, accountId, deposit(30_000))
    const asked = addEntry(ledger, accountId, withdrawal(10_000))
    const holder = () => ledger.accounts.overview().currencies[0]?.holders[0]
    expect(holder()).toMatchObject({ fundedMinor: 30_000, holdingMinor: 30_000 })
    addEntry(ledger, accountId, about('account-paid', asked))
    expect(holder()).toMatchObject({ fundedMinor: 20_000, holdingMinor: 20_000 })
  })
})

describe('accounts in an exported file', () => {
  it(
    'come back with the same money, and are exported as the same file again',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(randomActions, async act => {
          const { ledger, folder } = openTestLedger()
          const { ledger: other } = openTestLedger()
          act(ledger)
          openAccount(ledger)
          const path = await exportLedger(ledger, folder, 'json')
          const before = readText(path)
          const { preview } = await importFile(other, path)
          expect(preview.bad).toBe(0)
          expect(preview.accounts).toBe(ledger.core.accounts.listAll().length)
          if (preview.alike > 0) return
          // Numbers of records and tickets are those of one ledger.
          const withoutNumbers = ({ accounts, currencies }: ReturnType<Ledger['accounts']['overview']>) => ({
            currencies,
            accounts: accounts.map(({ check, ...line }) => ({
              ...line,
              check: check && { ...check, seq: 0 },
              promotions: line.promotions.map(({ ended, tickets, ...promotion }) => ({
                ...promotion,
                endedAt: ended?.at,
                titles: tickets.map(({ title }) => title),
              })),
            })),
          })
          expect(withoutNumbers(other.accounts.overview())).toEqual(
            withoutNumbers(ledger.accounts.overview()),
          )
          expect(readText(await exportLedger(other, folder, 'json'))).toBe(before)
        }),
        { numRuns: 15 },
      )
    },
  )

  it('leave the head as version 1 had it, so that an older program names the version', async () => {
    const { ledger, folder } = open()
    const [head = ''] = readText(await exportLedger(ledger, folder, 'json')).split('\n')
    expect(head).toMatch(
      /^{"format":"parlay-desk-ledger","version":4,"ledger":"own","exportedAt":"[^"]+","policies":\[\],"tickets":\[$/,
    )
  })

  it('replace none that is here', async () => {
    const { ledger, folder, accountId } = open()
    const path = await exportLedger(ledger, folder, 'json')
    addEntry(ledger, accountId, deposit(100))
    const { preview } = await importFile(ledger, path)
    expect(preview.accounts).toBe(0)
    expect(lineOf(ledger)?.balanceMinor).toBe(100)
  })

  it('are left out with the reason when their records contradict each other', async () => {
    const { ledger, folder, accountId } = open()
    const seq = addEntry(ledger, accountId, withdrawal(100))
    addEntry(ledger, accountId, about('account-paid', seq))
    const path = await exportLedger(ledger, folder, 'json')
    const { writeFileSync } = await import('node:fs')
    writeFileSync(path, readText(path).replace('"of":1', '"of":0'))
    const { ledger: other } = openTestLedger()
    const { preview } = await importFile(other, path)
    expect(preview.badLines).toEqual([
      { line: 2, reason: 'A record doesn’t fit its account: This withdrawal isn’t pending.' },
    ])
    expect(other.accounts.overview().accounts).toEqual([])
  })

  it('come from a copy of the ledger’s database, too', async () => {
    const { ledger, folder, accountId } = open()
    addEntry(ledger, accountId, deposit(100))
    ledger.record(makeTicket({ accountId }))
    const { ledger: other } = openTestLedger()
    await importFile(other, `${copyAsStopped(folder)}/ledger.db`)
    expect(lineOf(other)).toMatchObject({ balanceMinor: -3_900, openMinor: 4_000 })
    expect(accountIds).toContain(accountId)
  })
})
