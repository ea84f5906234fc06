/** Alerts: what to watch for, and what fired. */
import { z } from 'zod'
import { AlertDraft, AlertState } from '../model/parlay/alert.ts'
import { BookId } from '../model/game/book.ts'
import { call, event, Nothing, ParlayId } from './entry.ts'

const AlertId = z.number().int().positive()

export const alerts = {
  snapshot: call(Nothing, AlertState),
  /** Adds an alert, or changes the one named by `id`. */
  save: call(z.strictObject({ id: AlertId.nullable(), draft: AlertDraft }), AlertState),
  remove: call(z.strictObject({ id: AlertId }), AlertState),
  /** Undoes a removal. */
  restore: call(z.strictObject({ id: AlertId }), AlertState),
  /** The user has seen all that fired. */
  markRead: call(Nothing, AlertState),
  changed: event(AlertState),
  /** The user answered a desktop notification: show what it was about. */
  answered: event(z.strictObject({ parlayId: ParlayId, bookId: BookId.nullable() })),
} as const
