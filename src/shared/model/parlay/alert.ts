/**
 * An alert: a rule of the user about prices or the start of a game. Prices must be fresh and not suspect. An alert
 * belongs to one parlay or to all on the desk, and does not fire again for a while.
 */
import { z } from 'zod'
import { BookId } from '../game/book.ts'
import { QuotedPrice, TypedPrice } from '../price/quote.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

const createRule = <P extends z.ZodType>(price: P) =>
  z.discriminatedUnion('kind', [
    /** A price at one of these books (any book when the list is empty) is at least this one, by decimal odds. */
    z.strictObject({ kind: z.literal('price-reaches'), bookIds: z.array(BookId).max(200), price }),
    /** The best expected profit as a share of the stake is over this, 0.05 for 5%. */
    z.strictObject({ kind: z.literal('ev-over'), ev: z.number().min(0).max(10) }),
    /** At least `books` books move the same way by `points` of probability (0.02 for 2) or more within this time. */
    z.strictObject({
      kind: z.literal('books-move'),
      direction: z.enum(['up', 'down', 'either']),
      books: z.number().int().min(1).max(100),
      points: z.number().gt(0).max(1),
      withinMs: z.number().int().min(minuteMs).max(dayMs),
    }),
    /** A game of the parlay starts within this time. Fires once for each start, whatever the quiet time. */
    z.strictObject({ kind: z.literal('game-starts'), beforeMs: z.number().int().min(0).max(dayMs) }),
  ])

const createAlert = <P extends z.ZodType>(price: P) =>
  z.strictObject({
    /** Null for every parlay on the desk. */
    parlayId: z.number().int().positive().nullable(),
    rule: createRule(price),
    isOn: z.boolean(),
    /** Time after a firing during which it does not fire again for the same parlay. */
    quietMs: z.number().int().min(0).max(dayMs),
    hasNotice: z.boolean(),
    hasSound: z.boolean(),
  })

/** Terms of a stored alert; `AlertDraft` has its price as the user typed it. */
export const AlertTerms = createAlert(QuotedPrice)
export type AlertTerms = Readonly<z.infer<typeof AlertTerms>>
export const AlertDraft = createAlert(TypedPrice)
export type AlertDraft = Readonly<z.infer<typeof AlertDraft>>
export type AlertRule = AlertTerms['rule']

export const Alert = AlertTerms.extend({ id: z.number().int().positive() })
export type Alert = Readonly<z.infer<typeof Alert>>

/** One time that an alert fired. */
export const FiredAlert = z.strictObject({
  id: z.number().int().positive(),
  alertId: z.number().int().positive(),
  parlayId: z.number().int().positive(),
  at: z.number(),
  /** The book of the price; null for other rules. */
  bookId: BookId.nullable(),
  /** Text of the match. */
  sentence: z.string(),
  isRead: z.boolean(),
})
export type FiredAlert = Readonly<z.infer<typeof FiredAlert>>

/** Alerts of parlays on the desk and of all parlays; firings, newest first. */
export const AlertState = z.strictObject({ alerts: z.array(Alert), fired: z.array(FiredAlert) })
export type AlertState = Readonly<z.infer<typeof AlertState>>
