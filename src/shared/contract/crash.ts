/** The note of the error that ended the program last; it never leaves this computer by itself. */
import { z } from 'zod'
import { call, Nothing } from './entry.ts'

const CrashNote = z.strictObject({
  text: z.string(),
  /** Epoch ms. */
  at: z.number(),
})
export type CrashNote = Readonly<z.infer<typeof CrashNote>>

export const crash = {
  /** Null when there is none. */
  snapshot: call(Nothing, CrashNote.nullable()),
  /** Puts the note on the clipboard. */
  copy: call(Nothing, z.null()),
  remove: call(Nothing, z.null()),
} as const
