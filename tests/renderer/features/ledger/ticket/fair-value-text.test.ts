import { expect, it } from 'vitest'
import { fairValueLines } from '../../../../../src/renderer/features/ledger/ticket/fair-value-text.ts'
import { americanPrice, noon } from '../../../../support/shared/desk-rows.ts'
import { lineOf } from '../../../../support/renderer/ledger/ticket-lines.ts'

const line = lineOf(1, { price: americanPrice(400), startsAt: null })
const fair = { p: 0.25, source: 'consensus' } as const

it('fairValueLines name the fair price when taken and the no-vig close, with the value of the price by each', () => {
  expect(fairValueLines({ line, fair, fairClose: { p: 0.2, by: 'partition' } }, 'american', noon)).toEqual([
    'Fair price when taken +300 (consensus): EV +25.0%',
    'No-vig close +400: no-vig CLV 0.0%',
  ])
  expect(
    fairValueLines({ line, fair: null, fairClose: { p: 0.19, by: 'singles' } }, 'decimal', noon),
  ).toEqual(['No-vig close 5.26, estimated from single odds: no-vig CLV −5.0%'])
  expect(fairValueLines({ line, fair: null, fairClose: null }, 'american', noon)).toEqual([])
})

const closing = { kind: 'priced', price: americanPrice(390), at: noon } as const

it('fairValueLines say of a game yet to start that its close can still change, and when it was asked for', () => {
  const later = {
    line: { ...line, startsAt: noon + 1, closing },
    fair: null,
    fairClose: { p: 0.2, by: 'partition' },
  } as const
  expect(fairValueLines(later, 'american', noon)[0]).toMatch(
    /^No-vig close so far, at \d+:\d\d:\d\d [AP]M, \+400/,
  )
})

it('fairValueLines name both closes, each with its own CLV', () => {
  const ticket = {
    line: { ...line, closing, clv: 0.0204 },
    fair: null,
    fairClose: { p: 0.188, by: 'partition' },
  } as const
  expect(fairValueLines(ticket, 'american', noon)).toEqual([
    'Close at Bravo +390, margin included: CLV +2.0%',
    'No-vig close +432: no-vig CLV −6.0%',
  ])
})
