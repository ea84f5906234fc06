/** Exit codes of all commands, which scripts may depend on, and the one of each failure. */
import { cleanText } from '../../shared/clean-text.ts'
import { Refusal, toScriptSentence } from '../../shared/failure.ts'
import { ServerProblem, type ServerProblemKind } from '../team/postgres/server-problem.ts'
import { DeskProblem } from './desk/desk-problem.ts'
import type { Terminal } from './terminal.ts'

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  refused: 4,
  schema: 5,
  later: 6,
  partly: 7,
  stopped: 130,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const exitCodeLines = [
  'Exit codes:',
  '  0    done',
  '  1    another failure',
  '  2    the command, or something in it, is wrong',
  '  3    can’t reach the desk, or the team’s server',
  '  4    the token, the API key, the login or its rights weren’t accepted',
  '  5    the team’s tables are missing, incomplete or of another version',
  '  6    the limit of calls is reached, or the service is down; try again later',
  '  7    done in part: some lines or books failed',
  '  130  ended with Ctrl+C',
].join('\n')

const byServerProblem: Partial<Readonly<Record<ServerProblemKind, ExitCode>>> = {
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

/** Says what went wrong, and what to do; returns the exit code. */
export function explain(error: unknown, terminal: Terminal): ExitCode {
  if (terminal.stopped.aborted)
    return terminal.stopped.reason === 'closed' ? exitCodes.done : exitCodes.stopped
  if (error instanceof ServerProblem) {
    terminal.complain(`${error.sentence} ${remedies[error.kind] ?? error.remedy}`)
    return byServerProblem[error.kind] ?? exitCodes.failed
  }
  if (error instanceof Refusal) {
    terminal.complain(cleanText(toScriptSentence(error.failure)))
    return error.failure.kind === 'invalid' ? exitCodes.usage : exitCodes.failed
  }
  terminal.complain(error instanceof Error ? error.message : String(error))
  return error instanceof DeskProblem ? toExitCode(error) : exitCodes.failed
}

function toExitCode({ status, retryAfterMs }: DeskProblem): ExitCode {
  if (status === null) return exitCodes.unreachable
  if (status === 401 || status === 403) return exitCodes.refused
  if (status === 429 || retryAfterMs !== null) return exitCodes.later
  return status >= 400 && status < 500 && status !== 404 ? exitCodes.usage : exitCodes.failed
}
