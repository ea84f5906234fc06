/** Mounts for tests, on Linux as root. Root of a container may not be allowed to mount, so one mount is tried. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Puts an empty disk of this size on the folder. */
export const mountDisk = (folder: string, megabytes: number): boolean =>
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)

/** Makes files that are opened in the folder from now on read-only. */
export const lockFolder = (folder: string): boolean =>
  run('mount', '--bind', folder, folder) && run('mount', '-o', 'remount,bind,ro', folder)

/** Takes the last mount off the folder; false where there is none. */
export const unmount = (folder: string): boolean => run('umount', '--lazy', folder)

export const canMount = process.platform === 'linux' && process.getuid?.() === 0 && tryMounts()

function tryMounts(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'desk-mount-'))
  const isMounted = mountDisk(folder, 1) && lockFolder(folder)
  while (unmount(folder));
  rmdirSync(folder)
  return isMounted
}
