import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { options } from './options.mjs'

// The folders that app.getPath names, where Electron has them.

const chosen = new Map()

const HOME_FOLDERS = {
  desktop: 'Desktop',
  documents: 'Documents',
  downloads: 'Downloads',
  music: 'Music',
  pictures: 'Pictures',
  videos: process.platform === 'darwin' ? 'Movies' : 'Videos',
}

const PLACES = {
  home: homedir,
  temp: tmpdir,
  exe: () => process.execPath,
  module: () => process.execPath,
  appData,
  userData: () =>
    options.switches.get('user-data-dir') ?? join(pathOf('appData'), options.productName ?? options.name),
  sessionData: () => pathOf('userData'),
  crashDumps: () => join(pathOf('userData'), 'Crashpad'),
  logs,
}

/** The folder of this name. Throws for a name that Electron does not know. */
export function pathOf(name) {
  if (chosen.has(name)) return chosen.get(name)
  if (name in PLACES) return resolve(PLACES[name]())
  if (name in HOME_FOLDERS) return join(homedir(), HOME_FOLDERS[name])
  throw new Error(`Failed to get '${name}' path`)
}

/** Throws for a relative path, as Electron does. */
export function choosePath(name, path) {
  pathOf(name)
  if (!isAbsolute(path)) throw new Error('Path must be absolute')
  chosen.set(name, path)
}

/** The app's data folder, made if it is not there. */
export function userDataDir() {
  const folder = pathOf('userData')
  mkdirSync(folder, { recursive: true })
  return folder
}

function appData() {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming')
  return process.env.XDG_CONFIG_HOME || join(homedir(), '.config')
}

function logs() {
  if (process.platform !== 'darwin') return join(pathOf('userData'), 'logs')
  return join(homedir(), 'Library', 'Logs', options.productName ?? options.name)
}
