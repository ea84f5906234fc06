import { describe, expect, it } from 'vitest'
import type { Cell } from '../../../../../src/shared/model/price/cell.ts'
import { describeCell, type CellFace } from '../../../../../src/renderer/features/desk/cell/cell-face.ts'
import type { DisplayContext } from '../../../../../src/renderer/features/desk/context/useDisplay.ts'
import { explainCell } from '../../../../../src/renderer/features/desk/cell/cell-text.ts'
import { cellState } from '../../../../../src/shared/model/price/cell.ts'
import {
  americanPrice,
  cell,
  failure,
  noon,
  plainReading,
  priced,
  quote,
} from '../../../../support/shared/desk-rows.ts'

const display: DisplayContext = { ...plainReading, now: noon + 12_000 }
const later: DisplayContext = { ...display, now: noon + 54_000 }
const pricing = { kind: 'pricing' } as const
const waiting = { kind: 'waiting', place: 3, startsAt: null } as const

const states: readonly [name: string, cell: Cell, at: DisplayContext, face: Partial<CellFace>][] = [
  [
    'a price with its age',
    cell('a', { quote: priced(455) }),
    display,
    { main: '+455', note: '12 s', spoken: '+455, 12 s ago' },
  ],
  [
    'a negative price',
    cell('a', { quote: priced(-150) }),
    display,
    { main: '−150', note: '12 s', spoken: '−150, 12 s ago' },
  ],
  [
    'a stale price',
    cell('a', { quote: priced(455) }),
    later,
    { main: '+455', note: 'stale 54 s', spoken: '+455, stale 54 s ago' },
  ],
  ['nothing yet', cell('a'), display, { main: '—', note: '', spoken: 'not priced yet' }],
  [
    'a first pricing',
    cell('a', { activity: pricing }),
    display,
    { main: 'pricing…', note: '', spoken: 'pricing…' },
  ],
  [
    'a pricing over an old price',
    cell('a', { activity: pricing, quote: priced(455) }),
    display,
    { main: '+455', note: 'pricing…', spoken: 'was +455, pricing…' },
  ],
  [
    'a place in line',
    cell('a', { activity: waiting }),
    display,
    { main: 'waiting', note: '3', spoken: 'waiting, place 3' },
  ],
  [
    'a wait until a time',
    cell('a', { activity: { ...waiting, startsAt: noon + 81_000 }, quote: priced(455) }),
    display,
    { main: '+455', note: 'waits 3 · 1:09', spoken: 'was +455, waiting, place 3, starts in 1:09' },
  ],
  [
    'no price',
    cell('a', { quote: quote({ kind: 'no-price' }) }),
    display,
    { main: 'No price', note: '', spoken: 'No price' },
  ],
  [
    'legs that do not combine',
    cell('a', { quote: quote({ kind: 'cannot-combine' }) }),
    display,
    { main: 'Can’t combine', note: '', spoken: 'Can’t combine' },
  ],
  [
    'another message, cut to fit, spoken in full',
    cell('a', { quote: quote({ kind: 'message', text: 'Event suspended until further notice' }) }),
    display,
    { main: 'Event suspended…', note: '', spoken: 'Event suspended until further notice' },
  ],
  [
    'missing legs',
    cell('a', { missingLegs: 1 }),
    display,
    { main: '2 of 3 legs', note: '', spoken: '2 of 3 legs' },
  ],
  [
    'a limit',
    cell('a', { quote: failure({ kind: 'limited', untilAt: noon + 21_000 }) }),
    display,
    { main: 'Limit', note: 'again 0:09', spoken: 'Limit, again 0:09' },
  ],
  [
    'a limit that is over',
    cell('a', { quote: failure({ kind: 'limited', untilAt: noon }) }),
    display,
    { main: 'Limit', note: 'R to retry', spoken: 'Limit, R to retry' },
  ],
  [
    'a refused key',
    cell('a', { quote: failure({ kind: 'key-refused' }) }),
    display,
    { main: 'Key refused', note: '', spoken: 'Key refused' },
  ],
  [
    'a time-out',
    cell('a', { quote: failure({ kind: 'timed-out', afterMs: 9 }) }),
    display,
    { main: 'Timed out', note: 'R to retry', spoken: 'Timed out, R to retry' },
  ],
  [
    'an unreachable host',
    cell('a', { quote: failure({ kind: 'unreachable', host: 'h', detail: 'd' }) }),
    display,
    { main: 'Unreachable', note: 'R to retry', spoken: 'Unreachable, R to retry' },
  ],
  [
    'an unreadable answer',
    cell('a', { quote: failure({ kind: 'unreadable', status: 200, detail: 'd' }) }),
    display,
    { main: 'Unreadable', note: 'R to retry', spoken: 'Unreadable, R to retry' },
  ],
  [
    'a server error',
    cell('a', { quote: failure({ kind: 'server-error', status: 503, detail: 'd' }) }),
    display,
    { main: 'Error 503', note: 'R to retry', spoken: 'Error 503, R to retry' },
  ],
]

describe('cellFace', () => {
  it.each(states)('says %s', (_name, given, at, face) => {
    expect(describeCell(given, 3, at)).toMatchObject(face)
  })

  it('gives each state its own words', () => {
    const words = states.map(([, given, at]) => {
      const face = describeCell(given, 3, at)
      return `${face.main} ${face.note}`
    })
    expect(new Set(words).size).toBe(states.length)
  })

  it('shows prices in the format of the user', () => {
    expect(describeCell(cell('a', { quote: priced(455) }), 3, { ...display, format: 'decimal' }).main).toBe(
      '5.55',
    )
  })

  it.each([
    ['up', 400, '2.0'],
    ['down', 500, '1.4'],
    ['down', 456, '0.03'],
  ] as const)(
    'says that the price moved %s, and by how many points of probability',
    (move, before, points) => {
      const face = describeCell(cell('a', { quote: priced(455), before: americanPrice(before) }), 3, display)
      expect(face.move).toBe(move)
      expect(face.spoken).toBe(`+455, 12 s ago, moved ${move} ${points} points`)
      expect(face.hint).toBe(`moved ${move} ${points} points`)
    },
  )

  it.each([
    [0.523, '52% above the other books’ median'],
    [-0.3, '30% below the other books’ median'],
  ])('marks a suspect price with a word and why', (by, why) => {
    const face = describeCell(cell('a', { quote: priced(455) }), 3, display, by)
    expect(face).toMatchObject({ isSuspect: true, note: 'suspect 12 s', hint: why })
    expect(face.spoken).toBe(`+455, suspect 12 s ago, ${why}`)
  })

  it('shows words, not figures, where there is no price', () => {
    const figures = states.filter(([, given, at]) => describeCell(given, 3, at).isPrice)
    expect(figures.every(([, , , { main = '' }]) => /^[+−]\d+$/.test(main))).toBe(true)
  })
})

describe('cellSentence', () => {
  const unsaid = states.filter(([name]) => !/^a (negative )?price/.test(name))

  it.each(unsaid)('explains %s in a sentence', (_name, given, at) => {
    expect(explainCell(cellState(given, at.now, at.staleAfterMs), 3, at)).toMatch(/^[A-Z].{10,}$/)
  })

  it('keeps the whole message of the service', () => {
    const text = 'Event suspended until further notice'
    expect(explainCell({ kind: 'message', text }, 3, display)).toContain(text)
  })

  it('has nothing to add to a fresh price', () => {
    expect(explainCell(cellState(cell('a', { quote: priced(455) }), noon, 30_000), 3, display)).toBe('')
  })
})
