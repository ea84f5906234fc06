/** Keys of commands that the user changed. */
import { z } from 'zod'

/** A key with its modifiers, such as `Ctrl+Shift+Z`. */
const Chord = z.string().regex(/^(?:Ctrl\+)?(?:Alt\+)?(?:Shift\+)?(?:[^\s\p{C}+]{1,20}|\+)$/u)

const KeyBinding = z.strictObject({
  command: z.string().regex(/^[a-z-]{1,30}\.[a-z-]{1,30}$/),
  /** Empty when the command has no key. */
  chords: z.array(Chord).max(6),
})

/** Commands not listed have their default keys. */
export const KeyBindings = z.array(KeyBinding).max(500)
export type KeyBindings = z.infer<typeof KeyBindings>
