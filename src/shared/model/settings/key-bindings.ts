/** The keys that the user set in place of a command's own. */
import { z } from 'zod'

/** One key with those held beside it, as `Ctrl+Shift+Z`. */
const Chord = z.string().regex(/^(?:Ctrl\+)?(?:Alt\+)?(?:Shift\+)?(?:[^\s\p{C}+]{1,20}|\+)$/u)

const KeyBinding = z.strictObject({
  command: z.string().regex(/^[a-z-]{1,30}\.[a-z-]{1,30}$/),
  /** None means that the command has no key. */
  chords: z.array(Chord).max(6),
})

/** Commands that are not named have their own keys. */
export const KeyBindings = z.array(KeyBinding).max(500)
export type KeyBindings = z.infer<typeof KeyBindings>
