#!/usr/bin/env node
/** Runs a command in the terminal of this process. */
import { runCommand } from './command-line.ts'
import { openTerminal } from './terminal.ts'

/** Resolves to the exit code, once the output is written. */
export async function runInTerminal(args: readonly string[]): Promise<number> {
  const code = await runCommand(args, openTerminal())
  // Pipes are written later on Windows, and the end of the process would cut them off.
  for (const stream of [process.stdout, process.stderr])
    if (stream.writable) await new Promise<void>(resolve => stream.write('', () => resolve()))
  return code
}

// The command line without the window's runtime: `npm run cli -- legs flint`, and the `bin` of the package.
if (import.meta.main) process.exit(await runInTerminal(process.argv.slice(2)))
