/** The folder of the user's data, chosen before anything is opened. */
import { existsSync, mkdtempSync, readdirSync, rmdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { app } from 'electron'
import { useThrowAwayFolder } from './smoke.ts'

/** Development builds use a separate folder: they may migrate files to a format that no released program reads. */
const developmentFolder = 'Parlay Desk (development)'

/** Returns a sentence for the user whose data is in the folder that packaged builds use, or undefined. */
export function chooseDataFolder(): string | undefined {
  const given = app.commandLine.getSwitchValue('user-data-dir')
  if (app.commandLine.hasSwitch('smoke')) useThrowAwayFolder()
  // Electron takes absolute paths only.
  else if (given !== '') app.setPath('userData', resolve(given))
  else if (!app.isPackaged) return useDevelopmentFolder()
  return undefined
}

function useDevelopmentFolder(): string | undefined {
  const released = join(app.getPath('appData'), app.getName())
  const own = join(app.getPath('appData'), developmentFolder)
  const isFirst = !existsSync(own) && existsSync(join(released, 'desk.db'))
  app.setPath('userData', own)
  if (!isFirst) return undefined
  return `This development build keeps its data in ${own}. Your earlier data is in ${released}. To use it, start with --user-data-dir="${released}".`
}

/** Electron's lock of the folder while the program runs: on Linux and macOS, and on Windows. */
const locks = ['SingletonLock', 'lockfile']

/**
 * True if a start that did not get the lock is the only one: the folder is read-only, or a full disk has no room for
 * the lock's socket, which is a temporary file.
 */
export function isOnlyStart(folder: string): boolean {
  if (!isWritable(folder)) return true
  const isFull = [folder, tmpdir()].some(place => statfsSync(place).bavail === 0)
  return isFull && !readdirSync(folder).some(name => locks.includes(name))
}

/**
 * True if files can be created in the folder, or only disk space is missing. Tested by creating one, because a folder's
 * attributes mean little on Windows.
 */
export function isWritable(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, '.probe-')))
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  }
}
