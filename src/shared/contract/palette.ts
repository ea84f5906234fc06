/** The palette: commands run last in the profile in use, because parlays are among them. */
import { CommandName, RecentCommands } from '../model/settings/recent-commands.ts'
import { call, event, Nothing } from './entry.ts'

export const palette = {
  snapshot: call(Nothing, RecentCommands),
  remember: call({ command: CommandName }, RecentCommands),
  /** Another profile has come into use. */
  changed: event(RecentCommands),
} as const
