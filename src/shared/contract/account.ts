/** Service profiles and their keys. The key is only sent, by `setKey`; no answer contains it. */
import { z } from 'zod'
import { AccountState, ProfileDraft, ProfileId } from '../model/settings/profile.ts'
import { call, event, Nothing } from './entry.ts'
import { Book, BookId } from '../model/game/book.ts'
import { PriceFormatName } from '../model/price/quote.ts'
import { Settings, Theme, ValueSettings } from '../model/settings/settings.ts'

export const account = {
  snapshot: call(Nothing, AccountState),
  /** Adds a profile, or changes the one with this id. Addresses must pass the checks of service-address.ts. */
  saveProfile: call({ id: ProfileId.nullable(), draft: ProfileDraft }, AccountState),
  removeProfile: call({ id: ProfileId }, AccountState),
  useProfile: call({ id: ProfileId }, AccountState),
  /**
   * Answers the question of `fileChange`: `apply` removes the key and changes the addresses, otherwise nothing changes.
   */
  answerFileChange: call({ apply: z.boolean() }, AccountState),
  /** Stores the key of the profile in use, or replaces it. */
  setKey: call({ key: z.string().trim().min(1).max(500) }, AccountState),
  /** Reads the saved key again, after the keychain was unlocked. */
  readKey: call(Nothing, AccountState),
  removeKey: call(Nothing, AccountState),
  /** Tests the key of the profile in use by the cheapest call; fails as that call does. */
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
  /** Changes the book with this id in the profile in use. */
  saveBook: call(Book, Settings),
  /** Sets the order of the columns; books not named follow in their present order. */
  orderBooks: call({ ids: z.array(BookId).max(200) }, Settings),
  changed: event(Settings),
} as const
