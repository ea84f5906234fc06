import { describe, expect, it } from 'vitest'
import {
  notificationText,
  reachedText,
  ruleText,
} from '../../../../../src/renderer/features/desk/alerts/alert-text.ts'
import type { Alert, AlertDraft, AlertRule } from '../../../../../src/shared/model/parlay/alert.ts'
import {
  americanPrice,
  cell,
  noon,
  plainSettings,
  priced,
  row,
} from '../../../../support/shared/desk-rows.ts'

const minute = 60_000
const display = { ...plainSettings, now: noon, format: 'american' } as const
const rows = [
  row(1, [cell('alpha', { quote: priced(480) }), cell('bravo', { quote: priced(520) })]),
  row(2, [cell('alpha', { quote: priced(530) }), cell('bravo', { quote: priced(600, noon - 2 * minute) })]),
]
const priceOf = (text: string, bookIds: string[] = []): AlertDraft['rule'] => {
  return { kind: 'price-reaches', bookIds, price: { text, format: 'american' } }
}

const say = (rule: AlertDraft['rule'], parlayId: number | null = 1, isNew = true) =>
  reachedText(
    { parlayId, rule, isOn: true, quietMs: 15 * minute, hasNotice: true, hasSound: false },
    { rows, display, getBookName: id => id.toUpperCase(), isNew },
  )

describe('reachedText', () => {
  it('names the price that is there already, at the best of the books chosen', () => {
    expect(say(priceOf('+450'))).toBe('BRAVO is already at +520, so this will go off now.')
    expect(say(priceOf('+450', ['alpha']))).toBe('ALPHA is already at +480, so this will go off now.')
  })

  it('is undefined where no price has reached the alert', () => {
    expect(say(priceOf('+521'))).toBeUndefined()
    expect(say(priceOf('+500', ['alpha']))).toBeUndefined()
    expect(say({ kind: 'game-starts', beforeMs: 0 })).toBeUndefined()
  })

  it('counts the parlays that are there already', () => {
    expect(say(priceOf('+500'), null)).toBe('2 parlays are already there, so this will go off now.')
    expect(say(priceOf('+525'), null)).toBe('ALPHA is already at +530, so this will go off now.')
  })

  it('names a stale price that was there', () => {
    expect(say(priceOf('+600'), 2)).toBe('BRAVO was +600 2 min ago; you’ll be alerted when it’s back.')
  })

  it('mentions the quiet time of a saved alert', () => {
    expect(say(priceOf('+450'), 1, false)).toContain('this will go off now, unless it just did.')
  })

  it('names the expected value that is there already', () => {
    const mine = { text: '+400', format: 'american', decimal: 5 } as const
    const fair = rows.map(each => ({ ...each, fairPrice: mine }))
    const rule = { kind: 'ev-over', ev: 0.05 } as const
    const draft = { parlayId: 1, rule, isOn: true, quietMs: 0, hasNotice: true, hasSound: false }
    expect(reachedText(draft, { rows: fair, display, getBookName: id => id, isNew: true })).toBe(
      'bravo is already at +24.0% EV, so this will go off now.',
    )
  })
})

describe('an alert in words', () => {
  const alert: Alert = {
    id: 7,
    parlayId: 1,
    rule: { kind: 'ev-over', ev: 0.05 },
    isOn: true,
    quietMs: 15 * minute,
    hasNotice: true,
    hasSound: true,
  }
  const names = { format: 'american', getBookName: (id: string) => id.toUpperCase() } as const

  it.each<[string, AlertRule]>([
    [
      'ALPHA or BRAVO reaches +550',
      { kind: 'price-reaches', bookIds: ['alpha', 'bravo'], price: americanPrice(550) },
    ],
    ['Any book reaches +550', { kind: 'price-reaches', bookIds: [], price: americanPrice(550) }],
    ['The best EV is over 5.5%', { kind: 'ev-over', ev: 0.055 }],
    [
      '3 books move down by 2.5 pp within 5 min',
      { kind: 'books-move', direction: 'down', books: 3, points: 0.025, withinMs: 5 * minute },
    ],
    ['A game starts in 10 min', { kind: 'game-starts', beforeMs: 10 * minute }],
    ['A game starts', { kind: 'game-starts', beforeMs: 0 }],
  ])('%s', (text, rule) => {
    expect(ruleText(rule, names)).toBe(text)
  })

  it.each<[string, Partial<Alert>]>([
    ['notification and sound · once every 15 min', {}],
    ['sound · every time', { hasNotice: false, quietMs: 0 }],
    ['in this list only · once every 15 min', { hasNotice: false, hasSound: false }],
    ['notification and sound · once per game', { rule: { kind: 'game-starts', beforeMs: 0 } }],
  ])('notifies by: %s', (text, given) => {
    expect(notificationText({ ...alert, ...given })).toBe(text)
  })
})
