import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The path of Electron's program if its npm package has one (or ELECTRON_OVERRIDE_DIST_PATH names its folder), else undefined. */
export function electronBinary(env = process.env, folder = packageFolder()) {
  if (!folder) return undefined
  const program = readIfThere(join(folder, 'path.txt')) ?? programName()
  const binary = join(env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), program)
  return existsSync(binary) ? binary : undefined
}

/** The folder of the installed `electron` package; undefined when it is not installed. */
export function packageFolder() {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  } catch {
    return undefined
  }
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function programName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}
