/** Commands that the user ran last from the palette, the newest first. */
import { z } from 'zod'

/** Group and id of a command; of a command that the table does not name, its title. */
export const CommandName = z.string().min(1).max(300)
export const maxRecentCommands = 12
export const RecentCommands = z.array(CommandName).max(maxRecentCommands)
