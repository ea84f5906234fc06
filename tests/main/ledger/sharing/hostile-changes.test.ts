import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { PlacedChange } from '../../../../src/main/ledger/log/shared-ledger.ts'
import { testAccounts } from '../../../support/ledger/random-accounts.ts'
import { listChanges, openPair, SharedDesk } from '../../../support/ledger/shared-desks.ts'
import { readShared, verifyDesk } from '../../../support/ledger/read-shared.ts'
import { makeLeg, makeTicket, readEntries, readLine, readTotals } from '../../../support/ledger/tickets.ts'

const mallory = '0000000000000003'

/** A pair, and a third member whose program sends what it likes. */
function openWithForger() {
  const pair = openPair()
  const { log, first, second, settle } = pair
  const send = (body: PlacedChange['body'], uid: string = randomUUID()) => {
    log.push({ uid, body, place: log.length + 1, member: mallory, at: 0 })
    settle()
    return uid
  }
  /** All desks agree, and nothing in a ledger contradicts its records. */
  const expectSound = () => {
    expect(readShared(second)).toEqual(readShared(first))
    for (const desk of [first, second]) {
      verifyDesk(desk)
      expect(desk.faults).toEqual([])
    }
  }
  return { ...pair, send, expectSound, first, second }
}

/** A change of the first ticket as a desk would send it, to be altered. */
function copyChange({ first }: ReturnType<typeof openWithForger>, write: () => void) {
  const before = first.ledger.shared.unsharedCount()
  write()
  const change = first.ledger.shared.unshared(before + 1)[before]
  if (change === undefined) throw new Error('nothing was written')
  return JSON.stringify(change.body)
}
const alter = (text: string, from: string | RegExp, to: string): PlacedChange['body'] => {
  const altered = text.replace(from, to)
  expect(altered).not.toBe(text)
  return z.record(z.string(), z.unknown()).parse(JSON.parse(altered))
}

