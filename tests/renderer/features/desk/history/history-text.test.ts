import { describe, expect, it } from 'vitest'
import {
  summarizeHistory,
  listPastQuotes,
} from '../../../../../src/renderer/features/desk/history/history-text.ts'
import { clockTime } from '../../../../../src/renderer/format/time-text.ts'
import { explainFailure } from '../../../../../src/renderer/ui/failure-text.ts'
import { failure, noon, priced, quote } from '../../../../support/shared/desk-rows.ts'

const minute = 60_000
const since = clockTime(noon)

describe('listPastQuotes', () => {
  it('compares each price with the one before, across answers without a price', () => {
    const quotes = [
      priced(100, noon + 4 * minute),
      priced(150, noon + 3 * minute),
      failure({ kind: 'timed-out', afterMs: 8_000 }, noon + 2 * minute),
      quote({ kind: 'no-price' }, noon + minute),
      priced(150, noon),
    ]
    const answers = listPastQuotes(quotes, noon)
    expect(answers.map(({ price, says }) => price?.text ?? says)).toEqual([
      '+100',
      '+150',
      explainFailure({ kind: 'timed-out', afterMs: 8_000 }).headline,
      'No price',
      '+150',
    ])
    expect(answers.map(({ move }) => move && [move.direction, move.points.toFixed(3)])).toEqual([
      ['down', '0.100'],
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('names the day of an answer of another day', () => {
    const [today, before] = listPastQuotes([priced(100, noon), priced(100, noon - 48 * 60 * minute)], noon)
    expect(before?.when.length).toBeGreaterThan(today?.when.length ?? 0)
    expect(before?.when).toContain('8')
  })
})

describe('summarizeHistory', () => {
  it('names the ends and the extremes, in the user’s format', () => {
    const quotes = [priced(150, noon + 2), priced(300, noon + 1), priced(100, noon)]
    expect(summarizeHistory(quotes, { format: 'decimal', now: noon })).toBe(
      `3 quotes since ${since}. From 2.00 to 2.50, low 2.00, high 4.00.`,
    )
  })

  it('is short where nothing moved, nothing was priced, and nothing is kept', () => {
    expect(summarizeHistory([priced(150, noon)], { format: 'american', now: noon })).toBe(
      `1 quote since ${since}. Always +150.`,
    )
    expect(summarizeHistory([quote({ kind: 'no-price' })], { format: 'american', now: noon })).toBe(
      `1 quote since ${since}, none with a price.`,
    )
    expect(
      summarizeHistory([quote({ kind: 'no-price' }), priced(150, noon)], { format: 'american', now: noon }),
    ).toBe(`2 quotes since ${since}, 1 with a price. Always +150.`)
    expect(summarizeHistory([], { format: 'american', now: noon })).toBe('No quotes stored yet.')
  })
})
