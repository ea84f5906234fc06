import { describe, expect, it } from 'vitest'
import { describeChange, describeSettled } from '../../../../src/main/ledger/settlement/settlement-notices.ts'
import { connectSettlement } from '../../../../src/main/compose/events.ts'
import { ClosingPrices } from '../../../../src/main/ledger/settlement/closing-prices.ts'
import type { TicketLine } from '../../../../src/shared/model/ticket/ticket-line.ts'
import { startAccount } from '../../../support/account/account-fixture.ts'
import { startSettling } from '../../../support/ledger/settling.ts'
import { makeLeg, makeTicket } from '../../../support/ledger/tickets.ts'

async function start(names: readonly string[]) {
  const settling = await startSettling()
  const { ledger, settlement, results } = settling
  const log = (error: unknown) => {
    throw error
  }
  const closing = new ClosingPrices({
    ledger,
    profileId: () => 'own',
    source: () => Promise.resolve({ kind: 'no-price' }),
    margin: () => Promise.resolve(undefined),
    lastPrice: () => undefined,
    callsPerMinute: () => 0,
    keepFree: () => {},
    log,
  })
  const notices: string[] = []
  const { account } = startAccount()
  const gamesOver: string[] = []
  const offered = new Set([makeLeg('A').game.id, makeLeg('B').game.id])
  const desk = { endGames: (ids: readonly string[]) => void gamesOver.push(...ids) }
  const board = { endGames: (ids: readonly string[]) => ids.forEach(id => offered.delete(id)) }
  const services = { announce: () => undefined, account, board, desk, ledger, settlement, closing }
  connectSettlement(services, notice => {
    notices.push(`${notice.title} · ${notice.body}`)
  })
  const ids = names.map(name => ledger.record(makeTicket({ legs: [makeLeg(name)] })).ticketId)
  const settle = async (result: string, of = names) => {
    for (const name of of) results.set(`grade-of-${name}`, { result })
    const reports = []
    // Settled legs are asked about one by one.
    for (const id of ids) reports.push(await settlement.checkLeg(id, 0))
    return reports
  }
  return { ...settling, account, settle, ids, notices, gamesOver, offered }
}

it('connectSettlement ends the games on the desk and the board that the grader called final', async () => {
  const { settlement, results, gamesOver, offered } = await start(['A'])
  results.set('grade-of-A', { result: 'Won', game: { id: 'theirs', status: 'Final', live: false } })
  await settlement.settle()
  expect(gamesOver).toEqual([makeLeg('A').game.id])
  expect(offered).not.toContain(makeLeg('A').game.id)
})

it('connectSettlement ends them again at the next start, and at a switch of profile', async () => {
  const { account, ledger, settlement, results, gamesOver } = await start(['A'])
  results.set('grade-of-A', { result: 'Won', game: { id: 'theirs', status: 'Final', live: false } })
  await settlement.settle()
  for (const begin of [() => ledger.emit('opened'), () => account.emit('switched')]) {
    gamesOver.length = 0
    begin()
    await expect.poll(() => gamesOver).toEqual([makeLeg('A').game.id])
  }
})

it.each([
  [
    { was: 'lost', wasProfitMinor: -1_250, result: 'review', profitMinor: null },
    'Lost −$12.50 now needs your review',
  ],
  [
    { was: 'review', wasProfitMinor: null, result: 'won', profitMinor: 1_250 },
    'Won +$12.50, no review needed now',
  ],
  [
    { was: 'lost', wasProfitMinor: -1_250, result: 'pending', profitMinor: null },
    'Lost −$12.50 is now open again',
  ],
] as const)('describeChange says each change as a sentence (%#)', async (given, sentence) => {
  const { ledger } = await start(['A'])
  const [line] = ledger.reads.list.lines([1])
  if (line === undefined) throw new Error('no ticket')
  expect(describeChange({ ...line, ...given })).toBe(sentence)
})

