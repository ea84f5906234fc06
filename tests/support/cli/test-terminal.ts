/** A terminal that keeps what a command prints, and the command line as a process of its own. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { runCommand } from '../../../src/main/cli/command-line.ts'
import type { Terminal } from '../../../src/main/cli/terminal.ts'

const program = 'src/main/cli/run-in-terminal.ts'

export interface CommandResult {
  readonly code: number
  readonly output: string
  readonly complaints: string
}

interface TestTerminal extends Terminal {
  readonly lines: string[]
  readonly complaints: string[]
  readonly stop: (reason: 'ctrl-c' | 'closed') => void
}

export function createTestTerminal({
  input = '',
  columns = null,
}: { input?: string; columns?: number | null } = {}): TestTerminal {
  const lines: string[] = []
  const complaints: string[] = []
  const end = new AbortController()
  return {
    lines,
    complaints,
    print: line => void lines.push(line),
    complain: line => void complaints.push(line),
    readSecret: () => Promise.resolve(null),
    readInput: () => Promise.resolve(Buffer.from(input)),
    columns: () => columns,
    stopped: end.signal,
    stop: reason => end.abort(reason),
  }
}

/** Runs a command in this process. */
export async function runHere(
  args: readonly string[],
  terminal = createTestTerminal(),
): Promise<CommandResult> {
  const code = await runCommand(args, terminal)
  return { code, output: terminal.lines.join('\n'), complaints: terminal.complaints.join('\n') }
}

/** Starts the command line as a process of its own. */
export const spawnCommand = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } })

/** Runs the command line as a process of its own, with this on its standard input. */
export async function runCommandLine(
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<CommandResult> {
  const child = spawnCommand(args, env)
  child.stdin.end(input)
  const [output, complaints] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { output, complaints, code: child.exitCode ?? -1 }
}
