/** Commands that the user ran last from the palette, the newest first. */
import { z } from 'zod'

/** Group and id of a command; the title of a command that is not in the table. */
export const CommandName = z.string().min(1).max(300)
export const maxRecentCommands = 12
export const RecentCommands = z.array(CommandName).max(maxRecentCommands)
