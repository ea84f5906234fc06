/**
 * Scripts: turning their interface on, their tokens, and what they did. No script reaches these calls. A token is in the
 * answer of `createToken` alone, once.
 */
import { z } from 'zod'
import {
  ActivityLine,
  ActivityPage,
  AutomationState,
  Scope,
  ScriptId,
  ScriptTokenDraft,
} from '../model/settings/automation.ts'
import { call, event, Nothing } from './entry.ts'

export const automation = {
  snapshot: call(Nothing, AutomationState),
  setOn: call({ isOn: z.boolean() }, AutomationState),
  createToken: call(ScriptTokenDraft, { token: z.string(), state: AutomationState }),
  /** Ends the token, and every stream that it has open, at once. */
  revokeToken: call({ id: ScriptId }, AutomationState),
  /** Answers the question whether a script may use a scope until the end of the program. */
  answer: call({ tokenId: ScriptId, scope: Scope, isAllowed: z.boolean() }, AutomationState),
  /** Lines before the one with this id; null begins with the newest. */
  activity: call(
    { before: ActivityLine.shape.id.nullable(), limit: z.number().int().min(1).max(200) },
    ActivityPage,
  ),
  changed: event(AutomationState),
} as const
