/** Alerts: the user's rules, and their firings. */
import { z } from 'zod'
import { AlertDraft, AlertState } from '../model/parlay/alert.ts'
import { call, event, Nothing } from './entry.ts'

const AlertId = z.number().int().positive()

export const alerts = {
  snapshot: call(Nothing, AlertState),
  /** Adds an alert, or changes the one with this id. */
  save: call({ id: AlertId.nullable(), draft: AlertDraft }, AlertState),
  remove: call({ id: AlertId }, AlertState),
  /** Undoes a removal. */
  restore: call({ id: AlertId }, AlertState),
  /** Marks all firings as read. */
  markRead: call(Nothing, AlertState),
  changed: event(AlertState),
} as const
