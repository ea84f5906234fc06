// node run.mjs [--headless] APP [arguments of the app ...]
// Runs an Electron app (its folder or its main file) with the Chromium host in Electron's place.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { configure, options } from './options.mjs'
import { openTestChannel, recorded, report } from './test-channel.mjs'
import { reportUncaught, surviveUncaught } from './uncaught.mjs'

const ELECTRON = new URL('./electron.mjs', import.meta.url).href

const { isHeadless, appPath, appArgs } = readCommandLine(process.argv.slice(2))
const { mainFile, ...app } = readApp(resolve(appPath))
configure({
  ...app,
  switches: readSwitches(appArgs),
  headless: isHeadless,
  record: process.env.CHROMIUM_HOST_RECORD === '1',
  pageScript: process.env.CHROMIUM_HOST_PAGE_SCRIPT ?? '',
  size: readSize(process.env.CHROMIUM_HOST_WINDOW),
})
becomeElectron()
surviveUncaught()
await startAhead()
await serveTest()
await import(pathToFileURL(mainFile).href).catch(reportUncaught)
options.loaded.resolve()

function readCommandLine([first, ...rest]) {
  const isHeadless = first === '--headless'
  const [appPath, ...appArgs] = isHeadless ? rest : [first, ...rest]
  if (appPath === undefined)
    throw new Error('usage: node run.mjs [--headless] APP [arguments of the app ...]')
  return { isHeadless, appPath, appArgs }
}

/** The app's folder, main file and names, from its package.json as Electron reads them. */
function readApp(path) {
  const isFile = statSync(path).isFile()
  const appDir = isFile ? dirname(path) : path
  const manifest = join(appDir, 'package.json')
  const {
    name = 'app',
    productName,
    version = '0.0.0',
    main = 'index.js',
  } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {}
  return {
    appDir,
    name,
    productName,
    version,
    mainFile: isFile ? path : createRequire(manifest).resolve(`./${main}`),
  }
}

function readSwitches(args) {
  const entries = args.map(arg => /^--([^=]+)(?:=(.*))?$/s.exec(arg)).filter(Boolean)
  return new Map(entries.map(([, name, value = '']) => [name, value]))
}

function readSize(text) {
  const [width, height] = (text ?? '').split('x').map(Number)
  return width > 0 && height > 0 ? { width, height } : undefined
}

/**
 * Additions of Electron's main process to Node. process.versions.electron stays undefined: this is not Electron,
 * and native modules choose their binary by it.
 */
function becomeElectron() {
  process.argv = [process.execPath, appPath, ...appArgs]
  const additions = { type: 'browser', defaultApp: true, resourcesPath: join(app.appDir, 'resources') }
  for (const [name, value] of Object.entries(additions))
    Object.defineProperty(process, name, { value, enumerable: true })
  registerHooks({
    resolve: (specifier, context, next) =>
      /^electron(\/(main|common))?$/.test(specifier)
        ? { url: ELECTRON, format: 'module', shortCircuit: true }
        : next(specifier, context),
  })
}

/**
 * Chromium starts beside the loading of the app where the command line names the folder; the app may choose another one.
 * Not if another start of this app has the folder: this one may just hand over to that.
 */
async function startAhead() {
  if (!options.switches.has('user-data-dir')) return
  const { takeLock } = await import('./single-instance.mjs')
  const { startBrowser } = await import('./browser.mjs')
  if (takeLock()) startBrowser()
}

/** Has signals and process.exit end the app, and answers what a test asks. */
async function serveTest() {
  const { app, BrowserWindow, clipboard } = await import('./electron.mjs')
  const { answerDialog } = await import('./dialog.mjs')
  const { keepTheme } = await import('./native-theme.mjs')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => app.quit())
  process.exit = (code = process.exitCode) => app.exit(Number(code ?? 0))
  app.once('browser-window-created', (_, window) => {
    window.webContents.once('did-finish-load', () => report({ loaded: true }))
  })
  openTestChannel({
    opened: () => recorded.opened,
    notifications: () => recorded.notifications,
    errorBoxes: () => recorded.errorBoxes,
    shownInFolder: () => recorded.shownInFolder,
    clipboard: () => clipboard.readText(),
    copied: async type => {
      const [item] = await clipboard.read()
      if (!item?.types.includes(type)) return null
      return Buffer.from(await (await item.getType(type)).arrayBuffer()).toString('base64')
    },
    answerDialog,
    keepTheme,
    close: () => BrowserWindow.getAllWindows()[0]?.close(),
  })
}
