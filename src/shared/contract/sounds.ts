/** Sounds of the window, by event. */
import { Sounds } from '../model/settings/sounds.ts'
import { call, event, Nothing } from './entry.ts'

export const sounds = {
  snapshot: call(Nothing, Sounds),
  save: call(Sounds, Sounds),
  changed: event(Sounds),
} as const
