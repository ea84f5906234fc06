import { describe, expect, it } from 'vitest'
import {
  costText,
  kindText,
  planText,
  progressText,
  removalText,
  reportText,
  startText,
  stateText,
  toPercent,
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

describe('board-text', () => {
  it.each(kinds)('kindText names each kind: %j', (kind, says) => {
    expect(kindText(kind)).toBe(says)
  })

  it.each([
    [source('a', { state: { kind: 'never' } }), 'Not loaded yet'],
    [source('a', { state: { kind: 'ready', at: now - 240_000 } }), 'Updated 4 min ago · 120 odds'],
    [source('a', { state: { kind: 'ready', at: now - 240_000 }, isOn: false }), 'Updated 4 min ago · off'],
    [
      source('a', { state: { kind: 'failed', at: now - 9_000, sentence: '…' }, offers: 1 }),
      'Failed 9s ago · 1 odds from before',
    ],
  ])('stateText describes the last load of a source', (given, says) => {
    expect(stateText(given, now)).toBe(says)
  })

  it.each([
    [
      { done: 12_400_000, of: 48_000_000, objects: 41_208, secondsLeft: 9 },
      '41,208 objects · 12 of 48 MB · 9s left',
    ],
    [{ done: 400_000, of: 0, objects: 1, secondsLeft: null }, '1 object · 0.4 MB'],
    [{ done: 0, of: 0, objects: 0, secondsLeft: null }, ''],
  ])('progressText gives objects, MB and the time left, as far as known', (state, says) => {
    expect(progressText({ kind: 'loading', ...state })).toBe(says)
  })

  it.each([
    [{ done: 130, of: 1000 }, 13],
    [{ done: 1100, of: 1000 }, 100],
    [{ done: 5, of: 0 }, undefined],
  ])('toPercent of %j is %j', (state, percent) => {
    expect(toPercent(state)).toBe(percent)
  })

  it('planText gives a plan in one line', () => {
    expect(planText(plan())).toBe('All leagues · manual')
    expect(planText({ leagues: ['NFL', 'NBA'], isLiveOnly: true, isMainOnly: true, everySeconds: 30 })).toBe(
      'NFL, NBA · live only · main lines only · every 30s',
    )
  })

  it.each([
    [{ calls: 12, perMinute: 24 }, '12 calls per refresh, 24 a minute'],
    [{ calls: 1, perMinute: 1 / 3 }, '1 call per refresh, 0.3 a minute'],
    [{ calls: 12, perMinute: 0 }, '12 calls per refresh'],
    [{ calls: null, perMinute: 0 }, '1 call to find the books, then 1 per book and league'],
  ])('costText of %j gives calls per refresh and a minute', (cost, says) => {
    expect(costText(cost)).toBe(says)
  })

  it('reportText counts what was left out for all reasons', () => {
    const leftOut = [
      { reason: 'a', count: 9, example: '' },
      { reason: 'b', count: 3, example: '' },
    ]
    expect(reportText(report({ taken: 41_208, replaced: 38, leftOut }))).toBe(
      '41,208 added · 38 updated · 12 skipped',
    )
  })

  it('removalText names the sources that are reloaded, and the feed that the user has to load', () => {
    const other = (name: string) => ({ name, isFeed: false })
    const leaving = 'Removes 900 odds. Your file isn’t deleted.'
    expect(removalText({ offers: 900, overrides: [] })).toBe(leaving)
    expect(removalText({ offers: 900, overrides: [other('b.json')] })).toBe(
      `${leaving} Also available from: “b.json”.`,
    )
    const feed = { name: 'Odds feed', isFeed: true }
    expect(removalText({ offers: 900, overrides: [...['b', 'c', 'd', 'e', 'f'].map(other), feed] })).toBe(
      `${leaving} Also available from: “b”, “c”, “d” and 2 others. “Odds feed” may have some of them: refresh it to get those back.`,
    )
  })

  const minute = 60_000
  const at = (startAt: number | null) => ({ startAt, isLive: false })
  const noon = Date.UTC(2026, 0, 10, 12)

  it.each([
    [90_000, '2 min'],
    [40 * minute, '40 min'],
    [120 * minute, '2h'],
    [125 * minute, '2h 5m'],
    [150 * minute, '2h 30m'],
  ])('startText of a game %i ms ahead says %s', (aheadMs, text) => {
    expect(startText(at(noon + aheadMs), noon)).toMatch(new RegExp(`^\\d+:\\d\\d [AP]M · ${text}$`))
  })

  it('startText gives the day of a game a day ahead', () => {
    expect(startText(at(noon + 26 * 60 * minute), noon)).toMatch(/11, \d+:\d\d [AP]M$/)
  })

  it('startText says that a game has started', () => {
    expect(startText(at(noon - 1), noon)).toMatch(/^Started \d+:\d\d [AP]M$/)
  })

  it('startText is empty for an unknown start, and says Live of a game under way', () => {
    expect(startText(at(null), noon)).toBe('')
    expect(startText({ startAt: noon - 1, isLive: true }, noon)).toBe('Live')
  })
})
