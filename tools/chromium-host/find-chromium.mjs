import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const COMMANDS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'msedge',
]

const MAC_APPS = ['Chromium', 'Google Chrome', 'Microsoft Edge']
const WINDOWS_PROGRAMS = [
  'Chromium/Application/chrome.exe',
  'Google/Chrome/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
]

/** The path of an installed Chromium (CHROMIUM_PATH, then the PATH, then the usual places of the system), or undefined. */
export function findChromium(env = process.env, platform = process.platform) {
  if (env.CHROMIUM_PATH) return isProgram(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined
  return [...onPath(env, platform), ...usualPlaces(env, platform)].find(isProgram)
}

function onPath(env, platform) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const suffix = platform === 'win32' ? '.exe' : ''
  return COMMANDS.flatMap(command => folders.map(folder => join(folder, command + suffix)))
}

function usualPlaces(env, platform) {
  if (platform === 'darwin') return MAC_APPS.map(name => `/Applications/${name}.app/Contents/MacOS/${name}`)
  if (platform !== 'win32') return []
  const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean)
  return WINDOWS_PROGRAMS.flatMap(program => roots.map(root => join(root, program)))
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
