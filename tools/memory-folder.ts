/** Temporary files of a test run, in memory where there is room: thousands of small files are synced to disk otherwise. */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'

/** A run needs about a tenth. */
const minFreeBytes = 6 * 2 ** 30

/** Has this process and those it starts keep temporary files in memory, and removes them when it ends. */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom('/dev/shm')) return
  const folder = mkdtempSync('/dev/shm/desk-')
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, process.availableMemory()) >= minFreeBytes
  } catch {
    return false
  }
}
