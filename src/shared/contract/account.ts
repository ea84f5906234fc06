/** Service profiles and their keys. The key goes one way, `setKey`; no answer holds it. */
import { z } from 'zod'
import { AccountState, ProfileDraft, ProfileId } from '../model/settings/profile.ts'
import { call, event, Nothing } from './entry.ts'

export const account = {
  snapshot: call(Nothing, AccountState),
  /** Adds a profile, or changes the one named by `id`. Addresses are checked as service-address.ts says. */
  saveProfile: call(z.strictObject({ id: ProfileId.nullable(), draft: ProfileDraft }), AccountState),
  removeProfile: call(z.strictObject({ id: ProfileId }), AccountState),
  useProfile: call(z.strictObject({ id: ProfileId }), AccountState),
  /** Stores the key of the profile in use, or replaces it. */
  setKey: call(z.strictObject({ key: z.string().trim().min(1).max(500) }), AccountState),
  removeKey: call(Nothing, AccountState),
  changed: event(AccountState),
} as const
