/** Updates of the program. Nothing is sent before `setOn`, and nothing is downloaded before `download`. */
import { z } from 'zod'
import { UpdateState } from '../model/settings/updates.ts'
import { call, event, Nothing } from './entry.ts'

export const updates = {
  snapshot: call(Nothing, UpdateState),
  /** Turns the daily check on or off. */
  setOn: call({ isOn: z.boolean() }, UpdateState),
  check: call(Nothing, UpdateState),
  /** Begins the download of the release that was found; its progress and end come as events. */
  download: call(Nothing, UpdateState),
  /** Stops a download; what has arrived is kept. */
  cancel: call(Nothing, UpdateState),
  /** Replaces the program, or opens the installer, from the verified download. */
  install: call(Nothing, UpdateState),
  /** Opens the page of all releases in the browser. */
  openPage: call(Nothing, z.null()),
  changed: event(UpdateState),
} as const
