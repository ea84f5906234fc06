import { expect, it } from 'vitest'
import {
  explainNoBook,
  listLegs,
  obstacleText,
  rowSpoken,
  startForms,
  toTicketsPart,
} from '../../../../../src/renderer/features/desk/rows/row-text.ts'
import { clockTime, dayAndTime } from '../../../../../src/renderer/format/time-text.ts'
import { cell, leg, noon, priced, quote, row } from '../../../../support/shared/desk-rows.ts'

it('startForms are the start of the next game, with the day unless it is today, and its shorter forms', () => {
  const hour = 3_600_000
  const at = (...starts: (number | null)[]) =>
    startForms(
      row(
        1,
        [],
        starts.map(startAt => leg('North O27.5', 'Points', { startAt })),
      ),
      noon,
    )
  expect(at(noon + 2 * hour, noon + hour, noon - hour, null)).toEqual([
    clockTime(noon + hour),
    clockTime(noon + hour).replace(/\s(?:AM|PM)/, ''),
    '',
  ])
  expect(at(noon + 48 * hour)[0]).toBe(dayAndTime(noon + 48 * hour))
  expect(at(noon - hour, null)).toEqual([''])
})

it('rowSpoken names the legs, the game and the number of legs', () => {
  expect(rowSpoken(row(1, []))).toBe('North O27.5 pts · Harbor City ML, RVT at HBR · 2 legs')
})

it.each([
  ['one cannot combine them', 'Can’t combine', [{ kind: 'cannot-combine' }, { kind: 'no-price' }, undefined]],
  ['one has no price now', 'No price', [{ kind: 'no-price' }, undefined]],
  ['one has a message instead', 'No price', [{ kind: 'message', text: 'Suspended' }, undefined]],
  [
    'none answered',
    'No response',
    [{ kind: 'failed', failure: { kind: 'unreachable', host: 'a.example', detail: '' } }, undefined],
  ],
  ['none offers them', 'Not offered', [undefined, undefined]],
  ['there is no book', '', []],
] as const)('obstacleText says why no book prices a row: %s', (_case, text, outcomes) => {
  const cells = outcomes.map((outcome, at) =>
    cell(`b${at}`, outcome === undefined ? { missingLegs: 1 } : { quote: quote(outcome) }),
  )
  expect(obstacleText(row(1, cells), new Set(['b0', 'b1', 'b2']))).toBe(text)
})

it('obstacleText says nothing while a book shown has a price or was not asked', () => {
  const without = cell('a', { quote: quote({ kind: 'cannot-combine' }) })
  const shown = new Set(['a', 'b'])
  expect(obstacleText(row(1, [without, cell('b', { quote: priced(455) })]), shown)).toBe('')
  expect(obstacleText(row(1, [without, cell('b')]), shown)).toBe('')
  expect(obstacleText(row(1, [without, cell('c', { quote: priced(455) })]), shown)).toBe('Can’t combine')
})

it('toTicketsPart names the legs of a parlay as its tickets keep them', () => {
  const points = leg('Ada North Over 27.5', 'Points')
  const { game } = points
  expect(toTicketsPart({ ...row(1, []), legs: [points] })).toEqual({
    kind: 'parlay',
    label: 'North O27.5 pts',
    legs: [{ gameKey: game.id, market: 'Points', name: 'Ada North Over 27.5' }],
  })
})

it('listLegs says the game, and under each leg what the sign of its row means, unless the phase says it', () => {
  const gone = { ...leg('North O27.5', 'Points'), isOffered: false, isGameListed: false }
  const flagged = { ...leg('Harbor City', 'Moneyline'), flags: ['Bravo says Over.'] }
  const legs = [gone, flagged]
  const { title } = gone.game
  expect(listLegs({ legs }, 'live').split('\n')).toEqual([
    title,
    'North O27.5 Points',
    '⚠ No longer offered.',
    'Harbor City Moneyline',
    '⚠ Bravo says Over.',
  ])
  expect(listLegs({ legs }, 'unlisted').split('\n')).toEqual([
    title,
    'North O27.5 Points',
    'Harbor City Moneyline',
    '⚠ Bravo says Over.',
  ])
})

it('explainNoBook says why a row has no price to open', () => {
  const explain = (...outcomes: Parameters<typeof quote>[0][]) =>
    explainNoBook(
      row(
        1,
        outcomes.map((outcome, at) => cell(String(at), { quote: quote(outcome) })),
      ),
    )
  expect(explain({ kind: 'cannot-combine' })).toBe('No book takes these legs together')
  expect(explain({ kind: 'no-price' })).toBe('No book is pricing these legs right now')
  expect(explainNoBook(row(1, [cell('alpha', { missingLegs: 1 })]))).toBe('No book offers all the legs')
  expect(explainNoBook(row(1, [cell('alpha')]))).toBe('No book has priced this parlay yet')
})
