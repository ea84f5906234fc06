// The lock that makes a second start of the app hand its arguments to the first.
// The lock itself is an open SQLite transaction: taken at once, held by the operating system, and gone with its process however that ends.
import { createHash } from 'node:crypto'
import { accessSync, constants, rmSync, symlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { userDataDir } from './paths.mjs'

const DELIVERY_MS = 2000

let lock
let lockedFolder
let link
let server
let delivery = Promise.resolve()

/**
 * Takes the lock of this user data folder if no other process has it; true while this process has it. As in Electron, there
 * is none in a folder that cannot be written.
 */
export function takeLock() {
  const folder = userDataDir()
  if (lock && folder === lockedFolder) return true
  releaseLock() // the app has chosen another folder since
  let database
  try {
    accessSync(folder, constants.W_OK)
    database = new DatabaseSync(join(folder, 'chromium-host.lock'), { timeout: 0 })
    database.exec('BEGIN EXCLUSIVE')
  } catch {
    database?.close()
    return false
  }
  lock = database
  lockedFolder = folder
  showLock(folder)
  return true
}

/** Link that shows the lock, as Electron's does on Linux and macOS. One that is left by a process that was killed stays. */
function showLock(folder) {
  if (process.platform === 'win32') return
  try {
    symlinkSync(`${hostname()}-${process.pid}`, join(folder, 'SingletonLock'))
    link = join(folder, 'SingletonLock')
  } catch {
    // Another is there, or no room.
  }
}

export function releaseLock() {
  server?.close()
  if (link) rmSync(link, { force: true })
  lock?.close()
  lock = undefined
  link = undefined
  server = undefined
}

/** As the holder of the lock: calls `take` with { argv, cwd, data } of each later start. */
export function onOtherStarts(take) {
  if (server) return
  const address = socketAddress()
  if (process.platform !== 'win32') rmSync(address, { force: true }) // left by a holder that was killed
  server = createServer({ allowHalfOpen: true }, async socket => {
    const chunks = await socket.setEncoding('utf8').toArray()
    take(JSON.parse(chunks.join('')))
    socket.end()
  })
  server.listen(address).unref()
}

/** As a later start: hands our arguments to the holder. `delivered()` waits for it. */
export function sendToHolder(message) {
  delivery = new Promise(resolve => {
    const socket = connect(socketAddress())
    socket.setTimeout(DELIVERY_MS, () => socket.destroy())
    socket.once('close', resolve).on('error', () => {})
    socket.resume().end(JSON.stringify(message))
  })
}

export function delivered() {
  return delivery
}

/** Beside the lock; elsewhere when the system could not take so long an address. */
function socketAddress() {
  const folder = userDataDir()
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\chromium-host-${id}`
  const beside = join(folder, 'chromium-host.sock')
  return Buffer.byteLength(beside) < 100 ? beside : join(tmpdir(), `chromium-host-${id}.sock`)
}
