/** Alerts on phones: targets, and the delivery of each message. Secrets are only sent, by `add`. */
import { z } from 'zod'
import { PhoneState, PhoneTargetDraft, PhoneTargetId, PhoneTestResult } from '../model/settings/phone.ts'
import { call, event, Nothing } from './entry.ts'

const Target = { id: PhoneTargetId }

export const phone = {
  snapshot: call(Nothing, PhoneState),
  /** Adds a target. Nothing is sent to its host before `approve`. */
  add: call({ draft: PhoneTargetDraft }, PhoneState),
  /** Approves sending alerts to this target's host. */
  approve: call(Target, PhoneState),
  setOn: call({ ...Target, isOn: z.boolean() }, PhoneState),
  remove: call(Target, PhoneState),
  /** Sends one test message now, without a retry. */
  test: call(Target, PhoneTestResult),
  changed: event(PhoneState),
} as const
