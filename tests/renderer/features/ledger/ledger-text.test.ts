import { describe, expect, it } from 'vitest'
import {
  describeGrader,
  describeSettleReport,
  gameText,
  describeStanding,
  noSettledText,
  regradedText,
  scoreText,
} from '../../../../src/renderer/features/ledger/ledger-text.ts'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import {
  quietSettlement,
  type LegResult,
  type SettleReport,
} from '../../../../src/shared/model/ticket/settlement.ts'
import type { HistoryItem } from '../../../../src/shared/model/ticket/ticket-detail.ts'
import { gradingOf, legOf, lineOf, wonLine } from '../../../support/renderer/ledger/ticket-lines.ts'
import { quietReport } from '../../../support/shared/ledger-answers.ts'

it('describeStanding says when the first game of an open ticket starts, then how many legs have won', () => {
  const startsAt = new Date(2026, 10, 20, 18, 20).getTime()
  const open = lineOf(1, { startsAt })
  expect(describeStanding(open, startsAt - 1)).toBe('Starts 6:20 PM')
  expect(describeStanding(lineOf(1, { startsAt: startsAt + 6 * 3_600_000 }), startsAt)).toBe(
    'Starts 12:20 AM',
  )
  expect(describeStanding(open, startsAt - 24 * 3_600_000)).toBe('Starts Nov 20, 6:20 PM')
  expect(describeStanding(open, startsAt)).toBe('0 of 2 won')
  expect(describeStanding(lineOf(1), startsAt)).toBe('0 of 2 won')
  expect(describeStanding(wonLine(1, { startsAt }), startsAt - 1)).toBe('2 of 2 won')
})

it('describeStanding says Live while a game of an open leg is on, and one count beside a result', () => {
  const [startsAt, hour] = [new Date(2026, 10, 20, 18, 20).getTime(), 3_600_000]
  const legs = { won: 1, lost: 0, refunded: 0, pending: 2, unknown: 0 }
  const line = lineOf(1, { startsAt, openStarts: [startsAt, startsAt + 9 * hour], legs })
  const at = (hours: number) => describeStanding(line, startsAt + hours * hour)
  expect([0, 5.9, 6, 8.9, 9].map(at)).toEqual([
    'Live · 1 of 3 won',
    'Live · 1 of 3 won',
    '1 of 3 won',
    '1 of 3 won',
    'Live · 1 of 3 won',
  ])
  const losing = { ...line, isProvisionallyLost: true, legs: { ...legs, lost: 1, pending: 1 } }
  expect(describeStanding(losing, startsAt)).toBe('Live · 1 won · 1 lost · 1 open')
  const lost = { won: 1, lost: 1, refunded: 0, pending: 0, unknown: 0 }
  expect(describeStanding(lineOf(1, { result: 'lost', legs: lost }), startsAt)).toBe('1 of 2 won')
  const byHand = { ...legs, won: 0, pending: 2 }
  expect(describeStanding(lineOf(1, { result: 'won', legs: byHand }), startsAt)).toBe('')
  const voided = { ...lost, refunded: 1 }
  expect(describeStanding(lineOf(1, { result: 'lost', legs: voided }), startsAt)).toBe(
    '1 won · 1 lost · 1 push/void',
  )
})

it('noSettledText blames the filter or the period only where it hides settled tickets', () => {
  const month = { ...allTickets, fromDay: '2026-11-01' }
  expect(noSettledText(allTickets)).toBe('No settled bets yet.')
  expect(noSettledText({ ...allTickets, currency: 'USD' })).toBe('No settled bets yet.')
  expect(noSettledText(month, 0)).toBe('No settled bets yet.')
  expect(noSettledText(month, 3)).toBe('No settled bets in this period.')
  expect(noSettledText({ ...month, tag: 'sharp' }, 3)).toBe('No settled bets match.')
})

it.each([
  ['a leg that ended', {}, '31 points (needed 28+)'],
  [
    'a leg under way',
    {
      result: 'pending',
      name: 'Ada North Over 7.5',
      market: 'Player Rebounds',
      grading: gradingOf({ market: null, players: [{ name: 'Ada North', position: null, score: 6 }] }),
    },
    '6 rebounds so far (needs 8+)',
  ],
  [
    'a market with an abbreviation',
    {
      result: 'pending',
      name: 'Ada North Over 1.5',
      market: 'Player RBIs',
      grading: gradingOf({ market: null, players: [{ name: 'Ada North', position: null, score: 1 }] }),
    },
    '1 RBI so far (needs 2+)',
  ],
  [
    'a leg that needs a number or more',
    { name: 'Cole 3+', grading: gradingOf({ market: 'Player Threes Made' }) },
    '31 threes made (needed 3+)',
  ],
  [
    'several players',
    {
      name: 'Both score',
      grading: gradingOf({
        players: [
          { name: 'North', position: null, score: 31 },
          { name: 'Cole', position: null, score: 0 },
        ],
      }),
    },
    'North 31 points, Cole 0 points',
  ],
  ['an under', { name: 'Ada North Under 27.5' }, '31 points (needed 27 or less)'],
  ['a whole line', { name: 'Ada North Over 27' }, '31 points (needed 28+)'],
  [
    'a player without a score',
    { grading: gradingOf({ players: [{ name: 'N', position: null, score: null }] }) },
    '',
  ],
  ['a leg without a grading', { grading: null }, ''],
] as const)('scoreText shows the result of %s', (_, leg, text) => {
  expect(scoreText(legOf(leg))).toBe(text)
})

