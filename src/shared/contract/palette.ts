/** Commands run last from the palette; stored by profile, because parlays are among them. */
import { CommandName, RecentCommands } from '../model/settings/recent-commands.ts'
import { call, callOfWindow, event, Nothing } from './entry.ts'

export const palette = {
  snapshot: call(Nothing, RecentCommands),
  remember: callOfWindow({ command: CommandName }, RecentCommands),
  /** A command was run in another window, or another profile is in use. */
  changed: event(RecentCommands),
} as const
