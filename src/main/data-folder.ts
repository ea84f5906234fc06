/** The folder of the user's data, chosen before anything is opened. */
import { existsSync, mkdtempSync, readdirSync, rmdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { app } from 'electron'
import { useThrowAwayFolder } from './smoke.ts'

/** Builds under development have data of their own: they may bring files into a form that no released program reads. */
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
 * True if a start whose lock was refused is the only one: the folder cannot be written, or a full disk has no room for the
 * lock's socket, which is among the temporary files.
 */
export function isOnlyStart(folder: string): boolean {
  if (!isWritable(folder)) return true
  const isFull = [folder, tmpdir()].some(place => statfsSync(place).bavail === 0)
  return isFull && !readdirSync(folder).some(name => locks.includes(name))
}

/**
 * True if files can be made in the folder, or only room is wanting. Tried, because Windows does not say it in the folder's
 * attributes.
 */
export function isWritable(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, '.probe-')))
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  }
}
