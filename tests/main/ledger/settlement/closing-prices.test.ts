import { onTestFinished, describe, expect, it } from 'vitest'
import { ClosingPrices, type ClosingAnswer } from '../../../../src/main/ledger/settlement/closing-prices.ts'
import type { TicketFacts } from '../../../../src/shared/model/ticket.ts'
import { ledgerFilesIn } from '../../../../src/main/ledger/ledger-file.ts'
import { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { tempFolder } from '../../storage/temp-folder.ts'
import { gradingOf, legNamed, startOfTests, ticketOf } from '../tickets.ts'

const minute = 60_000
const start = startOfTests + 60 * minute
const priced = (text: string): ClosingAnswer => ({
  kind: 'priced',
  price: { text, format: 'american', decimal: 2 },
  links: null,
  limits: null,
})

function startClosing(answersOf: ClosingAnswer[], callsPerMinute = 10) {
  const clock = { now: startOfTests }
  const asked: TicketFacts[] = []
  const log = (error: unknown) => {
    throw error
  }
  const ledger = new Ledger({
    files: ledgerFilesIn(tempFolder()),
    isDemo: () => false,
    log,
    now: () => clock.now,
  })
  ledger.open()
  onTestFinished(() => ledger.close())
  const closing = new ClosingPrices({
    ledger,
    profileId: () => 'own',
    quote: facts => {
      asked.push(facts)
      return Promise.resolve(answersOf.shift() ?? { kind: 'no-price' })
    },
    callsPerMinute: () => callsPerMinute,
    log,
    now: () => clock.now,
  })
  const lookAt = async (at: number) => {
    clock.now = at
    await closing.look()
  }
  const closingOf = (ticketId: number) => ledger.reads.lines([ticketId])[0]
  return { ledger, asked, lookAt, closingOf }
}

describe('the closing price', () => {
  it('is asked for twice in the last minutes; the last one counts', async () => {
    const { ledger, asked, lookAt, closingOf } = startClosing([priced('+480'), priced('+468')])
    const { ticketId } = ledger.record(ticketOf())
    await lookAt(start - 5 * minute)
    expect(asked).toHaveLength(0)
    for (const before of [230, 215, 50, 35]) await lookAt(start - before * 1_000)
    expect(asked).toHaveLength(2)
    expect(closingOf(ticketId)).toMatchObject({
      closing: { kind: 'priced', price: { text: '+468' } },
    })
    expect(closingOf(ticketId)?.clv).toBeCloseTo(6.12 / 5.68 - 1, 5)
  })

  it('stays the earlier one when the book gives none at last', async () => {
    const { ledger, lookAt, closingOf } = startClosing([priced('+480'), { kind: 'no-price' }])
    const { ticketId } = ledger.record(ticketOf())
    await lookAt(start - 3 * minute)
    await lookAt(start - 30_000)
    expect(closingOf(ticketId)?.closing).toMatchObject({ kind: 'priced', price: { text: '+480' } })
  })

  it.each<[ClosingAnswer, string]>([
    [{ kind: 'no-price' }, 'no price'],
    [{ kind: 'cannot-combine' }, 'combines'],
    [{ kind: 'message', text: 'Suspended' }, 'Suspended'],
    [{ kind: 'failed', failure: { kind: 'timed-out', afterMs: 1 } }, 'in time'],
    [{ kind: 'no-token', why: 'The board has 1 of 2 legs at this book.' }, '1 of 2'],
  ])('is marked as missing, with why: %j', async (answer, why) => {
    const { ledger, lookAt, closingOf } = startClosing([answer])
    const { ticketId } = ledger.record(ticketOf())
    await lookAt(start - 30_000)
    const { closing, clv } = closingOf(ticketId) ?? {}
    expect(clv).toBeNull()
    expect(closing?.kind === 'unquotable' && closing.why).toContain(why)
  })

  it('is never asked for once a game has started, nor for tickets that ended', async () => {
    const { ledger, asked, lookAt } = startClosing([])
    const early = legNamed('Early', { game: { ...legNamed('x').game, startAt: startOfTests - minute } })
    ledger.record(ticketOf({ legs: [legNamed('A'), early] }))
    const lost = ledger.record(ticketOf({ legs: [legNamed('A')] })).ticketId
    ledger.grade([{ ticketId: lost, place: 0, grading: gradingOf('lost') }])
    await lookAt(start - 30_000)
    expect(asked).toHaveLength(0)
  })

  it('uses its slice of the calls only, the rest at the next look', async () => {
    const { ledger, asked, lookAt } = startClosing([], 2)
    for (let count = 0; count < 5; count++) ledger.record(ticketOf())
    await lookAt(start - 230_000)
    expect(asked).toHaveLength(2)
    await lookAt(start - 215_000)
    expect(asked).toHaveLength(2)
    await lookAt(start - 165_000)
    expect(asked).toHaveLength(4)
  })
})
