/** Makes sure that files, and the names they go by, are on the disk. */
import { closeSync, fsyncSync, openSync } from 'node:fs'

export const syncFile = (file: string): void => sync(file, 'r+')

/** A new name is only sure to be found again once its folder is written; Windows knows no such call. */
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