describe('describeSettled', () => {
  it('says how a ticket ended, that it is open again, and how it ended then', async () => {
    const { settle, notices } = await start(['A'])
    const [first] = await settle('Won')
    const [second] = await settle('Pending')
    const [third] = await settle('Lost')
    expect(notices.map(notice => notice.split(' · ')[0])).toEqual([
      'Won +$204.80',
      'Won +$204.80 is now open again',
      'Won +$204.80 is now Lost −$40.00',
    ])
    expect([first?.settled, second?.settled]).toEqual([1, 0])
    expect(first?.changes).toEqual([])
    expect(third?.changes).toEqual([expect.stringMatching(/: Won \+\$204\.80 is now Lost −\$40\.00\.$/)])
  })

  it('says push/void as the screen does, and that a bet which cost nothing was a bonus bet', async () => {
    const { settlement, ledger, notices } = await start(['A', 'B'])
    const lines = ledger.reads.list.lines([1, 2])
    settlement.emit('settled', [
      ...lines.slice(0, 1).map(line => ({ ...line, result: 'refunded' as const, profitMinor: 0 })),
      ...lines
        .slice(1)
        .map(line => ({ ...line, result: 'lost' as const, profitMinor: 0, kind: 'bonus' as const })),
    ])
    const [title, ...named] = notices[0]?.split(/ · |\n/) ?? []
    expect([notices.length, title]).toEqual([1, '2 tickets settled: $0.00'])
    expect(named[0]).toMatch(/^Push\/void \$0\.00: .* at Bravo$/)
    expect(named[1]).toMatch(/^Lost \$0\.00: .* at Bravo, bonus bet$/)
  })

  it('sums up the profit of all tickets to the cent, each currency for itself', async () => {
    const { ledger, ids } = await start(['A', 'B', 'C', 'D'])
    const titleOf = (...profits: (readonly [currency: string, profitMinor: number])[]) => {
      const lines = ledger.reads.list.lines(ids.slice(0, profits.length))
      return describeSettled(
        lines.map((line, at) => {
          const [currency = 'USD', profitMinor = 0] = profits[at] ?? []
          return { ...line, result: 'won' as const, currency, profitMinor }
        }),
      ).title
    }
    expect(titleOf(['USD', 20_480], ['USD', -4_010], ['USD', -4_000], ['USD', -469])).toBe(
      '4 tickets settled: +$120.01',
    )
    expect(titleOf(['USD', 10], ['EUR', -4_000], ['USD', 20])).toBe('3 tickets settled: +$0.30, −€40.00')
  })

  it('makes one notice for many tickets, which counts those that are open again', async () => {
    const { settlement, ledger, notices } = await start(['A', 'B', 'C', 'D', 'E'])
    const lines = ledger.reads.list.lines([1, 2, 3, 4, 5])
    settlement.emit(
      'settled',
      lines.map((line, at) => ({
        ...line,
        result: at < 2 ? 'won' : at < 4 ? 'lost' : 'pending',
        was: at === 3 ? 'won' : null,
      })),
    )
    expect(notices).toEqual([
      '4 tickets settled · 2 won · 2 lost · 1 open again · 1 changed from another result',
    ])
  })

  it('counts as settled no ticket that needs review, and names those first', async () => {
    const { ledger, ids } = await start(['A', 'B', 'C', 'D', 'E'])
    const noticeOf = (...results: TicketLine['result'][]) => {
      const lines = ledger.reads.list.lines(ids.slice(0, results.length))
      const { title, body } = describeSettled(
        lines.map((line, at) => ({ ...line, result: results[at] ?? 'pending' })),
      )
      return `${title} / ${body}`
    }
    expect(noticeOf('won', 'lost', 'lost', 'refunded', 'review')).toBe(
      '4 tickets settled / 1 needs your review · 1 won · 2 lost · 1 push/void',
    )
    expect(noticeOf('won', 'review', 'review', 'review')).toBe(
      '1 ticket settled / 3 need your review · 1 won',
    )
    expect(noticeOf('review', 'review', 'review', 'pending')).toBe(
      '4 tickets changed / 3 need your review · 1 open again',
    )
  })

  it('names up to three tickets, and counts only what there is of four', async () => {
    const { ledger, ids } = await start(['A', 'B', 'C', 'D'])
    const ended = (result: TicketLine['result']) =>
      ledger.reads.list.lines(ids).map(line => ({ ...line, result, profitMinor: null }))
    const three = describeSettled(ended('cashed-out').slice(1))
    expect(three.title).toBe('3 tickets settled')
    expect(three.body.split('\n')).toEqual(Array(3).fill(expect.stringMatching(/^Cashed out: .* at Bravo$/)))
    expect(describeSettled(ended('review').slice(3))).toMatchObject({
      title: 'Needs review',
      isSilent: false,
    })
    const oneToReview = [...ended('won').slice(2, 3), ...ended('review').slice(3)]
    expect(describeSettled(oneToReview).body).toMatch(/^Needs review: .*\nWon: /)
    expect(describeSettled(ended('lost').map(line => ({ ...line, was: null })))).toEqual({
      title: '4 tickets settled',
      body: '4 lost',
      isSilent: false,
    })
  })
})
