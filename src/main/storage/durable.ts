/** Syncs files and their folder entries to the disk. */
import { closeSync, fsyncSync, openSync } from 'node:fs'

export const syncFile = (file: string): void => sync(file, 'r+')

/** A new name is durable only after its folder is synced. Windows has no such call. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r')
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
