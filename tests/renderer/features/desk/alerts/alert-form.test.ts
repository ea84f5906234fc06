import { describe, expect, it } from 'vitest'
import {
  blankForm,
  toForm,
  parseForm,
  toDraft,
  type AlertForm,
} from '../../../../../src/renderer/features/desk/alerts/alert-form.ts'
import { AlertDraft, type Alert, type AlertRule } from '../../../../../src/shared/model/parlay/alert.ts'
import { americanPrice } from '../../../../support/shared/desk-rows.ts'
import { fc } from '../../../../support/property.ts'

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

describe('parseForm', () => {
  it.each(rules)('parses the form of a $kind alert to the same alert', rule => {
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
  ])('refuses %j at its field', (given, field) => {
    const read = parseForm(form(given))
    expect(read.ok ? [] : Object.keys(read.errors)).toEqual([field])
    if (!read.ok) expect(Object.values(read.errors)[0]).toMatch(/^[A-Z].*\.$/)
  })

  it('ignores fields that the kind does not have', () => {
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
