/** Service profiles and their keys. The key goes one way, `setKey`; no answer holds it. */
import { z } from 'zod'
import { AccountState, ProfileDraft, ProfileId } from '../model/settings/profile.ts'
import { call, event, Nothing } from './entry.ts'
import { Book, BookId } from '../model/game/book.ts'
import { PriceFormatName } from '../model/price/quote.ts'
import { Settings, Theme, ValueSettings } from '../model/settings/settings.ts'

export const account = {
  snapshot: call(Nothing, AccountState),
  /** Adds a profile, or changes the one named by `id`. Addresses are checked as service-address.ts says. */
  saveProfile: call({ id: ProfileId.nullable(), draft: ProfileDraft }, AccountState),
  removeProfile: call({ id: ProfileId }, AccountState),
  useProfile: call({ id: ProfileId }, AccountState),
  /** Answers `fileChange`: with `apply` the key is removed and the addresses change, else all stays as it was. */
  answerFileChange: call({ apply: z.boolean() }, AccountState),
  /** Stores the key of the profile in use, or replaces it. */
  setKey: call({ key: z.string().trim().min(1).max(500) }, AccountState),
  removeKey: call(Nothing, AccountState),
  /** Makes the cheapest call there is with the key of the profile in use; fails with what the service said of it. */
  testKey: call(Nothing, z.null()),
  changed: event(AccountState),
} as const

/** The user's settings. */
export const settings = {
  snapshot: call(Nothing, Settings),
  setTheme: call({ theme: Theme }, Settings),
  setPriceFormat: call({ format: PriceFormatName }, Settings),
  setStaleAfter: call({ ms: Settings.shape.staleAfterMs }, Settings),
  setValue: call(ValueSettings, Settings),
  /** Changes one book of the profile in use; its id names it. */
  saveBook: call(Book, Settings),
  /** Sets the order of the columns; ids left out keep their place behind. */
  orderBooks: call({ ids: z.array(BookId).max(200) }, Settings),
  changed: event(Settings),
} as const
