/**
 * Place of the socket for scripts, for the desk and its commands: a folder that only this user can open, or a pipe of
 * this user on Windows. Nothing that is not ours is removed or used.
 */
import { chmodSync, existsSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { Refusal } from '../../shared/failure.ts'
import { toStorageFailure } from '../storage/storage-failure.ts'

/** Longest path of a socket that every system takes. */
const maxPathBytes = 103
const othersMayWrite = 0o022
const answerWithinMs = 1_000

interface Place {
  readonly platform: NodeJS.Platform
  /** `XDG_RUNTIME_DIR`. */
  readonly runtimeFolder: string | undefined
  /** Has the runtime folder of each user, which cron and services find without the variable. */
  readonly runtimeFolders: string
}

const here = (): Place => ({
  platform: process.platform,
  runtimeFolder: process.env['XDG_RUNTIME_DIR'] || undefined,
  runtimeFolders: '/run/user',
})

/** The path that scripts connect to. */
export function findSocketPath({ platform, runtimeFolder, runtimeFolders } = here()): string {
  const { username, uid } = userInfo()
  if (platform === 'win32') return `\\\\.\\pipe\\parlay-desk-${username}`
  const usual = join(runtimeFolders, String(uid))
  const runtime = runtimeFolder ?? (platform === 'linux' && existsSync(usual) ? usual : undefined)
  const folder = runtime === undefined ? join(tmpdir(), `parlay-desk-${uid}`) : join(runtime, 'parlay-desk')
  return join(folder, 'desk.sock')
}

const isPipe = (path: string): boolean => path.startsWith('\\\\.\\pipe\\')

/** Sentence that says why the folder of the socket is not this user's alone. A folder that is not there has no problem. */
export function findPlaceProblem(path: string): string | undefined {
  if (isPipe(path)) return undefined
  const folder = dirname(path)
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false })
    if (found === undefined) return undefined
    if (!found.isDirectory()) return `The place for the socket isn’t a folder: ${folder}.`
    if (found.uid !== process.getuid?.()) return `Another user owns the folder ${folder}.`
    if ((found.mode & othersMayWrite) !== 0) return `Other users can write to the folder ${folder}.`
    return undefined
  } catch {
    return `The folder ${folder} can’t be read.`
  }
}

/** Makes the place ready to listen at. Throws Refusal with a sentence that says why it is not. */
export async function prepareSocket(path: string): Promise<void> {
  // A pipe needs no place; it is taken by the first that listens.
  if (isPipe(path)) return
  if (Buffer.byteLength(path) > maxPathBytes)
    throw refuse(`The path of the socket is too long: ${path}.`, 'Set XDG_RUNTIME_DIR to a shorter one.')
  prepareFolder(path)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isSocket())
    throw refuse(`Something else is in the place of the socket: ${path}.`, 'Look at it, and move it away.')
  if (await answers(path))
    throw refuse('Another Parlay Desk has the socket for scripts.', 'Turn scripts off there, or quit it.')
  // Left by a desk that could not remove it.
  rmSync(path)
}

function prepareFolder(path: string): void {
  const folder = dirname(path)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new Refusal(toStorageFailure(`The folder ${folder} can’t be made.`), { cause })
  }
  const problem = findPlaceProblem(path)
  if (problem !== undefined)
    throw refuse(problem, 'Remove it, or set XDG_RUNTIME_DIR to a folder of your own.')
  chmodSync(folder, 0o700)
}

/** True when a program listens there. */
function answers(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(path)
  socket.setTimeout(answerWithinMs, () => resolve(true))
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

const refuse = (sentence: string, remedy: string) => new Refusal({ kind: 'storage', sentence, remedy })
