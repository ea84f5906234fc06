/** Connects a command to the running desk: its socket, and the token of the command. */
import { readFileSync } from 'node:fs'
import { invalidInput } from '../../../shared/failure.ts'
import { findPlaceProblem, findSocketPath } from '../../local-api/socket-place.ts'
import type { Terminal } from '../terminal.ts'
import { DeskClient } from './desk-client.ts'
import { DeskProblem } from './desk-problem.ts'
import { startDesk } from './start-desk.ts'

/** Options of each command that needs the desk. */
export interface DeskOptions {
  readonly json?: boolean
  readonly tokenFile?: string
  readonly start?: boolean
}

/** Throws Refusal and DeskProblem. */
export async function connect(options: DeskOptions, terminal: Terminal): Promise<DeskClient> {
  const token = readToken(options.tokenFile)
  const socket = findSocketPath()
  // Whoever owns the place would be sent the token.
  const problem = findPlaceProblem(socket)
  if (problem !== undefined) throw new DeskProblem(`${problem} The token wasn’t sent.`, { kind: 'not-yours' })
  if (options.start === true) await startDesk(socket, terminal)
  const onWait = () => terminal.complain(waiting)
  return new DeskClient({ socket, token, signal: terminal.stopped, onWait })
}

const waiting = 'Waiting for Parlay Desk. If its window asks about this script, choose there.'

/** Never an argument: those are seen by every user of the computer. */
function readToken(file: string | undefined): string {
  const token = file === undefined ? process.env['PARLAY_DESK_TOKEN'] : readTokenFile(file)
  if (token === undefined || token.trim() === '')
    throw invalidInput(
      'token',
      'Make a token in Settings › Scripts and put it in PARLAY_DESK_TOKEN, or in a file named with --token-file.',
    )
  // Nothing else can be part of a header.
  if (!/^[\w-]{1,200}$/.test(token.trim()))
    throw invalidInput('token', 'This isn’t a token of Parlay Desk. Tokens begin with pd_.')
  return token.trim()
}

function readTokenFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw invalidInput('token', `Can’t read the token file ${file}.`)
  }
}
