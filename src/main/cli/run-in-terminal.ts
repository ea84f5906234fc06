/** Runs a command in the terminal of this process. */
import { runCommand } from './command-line.ts'
import { processTerminal } from './terminal.ts'

export const runInTerminal = (args: readonly string[]): Promise<number> => runCommand(args, processTerminal)

// The command line without the window's runtime: `npm run cli -- team check ADDRESS`.
if (import.meta.main) process.exitCode = await runInTerminal(process.argv.slice(2))
