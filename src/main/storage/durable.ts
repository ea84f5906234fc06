/** Makes sure that files, and the names they go by, are on the disk. */
import { closeSync, fsyncSync, openSync } from 'node:fs'

export function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** A new name is only sure to be found again once its folder is written; Windows knows no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
