/**
 * Place of the socket for scripts: a folder that only this user can open, or a pipe of this user on Windows. Nothing that
 * is not ours is removed or used.
 */
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
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
}

const here = (): Place => ({
  platform: process.platform,
  runtimeFolder: process.env['XDG_RUNTIME_DIR'] || undefined,
})

/** The path that scripts connect to. */
export function findSocketPath({ platform, runtimeFolder } = here()): string {
  const { username, uid } = userInfo()
  if (platform === 'win32') return `\\\\.\\pipe\\parlay-desk-${username}`
  const folder =
    runtimeFolder === undefined ? join(tmpdir(), `parlay-desk-${uid}`) : join(runtimeFolder, 'parlay-desk')
  return join(folder, 'desk.sock')
}

/** Makes the place ready to listen at. Throws Refusal with a sentence that says why it is not. */
export async function prepareSocket(path: string): Promise<void> {
  // A pipe needs no place; it is taken by the first that listens.
  if (path.startsWith('\\\\.\\pipe\\')) return
  if (Buffer.byteLength(path) > maxPathBytes)
    throw refuse(`The path of the socket is too long: ${path}.`, 'Set XDG_RUNTIME_DIR to a shorter one.')
  prepareFolder(dirname(path))
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isSocket())
    throw refuse(`Something else is in the place of the socket: ${path}.`, 'Look at it, and move it away.')
  if (await answers(path))
    throw refuse('Another Parlay Desk has the socket for scripts.', 'Turn scripts off there, or quit it.')
  // Left by a desk that could not remove it.
  rmSync(path)
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new Refusal(toStorageFailure(`The folder ${folder} can’t be made.`), { cause })
  }
  const found = lstatSync(folder)
  const remedy = 'Remove it, or set XDG_RUNTIME_DIR to a folder of your own.'
  if (!found.isDirectory()) throw refuse(`The place for the socket isn’t a folder: ${folder}.`, remedy)
  if (found.uid !== process.getuid?.()) throw refuse(`Another user owns the folder ${folder}.`, remedy)
  if ((found.mode & othersMayWrite) !== 0)
    throw refuse(`Other users can write to the folder ${folder}.`, remedy)
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
