/** A disk of a few megabytes, if the test may mount one (Linux, as root). */
import { spawnSync } from 'node:child_process'
import { openSync, closeSync, writeSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempFolder } from '../storage/temp-folder.ts'

const run = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

function mounted(folder: string, megabytes: number): boolean {
  const options = `size=${megabytes}m`
  return process.platform === 'linux' && run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder)
}

export const canMount = (() => {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false
  const folder = '/dev/shm'
  return run('mountpoint', '-q', folder) && run('unshare', '--mount', 'true')
})()

/** Ends with the test. What is open on it must be closed by then. */
export function smallDisk(megabytes = 4) {
  const folder = tempFolder()
  if (!mounted(folder, megabytes)) throw new Error('no disk could be mounted')
  onTestFinished(() => {
    // A second time for a disk that is still locked.
    while (run('umount', '--lazy', folder));
  })
  const filler = join(folder, 'filler')
  return {
    folder,
    /** Leaves `free` bytes. */
    fill(free: number) {
      const { bavail, bsize } = statfsSync(folder)
      const handle = openSync(filler, 'w')
      writeSync(handle, Buffer.alloc(Math.max(0, bavail * bsize - free)))
      closeSync(handle)
    },
    empty: () => rmSync(filler, { force: true }),
    /** Makes files that are opened from now on read-only. */
    lock: () => run('mount', '--bind', folder, folder) && run('mount', '-o', 'remount,bind,ro', folder),
    unlock: () => run('umount', '--lazy', folder),
  }
}
