/** The palette: commands run last in the profile in use, because parlays are among them. */
import { CommandName, RecentCommands } from '../model/settings/recent-commands.ts'
import { call, callOfWindow, event, Nothing } from './entry.ts'

export const palette = {
  snapshot: call(Nothing, RecentCommands),
  remember: callOfWindow({ command: CommandName }, RecentCommands),
  /** A command was run in another window, or another profile has come into use. */
  changed: event(RecentCommands),
} as const
