/**
 * A service profile: where one odds service is reached. Each has its own key, books, board and desk. The demo's
 * addresses are known only while its server runs, so its profile has none.
 */
import { z } from 'zod'

const Name = z.string().trim().min(1).max(60)
const Address = z.string().trim().min(1).max(500)

/** The user's input. `pricing` contains `{book}` in place of the sportsbook's host id. */
export const ProfileDraft = z.strictObject({
  name: Name,
  pricing: Address,
  queue: Address,
  grader: Address,
  feed: Address.nullable(),
})
export type ProfileDraft = Readonly<z.infer<typeof ProfileDraft>>

export const ProfileId = z.string().regex(/^[a-z0-9-]{1,40}$/)
export const Profile = ProfileDraft.extend({ id: ProfileId })
export type Profile = Readonly<z.infer<typeof Profile>>

export const demoProfileId = 'demo'

/** Place of the key of the profile in use, or the reason why there is none. */
export const KeyStatus = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('missing') }),
  /** A key was saved, but the keychain does not give it: it is locked, or it lost the key. `reason`: a sentence. */
  z.strictObject({ kind: z.literal('unreadable'), reason: z.string() }),
  /** The keychain is being read. */
  z.strictObject({ kind: z.literal('reading') }),
  z.strictObject({ kind: z.literal('keychain') }),
  /** No keychain responded: the key is kept until the program ends. */
  z.strictObject({ kind: z.literal('session'), reason: z.string() }),
  /** The service said the key is invalid; no keyed call is made until it changes. */
  z.strictObject({ kind: z.literal('refused') }),
  /** The demo service's own key, made at its start. */
  z.strictObject({ kind: z.literal('demo') }),
])
export type KeyStatus = Readonly<z.infer<typeof KeyStatus>>

/** A profile file that names other hosts for a profile that has a key: the user is asked before anything changes. */
export const ProfileFileChange = z.strictObject({
  /** Name of the profile. */
  name: Name,
  hosts: z.array(
    z.strictObject({
      field: z.enum(['pricing', 'queue', 'grader', 'feed']),
      /** Null when there was no address. */
      before: z.string().nullable(),
      after: z.string(),
    }),
  ),
})
export type ProfileFileChange = Readonly<z.infer<typeof ProfileFileChange>>

export const AccountState = z.strictObject({
  profiles: z.array(Profile),
  activeId: ProfileId,
  activeName: z.string(),
  isDemo: z.boolean(),
  keyStatus: KeyStatus,
  /** Sentences about problems of reading or starting, newest last. */
  notices: z.array(z.string()),
  /** While the last change of a setting could not be saved. */
  isUnsaved: z.literal(true).optional(),
  /** A question to the user, until it is answered. */
  fileChange: ProfileFileChange.optional(),
})
export type AccountState = Readonly<z.infer<typeof AccountState>>
