/** Things at a path that are not regular files, for tests on systems that have them. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export const hasPipes = process.platform !== 'win32'

export function makePipe(path: string): string {
  execFileSync('mkfifo', [path])
  return path
}

async function makeSocket(path: string): Promise<string> {
  const server = createServer().listen(path)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return path
}

function makeLink(path: string, to: string): string {
  symlinkSync(to, path)
  return path
}

/** Ends of the names of a database's files. */
export const databaseEndings = ['', '-wal', '-shm', '-journal'] as const

/** Names a kind, makes one at a path, and has the words for it. */
export const otherKinds: readonly [string, (path: string) => string | Promise<string>, string][] = [
  ['a folder', path => (mkdirSync(path), path), 'is a folder, not a file.'],
  ['a pipe', makePipe, 'is a pipe, not a file.'],
  ['a link to a pipe', path => makeLink(path, makePipe(join(path, '..', 'pipe'))), 'is a pipe, not a file.'],
  ['a link to a device', path => makeLink(path, '/dev/zero'), 'is a device, not a file.'],
  ['a socket', makeSocket, 'is a socket, not a file.'],
]
