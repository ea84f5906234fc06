/** Shortcut keys of commands that the user set. */
import { KeyBindings } from '../model/settings/key-bindings.ts'
import { call, event, Nothing } from './entry.ts'

export const keys = {
  snapshot: call(Nothing, KeyBindings),
  /** Replaces all of them. */
  save: call({ keys: KeyBindings }, KeyBindings),
  changed: event(KeyBindings),
} as const
