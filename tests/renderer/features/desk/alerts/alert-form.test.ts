import { describe, expect, it } from 'vitest'
import {
  blankForm,
  toForm,
  parseForm,
  toDraft,
  type AlertForm,
} from '../../../../../src/renderer/features/desk/alerts/alert-form.ts'
import { ruleText, notificationText } from '../../../../../src/renderer/features/desk/alerts/alert-text.ts'
import { AlertDraft, type Alert, type AlertRule } from '../../../../../src/shared/model/parlay/alert.ts'
import { americanPrice } from '../../../../support/shared/desk-rows.ts'
import { fc } from '../../../../property.ts'

const minute = 60_000
const form = (given: Partial<AlertForm>): AlertForm => ({ ...blankForm('american'), price: '+550', ...given })
const alert = (rule: AlertRule, given: Partial<Alert> = {}): Alert => ({
  id: 7,
  parlayId: 1,
  rule,
  isOn: true,
  quietMs: 15 * minute,
  hasNotice: true,
  hasSound: true,
  ...given,
})
const rules: readonly AlertRule[] = [
  { kind: 'price-reaches', bookIds: ['alpha', 'bravo'], price: americanPrice(550) },
  { kind: 'ev-over', ev: 0.055 },
  { kind: 'books-move', direction: 'down', books: 3, points: 0.025, withinMs: 5 * minute },
  { kind: 'game-starts', beforeMs: 10 * minute },
]

describe('the form of an alert', () => {
  it.each(rules)('of an alert that $kind gives the same again', rule => {
    const quietMs = rule.kind === 'game-starts' ? 0 : 15 * minute
    const kept = alert(rule, { quietMs })
    expect(parseForm(toForm(kept))).toEqual({ ok: true, draft: toDraft(kept, true) })
  })

  it('keeps the format that a price was typed in', () => {
    const price = { text: '11/2', format: 'fractional', decimal: 6.5 } as const
    const kept = toForm(alert({ kind: 'price-reaches', bookIds: [], price }))
    expect([kept.price, kept.format]).toEqual(['11/2', 'fractional'])
  })

  it.each<[Partial<AlertForm>, string]>([
    [{ price: '50' }, 'price'],
    [{ price: '' }, 'price'],
    [{ quietMinutes: '-1' }, 'quietMinutes'],
    [{ quietMinutes: '1.5' }, 'quietMinutes'],
    [{ quietMinutes: '1441' }, 'quietMinutes'],
    [{ kind: 'ev-over', ev: 'five' }, 'ev'],
    [{ kind: 'ev-over', ev: '5,5' }, 'ev'],
    [{ kind: 'books-move', books: '0' }, 'books'],
    [{ kind: 'books-move', points: '0' }, 'points'],
    [{ kind: 'books-move', withinMinutes: '0' }, 'withinMinutes'],
    [{ kind: 'game-starts', beforeMinutes: '' }, 'beforeMinutes'],
  ])('with %j says what is wrong', (given, field) => {
    const read = parseForm(form(given))
    expect(read.ok ? [] : Object.keys(read.errors)).toEqual([field])
    if (!read.ok) expect(Object.values(read.errors)[0]).toMatch(/^[A-Z].*\.$/)
  })

  it('looks only at the fields that its kind has', () => {
    expect(parseForm(form({ kind: 'game-starts', price: '', ev: '', quietMinutes: '' })).ok).toBe(true)
  })

  it('never gives a draft that the contract refuses, whatever is typed', () => {
    const text = fc.oneof(fc.string(), fc.double().map(String), fc.integer().map(String))
    const typed = fc.record({
      kind: fc.constantFrom<AlertForm['kind']>('price-reaches', 'ev-over', 'books-move', 'game-starts'),
      price: text,
      ev: text,
      books: text,
      points: text,
      withinMinutes: text,
      beforeMinutes: text,
      quietMinutes: text,
    })
    fc.assert(
      fc.property(typed, given => {
        const read = parseForm(form(given))
        if (read.ok) expect(AlertDraft.safeParse(read.draft).success).toBe(true)
      }),
    )
  })
})

describe('an alert in words', () => {
  const names = { format: 'american', getBookName: (id: string) => id.toUpperCase() } as const

  it.each<[string, AlertRule | undefined]>([
    ['ALPHA or BRAVO reaches +550', rules[0]],
    ['Any book reaches +550', { kind: 'price-reaches', bookIds: [], price: americanPrice(550) }],
    ['The best EV is over 5.5%', rules[1]],
    ['3 books move shorter by 2.5 points within 5 min', rules[2]],
    ['A game starts in 10 min', rules[3]],
    ['A game starts', { kind: 'game-starts', beforeMs: 0 }],
  ])('%s', (words, rule) => {
    expect(rule && ruleText(rule, names)).toBe(words)
  })

  it.each<[string, Partial<Alert>]>([
    ['notification and sound · quiet for 15 min after', {}],
    ['sound · at every new price', { hasNotice: false, quietMs: 0 }],
    ['in this list only · quiet for 15 min after', { hasNotice: false, hasSound: false }],
    ['notification and sound · once a start', { rule: { kind: 'game-starts', beforeMs: 0 } }],
  ])('tells by %s', (words, given) => {
    expect(notificationText({ ...alert({ kind: 'ev-over', ev: 0.05 }), ...given })).toBe(words)
  })
})
