/** Rules: what the desk does at prices that are worth a bet, within each rule's own share of calls. */
import { z } from 'zod'
import { RuleDraft, RuleReplay, RuleState } from '../model/rules/rule.ts'
import { call, event, forScripts, Nothing } from './entry.ts'

const RuleId = z.number().int().positive()

export const rules = {
  snapshot: forScripts('read', call(Nothing, RuleState)),
  /** Adds a rule, or changes the one with this id. It decides from the next quote on, and not again on a price that it fired for. */
  save: call({ id: RuleId.nullable(), draft: RuleDraft }, RuleState),
  remove: call({ id: RuleId }, RuleState),
  setOn: call({ id: RuleId, isOn: z.boolean() }, RuleState),
  /**
   * Decisions that a stored rule, or one as the user types it, would have taken on the stored quotes of this time (epoch ms), with the settings, fair prices
   * and accounts of now. Makes no call to the service, and changes nothing.
   */
  replay: forScripts(
    'read',
    call(
      { rule: z.union([RuleId, RuleDraft]), from: z.number().int().min(0), to: z.number().int().min(0) },
      RuleReplay,
    ),
  ),
  changed: forScripts('watch', event(RuleState)),
} as const