it('gameText shows the score and state of the game, or its start', () => {
  expect(gameText(legOf())).toBe('River Town 101 at Harbor City 112 · Final')
  const live = gradingOf({ status: '4th quarter', isLive: true })
  expect(gameText(legOf({ grading: live }))).toBe('River Town 101 at Harbor City 112 · 4th quarter, live')
  expect(gameText(legOf({ grading: null }))).toBe('River Town at Harbor City · Nov 20, 7:30 PM')
})

it('gameText names the game where teams, scores and state are missing', () => {
  const bare = gradingOf({ away: null, home: null, status: null, isLive: null })
  expect(gameText(legOf({ grading: bare }))).toBe('River Town at Harbor City · Nov 20, 7:30 PM')
  const noScore = gradingOf({ home: { id: 'h', name: 'Harbor City', abbreviation: 'H', score: null } })
  expect(gameText(legOf({ grading: noScore }))).toBe('River Town 101 at Harbor City · Final')
})

it('regradedText names the result that the service took back, of that leg only', () => {
  const graded = (place: number, was: LegResult, is: LegResult): HistoryItem => ({
    seq: 1,
    at: 0,
    kind: 'graded',
    place,
    name: 'Ada North Over 27.5',
    was,
    is,
    word: is,
  })
  const history = [graded(0, 'pending', 'won'), graded(1, 'pending', 'lost'), graded(0, 'won', 'lost')]
  expect([0, 1, 2].map(place => regradedText(history, place))).toEqual(['Regraded (was Won)', '', ''])
})

function getText(report: SettleReport): string {
  const notice = describeSettleReport(report)
  return notice.kind === 'said' ? notice.text : ''
}

describe('describeSettleReport', () => {
  it('says what was settled, and what the service left out', () => {
    expect(describeSettleReport({ ...quietReport, asked: 6, answered: 4, settled: 2 })).toEqual({
      kind: 'said',
      text: 'Checked 6 legs. 2 tickets settled. No result yet for 2 legs.',
    })
  })

  it('does not count a ticket that needs review as settled, and names it', () => {
    const report = { ...quietReport, asked: 30, answered: 30 }
    expect(getText({ ...report, settled: 9, reviews: 1 })).toBe(
      'Checked 30 legs. 9 tickets settled. 1 ticket needs your review.',
    )
    expect(getText({ ...report, reviews: 2 })).toBe('Checked 30 legs. 2 tickets need your review.')
  })

  it('names the tickets that were regraded', () => {
    const changes = ['North O27.5: Won +$246.00 is now Lost −$40.00.']
    expect(getText({ ...quietReport, asked: 1, answered: 1, settled: 1, changes })).toBe(
      'Checked 1 leg. 1 ticket settled. North O27.5: Won +$246.00 is now Lost −$40.00.',
    )
  })

  it('says when there is nothing new', () => {
    expect(getText({ ...quietReport, asked: 8, answered: 8 })).toBe('Checked 8 legs. Nothing new.')
  })

  it('lists answers that fit no leg', () => {
    const report = { ...quietReport, asked: 1, answered: 1, strays: ['A stray.'], strayCount: 3 }
    expect(getText(report)).toContain('A stray. 2 more like this.')
  })

  it('says beside a failure what was settled before it', () => {
    const failure = { kind: 'server-error', status: 503, detail: 'down' } as const
    expect(describeSettleReport({ ...quietReport, asked: 120, answered: 20, settled: 7, failure })).toEqual({
      kind: 'failed',
      failure,
      text: 'Checked 120 legs. 7 tickets settled. No result yet for 100 legs.',
    })
    expect(describeSettleReport({ ...quietReport, asked: 120, failure })).toEqual({ kind: 'failed', failure })
  })

  it('says that nothing is pending', () => {
    expect(getText(quietReport)).toContain('Nothing to check right now.')
  })
})

it('describeGrader names the next check and the number of pending legs', () => {
  expect(describeGrader(quietSettlement)).toBe('')
  expect(describeGrader({ ...quietSettlement, isRunning: true })).toBe('Checking results…')
  expect(describeGrader({ ...quietSettlement, pendingLegs: 6, nextAt: Date.UTC(2026, 10, 20, 12) })).toMatch(
    /^Next results check \d+:\d\d [AP]M · 6 legs open$/,
  )
})
