import { describe, expect, it } from 'vitest'
import { reachedText } from '../../../../../src/renderer/features/desk/alerts/alert-text.ts'
import type { AlertDraft } from '../../../../../src/shared/model/parlay/alert.ts'
import { cell, noon, plainSettings, priced, row } from '../../../../support/shared/desk-rows.ts'

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

describe('an alert that is being written says', () => {
  it('what is there already, at the best of the books chosen', () => {
    expect(say(priceOf('+450'))).toBe('BRAVO has +520 now: this alert tells at once.')
    expect(say(priceOf('+450', ['alpha']))).toBe('ALPHA has +480 now: this alert tells at once.')
  })

  it('nothing where no price has come so far', () => {
    expect(say(priceOf('+521'))).toBeUndefined()
    expect(say(priceOf('+500', ['alpha']))).toBeUndefined()
    expect(say({ kind: 'game-starts', beforeMs: 0 })).toBeUndefined()
  })

  it('how many parlays are there already', () => {
    expect(say(priceOf('+500'), null)).toBe('2 parlays have reached it now: this alert tells at once.')
    expect(say(priceOf('+525'), null)).toBe('ALPHA has +530 now: this alert tells at once.')
  })

  it('that a stale price was there, which the next may be too', () => {
    expect(say(priceOf('+600'), 2)).toBe(
      'BRAVO had +600 2 min ago: this alert tells when a new price is as good.',
    )
  })

  it('that one that is there already may keep quiet', () => {
    expect(say(priceOf('+450'), 1, false)).toContain('tells at once, unless it is in its quiet time.')
  })

  it('the expected value that is there already', () => {
    const mine = { text: '+400', format: 'american', decimal: 5 } as const
    const fair = rows.map(each => ({ ...each, fairPrice: mine }))
    const draft = { parlayId: 1, rule: { kind: 'ev-over', ev: 0.05 }, isOn: true, quietMs: 0, hasNotice: true, hasSound: false } as const // prettier-ignore
    expect(reachedText(draft, { rows: fair, display, getBookName: id => id, isNew: true })).toBe(
      'bravo has +24.0% EV now: this alert tells at once.',
    )
  })
})
