/** The keys that the user set in place of a command's own. */
import { z } from 'zod'

/** One key with those held beside it, as `Ctrl+Shift+Z`. */
const Chord = z.string().regex(/^(?:Ctrl\+)?(?:Alt\+)?(?:Shift\+)?[^\s\p{C}]{1,20}$/u)

/** By command id; an empty list means no key. Commands that are not named have their own keys. */
export const KeyBindings = z.record(z.string().regex(/^[a-z-]+\.[a-z-]+$/), z.array(Chord).max(6))
export type KeyBindings = Readonly<Record<string, readonly string[]>>
