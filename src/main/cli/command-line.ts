/**
 * `parlay-desk COMMAND …`: commands that need no window. Each prints its result, or a sentence that says what went wrong
 * and what to do, and ends with an exit code by the kind of failure.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Refusal } from '../../shared/failure.ts'
import { ServerProblem, type ServerProblemKind } from '../team/postgres/server-problem.ts'
import { checkTeamServer, initTeamServer, type ServerCommand } from './team-commands.ts'
import type { Terminal } from './terminal.ts'

/** Codes of scripts may depend on them. */
const exitCodes = { done: 0, failed: 1, usage: 2, unreachable: 3, refused: 4, schema: 5 } as const
type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Commands by their words. */
const commands: ReadonlyMap<string, ServerCommand> = new Map([
  ['team init', initTeamServer],
  ['team check', checkTeamServer],
])

const usage = [
  'Usage: parlay-desk team init ADDRESS [--certificate FILE]',
  '       parlay-desk team check ADDRESS [--certificate FILE]',
  '',
  '  init   Creates or updates a team’s tables in a PostgreSQL database.',
  '         You can run it again; nothing is lost.',
  '  check  Lists what is missing there. Nothing is changed.',
  '',
  'ADDRESS is postgres://LOGIN@HOST:PORT/DATABASE, without a password.',
  'Type the password when prompted, or pass it on standard input.',
  'FILE is the certificate authority (PEM), if it isn’t a public one.',
  '',
  'Exit codes:',
  '  0  done',
  '  1  another failure',
  '  2  the command or the address is wrong',
  '  3  can’t reach the server, or its certificate isn’t trusted',
  '  4  the login or its rights weren’t accepted',
  '  5  tables are missing, incomplete or of another version',
].join('\n')

const byProblem: Partial<Readonly<Record<ServerProblemKind, ExitCode>>> = {
  'wrong-password': exitCodes.refused,
  'no-login': exitCodes.refused,
  'not-permitted': exitCodes.refused,
  certificate: exitCodes.unreachable,
  'no-tls': exitCodes.unreachable,
  unreachable: exitCodes.unreachable,
  'timed-out': exitCodes.unreachable,
  'no-database': exitCodes.unreachable,
  unsuitable: exitCodes.schema,
}

const checkServer = 'Check the address, and that the server is running.'
/** Remedies of whoever runs a command, where those of a desk in a team do not apply. */
const remedies: Partial<Readonly<Record<ServerProblemKind, string>>> = {
  'wrong-password': 'Check the login and the password.',
  'no-login': 'Check the login.',
  certificate: 'Pass the certificate of its authority with --certificate.',
  unreachable: checkServer,
  'timed-out': checkServer,
}

/** Runs the command of these arguments; returns the exit code. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { certificate: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
    const [first, second, address, ...rest] = positionals
    if (values.help === true || first === 'help') {
      terminal.print(usage)
      return exitCodes.done
    }
    const command = commands.get(`${first} ${second}`)
    if (command === undefined || address === undefined || rest.length > 0) return complain(terminal, usage)
    const certificate = values.certificate === undefined ? null : readCertificate(values.certificate)
    return (await command({ address, certificate }, terminal)) ? exitCodes.done : exitCodes.schema
  } catch (error) {
    return explain(error, terminal)
  }
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Refusal({
      kind: 'invalid',
      field: 'certificate',
      sentence: `Can’t read the certificate ${file}.`,
    })
  }
}

function explain(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof ServerProblem) {
    terminal.complain(`${error.sentence} ${remedies[error.kind] ?? error.remedy}`)
    return byProblem[error.kind] ?? exitCodes.failed
  }
  if (error instanceof Refusal && error.failure.kind === 'invalid')
    return complain(terminal, error.failure.sentence)
  // An unknown option, from parseArgs.
  if (error instanceof TypeError && 'code' in error) return complain(terminal, `${error.message}\n\n${usage}`)
  terminal.complain(error instanceof Error ? error.message : String(error))
  return exitCodes.failed
}

function complain(terminal: Terminal, text: string): ExitCode {
  terminal.complain(text)
  return exitCodes.usage
}
