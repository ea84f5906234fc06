/** Alerts: the user's rules, and their firings. */
import { z } from 'zod'
import { AlertDraft, AlertState } from '../model/parlay/alert.ts'
import { call, event, Nothing, forScripts } from './entry.ts'

const AlertId = z.number().int().positive()

export const alerts = {
  snapshot: forScripts('read', call(Nothing, AlertState)),
  /** Adds an alert, or changes the one with this id. */
  save: call({ id: AlertId.nullable(), draft: AlertDraft }, AlertState),
  remove: call({ id: AlertId }, AlertState),
  /** Undoes a removal. */
  restore: call({ id: AlertId }, AlertState),
  /** Marks all firings as read. */
  markRead: call(Nothing, AlertState),
  changed: forScripts('watch', event(AlertState)),
} as const
