/** A cell in each state of the closed list, with its face in the grid. */
import type { CellFace } from '../../../../src/renderer/features/desk/cell/cell-face.ts'
import type { DisplayContext } from '../../../../src/renderer/features/desk/context/useDisplay.ts'
import type { Cell } from '../../../../src/shared/model/price/cell.ts'
import { cell, failure, noon, plainDisplay, priced, quote } from '../../shared/desk-rows.ts'

export const display: DisplayContext = { ...plainDisplay, now: noon + 12_000 }
const later: DisplayContext = { ...display, now: noon + 54_000 }
const pricing = { kind: 'pricing' } as const
const waiting = { kind: 'waiting', place: 3, startsAt: null } as const

export const states: readonly [name: string, cell: Cell, at: DisplayContext, face: Partial<CellFace>][] = [
  [
    'a price with its age',
    cell('a', { quote: priced(455) }),
    display,
    { main: '+455', note: '12s', spoken: '+455, 12s ago' },
  ],
  [
    'a negative price',
    cell('a', { quote: priced(-150) }),
    display,
    { main: '−150', note: '12s', spoken: '−150, 12s ago' },
  ],
  [
    'a stale price',
    cell('a', { quote: priced(455) }),
    later,
    { main: '+455', note: '54s old', spoken: '+455, 54s old' },
  ],
  ['nothing yet', cell('a'), display, { main: '—', short: '·', note: '', spoken: 'not priced yet' }],
  [
    'a first pricing',
    cell('a', { activity: pricing }),
    display,
    { main: 'pricing…', short: 'pricing…', note: '', spoken: 'pricing…' },
  ],
  [
    'a pricing over a fresh price',
    cell('a', { activity: pricing, quote: priced(455) }),
    display,
    { main: '+455', note: '…', isFresh: true, spoken: '+455, 12s ago, pricing…' },
  ],
  [
    'a place in line',
    cell('a', { activity: waiting }),
    display,
    { main: '#3', note: '', spoken: 'waiting, #3' },
  ],
  [
    'a wait until a time',
    cell('a', { activity: { ...waiting, startsAt: noon + 81_000 } }),
    display,
    { main: '#3', note: 'in 1:09', spoken: 'waiting, #3, 1:09 to go' },
  ],
  [
    'a pause without a place in line',
    cell('a', { activity: { ...waiting, place: 0, startsAt: noon + 81_000 } }),
    display,
    { main: 'waiting', note: 'in 1:09', spoken: 'waiting, 1:09 to go' },
  ],
  [
    'a fresh price that waits for a new one, with its age',
    cell('a', { activity: { ...waiting, startsAt: noon + 81_000 }, quote: priced(460) }),
    display,
    {
      main: '+460',
      note: '12s',
      isFresh: true,
      hint: 'In line for a new price: #3, in 1:09',
      spoken: '+460, 12s ago, waiting, #3, 1:09 to go',
    },
  ],
  [
    'an old price that waits for a new one',
    cell('a', { activity: { ...waiting, startsAt: noon + 81_000 }, quote: priced(455) }),
    later,
    {
      main: '+455',
      note: 'in 0:27',
      isFresh: false,
      hint: 'In line for a new price: #3, in 0:27',
      spoken: '+455, 54s old, waiting, #3, 0:27 to go',
    },
  ],
  [
    'an old price with a place in line alone',
    cell('a', { activity: waiting, quote: priced(455) }),
    later,
    { main: '+455', note: '#3', spoken: '+455, 54s old, waiting, #3' },
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
    { main: 'Can’t combine', short: '×', note: '', hint: 'Can’t combine', spoken: 'Can’t combine' },
  ],
  [
    'another message in one word, spoken in full',
    cell('a', { quote: quote({ kind: 'message', text: 'Event suspended until further notice' }) }),
    display,
    {
      main: 'Event suspended until further notice',
      short: 'Susp.',
      note: '',
      hint: 'Event suspended until further notice',
      spoken: 'Event suspended until further notice',
    },
  ],
  [
    'missing legs',
    cell('a', { missingLegs: 1 }),
    display,
    { main: '1 leg missing', short: '–', note: '', hint: '1 leg missing', spoken: '1 leg missing' },
  ],
  [
    'no leg at all',
    cell('a', { missingLegs: 3 }),
    display,
    { main: 'Not offered', short: '–', note: '', hint: 'Not offered', spoken: 'Not offered' },
  ],
  [
    'a limit',
    cell('a', { quote: failure({ kind: 'limited', untilAt: noon + 21_000 }) }),
    display,
    { main: 'Rate limit', note: '0:09', spoken: 'Rate limit 0:09 until retry' },
  ],
  [
    'a limit that is over',
    cell('a', { quote: failure({ kind: 'limited', untilAt: noon }) }),
    display,
    { main: 'Rate limit', note: '', spoken: 'Rate limit, R to retry' },
  ],
  [
    'a refused key',
    cell('a', { quote: failure({ kind: 'key-refused' }) }),
    display,
    { main: 'Key rejected', note: '', spoken: 'Key rejected' },
  ],
  [
    'a time-out',
    cell('a', { quote: failure({ kind: 'timed-out', afterMs: 9 }) }),
    display,
    { main: 'Timed out', note: '', spoken: 'Timed out, R to retry' },
  ],
  [
    'an unreachable host',
    cell('a', { quote: failure({ kind: 'unreachable', host: 'h', detail: 'd' }) }),
    display,
    { main: 'Can’t reach', note: '', spoken: 'Can’t reach, R to retry' },
  ],
  [
    'an unreadable answer',
    cell('a', { quote: failure({ kind: 'unreadable', status: 200, detail: 'd' }) }),
    display,
    { main: 'Bad response', short: 'Bad reply', note: '', spoken: 'Bad response, R to retry' },
  ],
  [
    'a server error',
    cell('a', { quote: failure({ kind: 'server-error', status: 503, detail: 'd' }) }),
    display,
    { main: 'Error 503', note: '', spoken: 'Error 503, R to retry' },
  ],
  [
    'a book that keeps failing',
    cell('a', { quote: failure({ kind: 'host-failing', host: 'h', untilAt: noon + 21_000 }) }),
    display,
    { main: 'Book is down', note: '0:09', spoken: 'Book is down 0:09 until retry' },
  ],
]
