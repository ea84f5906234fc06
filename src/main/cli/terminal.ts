/** Terminal of a command: what it prints, and a password that it asks for. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

export interface Terminal {
  /** Prints a line of the result. */
  readonly print: (line: string) => void
  /** Prints a line about what went wrong. */
  readonly complain: (line: string) => void
  /** Reads one line that is never shown; null when there is none. */
  readonly readSecret: (prompt: string) => Promise<string | null>
}

/** The terminal, or the pipe, of this process. */
export const processTerminal: Terminal = {
  print: line => void process.stdout.write(`${line}\n`),
  complain: line => void process.stderr.write(`${line}\n`),
  readSecret: prompt => {
    const isTyped = process.stdin.isTTY
    if (isTyped) process.stderr.write(prompt)
    return readLine().finally(() => isTyped && process.stderr.write('\n'))
  },
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
