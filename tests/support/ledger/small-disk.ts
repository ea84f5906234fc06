/** A disk of a few megabytes, where `canMount`. */
import { openSync, closeSync, writeSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { lockFolder, mountDisk, unmount } from '../storage/mounts.ts'
import { tempFolder } from '../storage/temp-folder.ts'

/** Ends with the test. What is open on it must be closed by then. */
export function smallDisk(megabytes = 4, folder = tempFolder()) {
  if (!mountDisk(folder, megabytes)) throw new Error('no disk could be mounted')
  onTestFinished(() => {
    // A second time for a disk that is still locked.
    while (unmount(folder));
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
    lock: () => lockFolder(folder),
    unlock: () => unmount(folder),
  }
}
