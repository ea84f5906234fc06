import { expect, test } from 'vitest'
import {
  costText,
  kindText,
  percentOf,
  planText,
  progressText,
  removalText,
  reportText,
  stateText,
} from '../../../../src/renderer/features/board/board-text.ts'
import type { SourceKind } from '../../../../src/shared/model/game/source.ts'
import { plan, report, source } from '../../../support/renderer/board/board-answers.ts'

const now = 10 * 60_000
const kinds: [SourceKind, string][] = [
  [{ kind: 'paste' }, 'Pasted'],
  [{ kind: 'file' }, 'File'],
  [{ kind: 'watch', isFolder: false }, 'Watched file'],
  [{ kind: 'watch', isFolder: true }, 'Watched folder'],
  [{ kind: 'feed', plan: plan() }, 'Odds feed'],
]
test.each(kinds)('each kind has its own words: %j', (kind, says) => {
  expect(kindText(kind)).toBe(says)
})

test.each([
  [source('a', { state: { kind: 'never' } }), 'Not loaded yet'],
  [source('a', { state: { kind: 'ready', at: now - 240_000 } }), 'Loaded 4 min ago · 120 offers'],
  [
    source('a', { state: { kind: 'ready', at: now - 240_000 }, isOn: false }),
    'Loaded 4 min ago · off: gives nothing to the board',
  ],
  [
    source('a', { state: { kind: 'failed', at: now - 9_000, sentence: '…' }, offers: 1 }),
    'Failed 9 s ago · 1 offer from before',
  ],
])('a source says how its last load went', (given, says) => {
  expect(stateText(given, now)).toBe(says)
})

test.each([
  [
    { done: 12_400_000, of: 48_000_000, objects: 41_208, secondsLeft: 9 },
    '41,208 objects · 12 of 48 MB · 9 s left',
  ],
  [{ done: 400_000, of: 0, objects: 1, secondsLeft: null }, '1 object · 0.4 MB'],
  [{ done: 0, of: 0, objects: 0, secondsLeft: null }, 'waiting to begin'],
])('progress tells objects, MB and the time left, as far as known', (state, says) => {
  expect(progressText({ kind: 'loading', ...state })).toBe(says)
})

test.each([
  [{ done: 130, of: 1000 }, 13],
  [{ done: 1100, of: 1000 }, 100],
  [{ done: 5, of: 0 }, undefined],
])('%j is %j per cent', (state, percent) => {
  expect(percentOf(state)).toBe(percent)
})

test('a plan is told in one line', () => {
  expect(planText(plan())).toBe('All leagues · on demand')
  expect(planText({ leagues: ['NFL', 'NBA'], isLiveOnly: true, isMainOnly: true, everySeconds: 30 })).toBe(
    'NFL, NBA · live only · main lines only · every 30 s',
  )
})

test.each([
  [{ calls: 12, perMinute: 24 }, '12 calls a load, 24 a minute'],
  [{ calls: 1, perMinute: 1 / 3 }, '1 call a load, 0.3 a minute'],
  [{ calls: 12, perMinute: 0 }, '12 calls a load, on demand only'],
  [{ calls: null, perMinute: 0 }, '1 call to find the books, then one for each book and league'],
])('the cost %j is told before it is paid', (cost, says) => {
  expect(costText(cost)).toBe(says)
})

test('a report counts what was left out over all reasons', () => {
  const leftOut = [
    { reason: 'a', count: 9, example: '' },
    { reason: 'b', count: 3, example: '' },
  ]
  expect(reportText(report({ taken: 41_208, replaced: 38, leftOut }))).toBe(
    'Took 41,208 · replaced 38 · left out 12',
  )
})

test('the question before a removal names what comes back by itself, and which feed has to be loaded for it', () => {
  const own = (name: string) => ({ name, offers: 1_000, comesBack: true })
  const leaving = '900 offers of it will leave the board; no file is deleted.'
  expect(removalText({ offers: 900, covers: [] })).toBe(leaving)
  expect(removalText({ offers: 900, covers: [own('b.json')] })).toBe(
    `${leaving} Other sources give back what they have of them: up to 1,000 from “b.json”.`,
  )
  const feed = { name: 'Odds feed', offers: 7, comesBack: false }
  expect(removalText({ offers: 900, covers: [...['b', 'c', 'd', 'e', 'f'].map(own), feed] })).toBe(
    `${leaving} Other sources give back what they have of them: up to 1,000 from “b”, up to 1,000 from “c”, up to 1,000 from “d”, up to 2,000 from 2 others. “Odds feed” has up to 7 of them: load it again to have those back.`,
  )
})
