/** Converts an alert between its form (minutes, percent and points as text) and its draft. */
import type { Alert, AlertDraft, AlertRule } from '../../../../shared/model/parlay/alert.ts'
import { parsePrice } from '../../../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'

export interface AlertForm {
  readonly kind: AlertRule['kind']
  /** Null for every parlay. */
  readonly parlayId: number | null
  readonly price: string
  /** The format that the price is typed in. */
  readonly format: PriceFormat
  /** None for any book. */
  readonly bookIds: ReadonlySet<string>
  readonly ev: string
  readonly direction: 'up' | 'down' | 'either'
  readonly books: string
  readonly points: string
  readonly withinMinutes: string
  readonly beforeMinutes: string
  readonly quietMinutes: string
  readonly isOn: boolean
  readonly hasNotice: boolean
  readonly hasSound: boolean
}

/** Fields that can be invalid. */
type TypedField = 'price' | 'ev' | 'books' | 'points' | 'withinMinutes' | 'beforeMinutes' | 'quietMinutes'
export type FormErrors = Partial<Record<TypedField, string>>

const minuteMs = 60_000
const dayMinutes = 1_440

export const blankForm = (format: PriceFormat): AlertForm => ({
  kind: 'price-reaches',
  parlayId: null,
  price: '',
  format,
  bookIds: new Set(),
  ev: '5',
  direction: 'either',
  books: '3',
  points: '2',
  withinMinutes: '5',
  beforeMinutes: '15',
  quietMinutes: '15',
  isOn: true,
  hasNotice: true,
  hasSound: true,
})

/** An alert to be changed; its price in the format it was typed in. */
export function toForm({ parlayId, rule, quietMs, isOn, hasNotice, hasSound }: Alert): AlertForm {
  const form = { ...blankForm('american'), kind: rule.kind, parlayId, isOn, hasNotice, hasSound }
  return { ...form, quietMinutes: String(quietMs / minuteMs), ...toRuleFields(rule) }
}

function toRuleFields(rule: AlertRule): Partial<AlertForm> {
  switch (rule.kind) {
    case 'price-reaches':
      return { price: rule.price.text, format: rule.price.format, bookIds: new Set(rule.bookIds) }
    case 'ev-over':
      return { ev: plain(rule.ev * 100) }
    case 'books-move': {
      const { direction, books, points, withinMs } = rule
      return {
        direction,
        books: String(books),
        points: plain(points * 100),
        withinMinutes: String(withinMs / minuteMs),
      }
    }
    case 'game-starts':
      return { beforeMinutes: String(rule.beforeMs / minuteMs) }
  }
}

const plain = (value: number) => String(Number(value.toFixed(4)))

type ParsedForm =
  { readonly ok: true; readonly draft: AlertDraft } | { readonly ok: false; readonly errors: FormErrors }

/** The draft, or the error of each field that the alert's kind has. */
export function parseForm(form: AlertForm): ParsedForm {
  const errors: FormErrors = {}
  const readNumber: NumberReader = (field, { from, to, isWhole = true }) => {
    const text = form[field].trim()
    const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    if (value >= from && value <= to && (!isWhole || Number.isInteger(value))) return value
    errors[field] = `Enter a ${isWhole ? 'whole number' : 'number'} from ${from} to ${to}.`
    return from
  }
  const parsed = parsePrice(form.price.trim(), form.format)
  if (form.kind === 'price-reaches' && !parsed.ok) errors.price = parsed.sentence
  const { parlayId, isOn, hasNotice, hasSound } = form
  const quietMs =
    form.kind === 'game-starts' ? 0 : readNumber('quietMinutes', { from: 0, to: dayMinutes }) * minuteMs
  const draft = { parlayId, isOn, hasNotice, hasSound, quietMs, rule: toRule(form, readNumber) }
  return Object.keys(errors).length === 0 ? { ok: true, draft } : { ok: false, errors }
}

type NumberReader = (field: TypedField, range: { from: number; to: number; isWhole?: boolean }) => number

function toRule(form: AlertForm, readNumber: NumberReader): AlertDraft['rule'] {
  const { kind, bookIds, format, direction } = form
  switch (kind) {
    case 'price-reaches':
      return { kind, bookIds: [...bookIds], price: { text: form.price.trim(), format } }
    case 'ev-over':
      return { kind, ev: readNumber('ev', { from: 0, to: 1_000, isWhole: false }) / 100 }
    case 'books-move':
      return {
        kind,
        direction,
        books: readNumber('books', { from: 1, to: 100 }),
        points: readNumber('points', { from: 0.1, to: 100, isWhole: false }) / 100,
        withinMs: readNumber('withinMinutes', { from: 1, to: dayMinutes }) * minuteMs,
      }
    case 'game-starts':
      return { kind, beforeMs: readNumber('beforeMinutes', { from: 0, to: dayMinutes }) * minuteMs }
  }
}

/** The same alert, on or off. */
export function toDraft({ id: _, ...terms }: Alert, isOn: boolean): AlertDraft {
  const { rule } = terms
  if (rule.kind !== 'price-reaches') return { ...terms, rule, isOn }
  const { text, format } = rule.price
  return { ...terms, rule: { ...rule, price: { text, format } }, isOn }
}