describe('A change that this program would not have written', () => {
  it.each([
    [
      'another amount',
      /"cashMinor":10000,"atRiskMinor":-4000,"profitMinor":6000/,
      '"cashMinor":99000,"atRiskMinor":-4000,"profitMinor":95000',
    ],
    ['no entry', /,\{"at":\d+,"kind":"entry".*\}(?=\]\})/, ''],
    ['another currency', '"currency":"USD"', '"currency":"EUR"'],
  ])('is invalid, without effect, and named: %s', (_, from, to) => {
    const forger = openWithForger()
    const { first, second, send, expectSound } = forger
    const pay = { kind: 'payout', payoutMinor: 10_000 } as const
    const uid = send(
      alter(
        copyChange(forger, () => first.ledger.decide(1, pay, 'x')),
        from,
        to,
      ),
    )
    for (const { ledger } of [first, second]) {
      expect(readLine(ledger, 1).profitMinor).toBe(6_000)
      expect(ledger.reads.ticket(1).withoutEffect).toMatchObject([
        { uid, why: 'invalid', by: { member: mallory } },
      ])
    }
    expectSound()
  })

  it('is kept without effect when it cannot be read, and the next one still applies', () => {
    const { first, second, send, expectSound } = openWithForger()
    const bodies = [
      {},
      {
        of: 'ticket',
        subject: randomUUID(),
        basis: null,
        replaces: null,
        records: [{ at: 0, kind: 'later' }],
      },
      { of: 'account', subject: 'x', basis: null, replaces: null, records: [{ at: 0, kind: 'policy' }] },
    ]
    for (const body of bodies) send(body)
    first.ledger.decide(1, { kind: 'payout', payoutMinor: 10_000 }, 'x')
    expect(first.ledger.shared.lastPlace()).toBe(4)
    send({})
    expect(listChanges(second, 'invalid')).toHaveLength(4)
    expect(readLine(second.ledger, 1).profitMinor).toBe(6_000)
    expectSound()
  })

  it('is not read when it names a record by a number, or one that no desk has', () => {
    const forger = openWithForger()
    const { first, second, settle, send, expectSound } = forger
    // So that the numbers of the two desks differ.
    second.ledger.record(makeTicket())
    first.ledger.decide(1, { kind: 'payout', payoutMinor: 10_000 }, 'x')
    settle()
    const seq = readEntries(first.ledger, 1).at(-1)?.seq ?? 0
    const text = copyChange(forger, () => first.ledger.decide(1, { kind: 'payout', payoutMinor: 9_000 }, 'x'))
    for (const to of [String(seq), `["${randomUUID()}",0]`, '["x",0]'])
      send(alter(text, /"reverses":\["[^\]]*\]/, `"reverses":${to}`))
    expect(listChanges(first, 'invalid')).toHaveLength(3)
    expectSound()
  })

  it('is invalid when it reverses another entry than the one that applies', () => {
    const forger = openWithForger()
    const { log, first, settle, send, expectSound } = forger
    first.ledger.decide(1, { kind: 'payout', payoutMinor: 10_000 }, 'x')
    settle()
    const text = copyChange(forger, () => first.ledger.decide(1, { kind: 'payout', payoutMinor: 9_000 }, 'x'))
    // The stake, which is the second record of the first change.
    const uid = send(alter(text, /"reverses":\["[^\]]*\]/, `"reverses":["${log[0]?.uid ?? ''}",1]`))
    expect(listChanges(first, 'invalid')).toEqual([uid])
    expectSound()
  })

  it('does not make a ticket that no desk recorded', () => {
    const forger = openWithForger()
    const { first, second, send, settle, expectSound } = forger
    const text = copyChange(forger, () => first.ledger.void(1, 'x'))
    const subject = randomUUID()
    send(
      alter(text.replace(/"basis":"[^"]*"/, '"basis":null'), /"subject":"[^"]*"/, `"subject":"${subject}"`),
    )
    expect(readTotals(second.ledger).tickets).toBe(0)
    const { ticketId } = second.ledger.record(makeTicket())
    expect(readLine(second.ledger, ticketId).result).toBe('pending')
    settle()
    expectSound()
  })

  it('counts once when it is sent twice', () => {
    const { log, first, second, settle, expectSound } = openWithForger()
    first.ledger.decide(1, { kind: 'payout', payoutMinor: 10_000 }, 'x')
    settle()
    const last = log.at(-1)
    if (last === undefined) throw new Error('no record')
    log.push({ ...last, place: log.length + 1, member: mallory })
    settle()
    expect(readLine(second.ledger, 1).profitMinor).toBe(6_000)
    expectSound()
  })
})

describe('A ticket that two desks record with one uid', () => {
  it('is the one that came first, on both', () => {
    const { first, second, settle, expectSound } = openWithForger()
    const uid = randomUUID()
    first.ledger.record(makeTicket({ uid, stakeMinor: 1_000 }))
    second.ledger.record(makeTicket({ uid, stakeMinor: 2_000, profileId: 'other', legs: [makeLeg('a')] }))
    second.ledger.decide(2, { kind: 'payout', payoutMinor: 5_000 }, 'x')
    settle()
    for (const { ledger } of [first, second]) {
      expect(readLine(ledger, 2)).toMatchObject({
        stakeMinor: 1_000,
        result: 'pending',
        legs: { pending: 2 },
      })
      expect(ledger.reads.ticket(2).withoutEffect).toMatchObject([{ why: 'waiting' }])
    }
    expect(listChanges(first, 'superseded')).toHaveLength(1)
    expectSound()
  })
})

describe('An account in a team', () => {
  it('takes no record before its opening, and no withdrawal is paid twice', () => {
    const { first, second, settle, send, expectSound } = openWithForger()
    const [{ accountId, holder }] = testAccounts
    const dated = { day: '2026-11-20', note: '' }
    const records = [{ at: 0, kind: 'account-deposit', amountMinor: 5, holder, ...dated }]
    send({ of: 'account', subject: accountId, basis: null, replaces: null, records })
    const book = { id: 'bravo', name: 'Bravo' }
    first.ledger.writeAccounts(({ accounts }, at) =>
      accounts.open(at, accountId, { holder, book, currency: 'USD', note: '' }),
    )
    const of = first.ledger.writeAccounts(({ accounts }, at) =>
      accounts.write(at, accountId, { kind: 'account-withdrawal', amountMinor: 700, holder, ...dated }),
    )
    settle()
    expect(listChanges(second, 'superseded')).toHaveLength(1)
    const pending = second.ledger.accounts
      .items(accountId)
      .items.find(item => item.kind === 'record' && item.isPending)
    first.ledger.writeAccounts(({ accounts }, at) =>
      accounts.write(at, accountId, { kind: 'account-paid', of, ...dated }),
    )
    second.ledger.writeAccounts(({ accounts }, at) =>
      accounts.write(at, accountId, { kind: 'account-canceled', of: pending?.seq ?? 0, ...dated }),
    )
    settle()
    for (const { ledger } of [first, second]) expect(ledger.accounts.balance(accountId)).toBe(-700)
    expect(listChanges(first, 'superseded')).toHaveLength(2)
    expectSound()
  })
})

describe('A desk that starts again', () => {
  it('has the same standings and places, and goes on from there', () => {
    const { log, first, second, settle, expectSound } = openWithForger()
    first.ledger.decide(1, { kind: 'payout', payoutMinor: 10_000 }, 'x')
    second.ledger.decide(1, { kind: 'payout', payoutMinor: 20_000 }, 'y')
    settle()
    second.ledger.close()
    const again = new SharedDesk(second.member, log, second.folder)
    expect(readShared(again)).toEqual(readShared(first))
    const [uid = ''] = listChanges(again, 'waiting')
    again.ledger.decideWaiting({ uid, word: 'apply' })
    again.send()
    for (const desk of [first, again]) desk.read()
    expect(readLine(first.ledger, 1).profitMinor).toBe(16_000)
    expect(readShared(again)).toEqual(readShared(first))
    verifyDesk(again)
    again.ledger.close()
    second.ledger.open()
    expectSound()
  })
})
