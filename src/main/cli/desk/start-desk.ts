/** Starts the desk without showing its window, if it is not running. */
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { findAppImage } from '../../files/app-image.ts'
import type { Terminal } from '../terminal.ts'
import { DeskProblem } from './desk-problem.ts'

const maxStartMs = 30_000
const pauseMs = 200

/** Resolves once the desk accepts connections. Throws DeskProblem. */
export async function startDesk(socket: string, terminal: Terminal): Promise<void> {
  if (await isListening(socket)) return
  const [program = '', ...args] = findProgram()
  terminal.complain('Starting Parlay Desk…')
  // Its own session, so that it outlives this command and its terminal.
  const child = spawn(program, [...args, '--hidden'], { detached: true, stdio: 'ignore' })
  const failed = new Promise<never>((_, reject) =>
    child.once('error', () =>
      reject(new DeskProblem(`Can’t start ${program}. Check the path.`, { kind: 'not-running' })),
    ),
  )
  failed.catch(() => {})
  child.unref()
  const until = Date.now() + maxStartMs
  while (Date.now() < until) {
    await Promise.race([pause(pauseMs, undefined, { signal: terminal.stopped }), failed])
    if (await isListening(socket)) return
  }
  throw new DeskProblem('Parlay Desk started, but scripts are turned off. Turn on Settings › Scripts.', {
    kind: 'not-running',
  })
}

/**
 * The program and its first arguments: this one, as the command is a start of it. `PARLAY_DESK_PROGRAM` names it where
 * the command runs on Node alone.
 */
function findProgram(): string[] {
  const { PARLAY_DESK_PROGRAM: given } = process.env
  const { execPath, argv } = process
  if (given !== undefined && given !== '') return [given]
  if (!('electron' in process.versions))
    throw new DeskProblem(
      'Can’t find Parlay Desk to start. Start it yourself, or put its path in PARLAY_DESK_PROGRAM.',
      { kind: 'not-running' },
    )
  // A packed AppImage is mounted only while it runs.
  const appImage = findAppImage(process.env, execPath)
  if (appImage !== undefined) return [appImage]
  // In development the first argument is the folder of the program.
  return 'defaultApp' in process ? [execPath, argv[1] ?? '.'] : [execPath]
}

function isListening(socket: string): Promise<boolean> {
  return new Promise(resolve => {
    const connection = connect(socket)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', () => resolve(false))
  })
}
