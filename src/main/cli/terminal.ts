/** Terminal of a command: what it prints and reads, and how the user ends it. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

export interface Terminal {
  /** Prints a line of the result. */
  readonly print: (line: string) => void
  /** Prints a line about what went wrong. */
  readonly complain: (line: string) => void
  /** Reads one line that is never shown; null when there is none. */
  readonly readSecret: (prompt: string) => Promise<string | null>
  /** Reads all of standard input. */
  readonly readInput: () => Promise<Buffer>
  /** Columns of the window; null when the result goes to a file or another command. */
  readonly columns: () => number | null
  /** Aborted with `ctrl-c`, or with `closed` when no one reads the result any longer, as after `| head`. */
  readonly stopped: AbortSignal
}

/** The terminal, or the pipe, of this process. */
export function openTerminal(): Terminal {
  const end = new AbortController()
  // A second Ctrl+C ends the process immediately.
  process.once('SIGINT', () => end.abort('ctrl-c'))
  process.stdout.on('error', () => end.abort('closed'))
  process.stderr.on('error', () => {})
  return {
    print: line => {
      if (!end.signal.aborted) process.stdout.write(`${line}\n`)
    },
    complain: line => void process.stderr.write(`${line}\n`),
    readSecret: prompt => {
      const isTyped = process.stdin.isTTY
      if (isTyped) process.stderr.write(prompt)
      return readLine().finally(() => isTyped && process.stderr.write('\n'))
    },
    readInput: () => buffer(process.stdin),
    columns: () => (process.stdout.isTTY ? process.stdout.columns : null),
    stopped: end.signal,
  }
}

/** Typed letters go nowhere. */
function readLine(): Promise<string | null> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: process.stdin.isTTY })
  return new Promise(resolve => {
    lines.once('line', line => {
      resolve(line)
      lines.close()
    })
    lines.once('SIGINT', () => lines.close())
    lines.once('close', () => resolve(null))
  })
}
