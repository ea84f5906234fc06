/** Layouts saved by name. */
import { z } from 'zod'
import { Arrangement, hasUniqueNames, SavedLayouts } from '../model/settings/saved-layout.ts'
import { call, event, Nothing } from './entry.ts'

export const layouts = {
  snapshot: call(Nothing, SavedLayouts),
  /** Replaces all of them. */
  save: call({ layouts: SavedLayouts.refine(hasUniqueNames) }, SavedLayouts),
  /** Applies an arrangement, except its filter, which each window has for itself. Not found in another profile. */
  apply: call(Arrangement, z.null()),
  changed: event(SavedLayouts),
} as const
