// An app for the host's tests: its page can ask the main process to do things and to say what has happened.
import electron, {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Notification,
  protocol,
  session,
  shell,
} from 'electron'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { serve } from './pages.mjs'

const events = []
const note = (...parts) => {
  events.push(parts.join(' '))
  console.log('event:', ...parts)
}
const PRIVILEGES = { standard: true, secure: true }
const SCHEMES = [
  { scheme: 'app', privileges: { ...PRIVILEGES, supportFetchAPI: true } },
  { scheme: 'mute', privileges: PRIVILEGES },
]
const has = name => app.commandLine.hasSwitch(name)

let preventClose = has('prevent-close')
let preventQuit = has('prevent-quit')

for (const name of ['before-quit', 'will-quit', 'quit', 'window-all-closed', 'ready'])
  app.on(name, () => note(`app ${name}`))
app.on('window-all-closed', () => has('stay') || app.quit())
app.on('will-quit', event => {
  if (!preventQuit) return
  preventQuit = false
  event.preventDefault()
  setImmediate(() => app.quit())
})

const attempt = run => {
  try {
    return String(run())
  } catch (error) {
    return String(error)
  }
}

/** Outcomes of what Electron refuses before the app is ready. */
const tooEarly = () => ({
  window: attempt(() => new BrowserWindow()),
  notification: attempt(() => new Notification()),
  session: attempt(() => session.defaultSession),
  handle: attempt(() => protocol.handle('app', serve)),
  dialog: attempt(() => dialog.showOpenDialog({})),
  screen: attempt(() => electron.screen.getPrimaryDisplay()),
  isReady: attempt(() => app.isReady()),
})

const handlers = {
  early: () => early,
  /** Runs a function of a test here. */
  main: (event, source, ...args) => globalThis.eval(`(${source})`)({ ...kit, event }, ...args),
  echo: (_, value) => value,
  fail: (_, message) => Promise.reject(new TypeError(message)),
  uncloneable: () => () => 1,
  sender: ({ sender, senderFrame: { url, origin, parent, top } }) => ({
    sameContents: sender === windows()[0].webContents,
    url,
    origin,
    hasParent: parent !== null,
    topUrl: top.url,
  }),
  events: () => events,
  send: (event, channel, ...args) => event.sender.send(channel, ...args),
  window: (event, method, ...args) => BrowserWindow.fromWebContents(event.sender)[method](...args),
  contents: (event, method, ...args) => event.sender[method](...args),
  app: (_, method, ...args) => app[method](...args),
  open: (_, url) => shell.openExternal(url),
  choose: () => dialog.showOpenDialog({ properties: ['openFile'] }),
  save: () => dialog.showSaveDialog({ defaultPath: 'prices.csv' }),
  copy: (_, text) => clipboard.writeText(text),
  notify: (_, title, body) => new Notification({ title, body }).show(),
  block: () =>
    session.defaultSession.webRequest.onBeforeRequest(
      { urls: ['*://blocked.example/*'] },
      ({ url }, decide) => {
        note('request', url)
        decide({ cancel: true })
      },
    ),
  absent: (_, part, member) => String(electron[part][member]),
  surroundings: () => ({
    argv: process.argv.slice(1),
    type: process.type,
    electron: process.versions.electron,
    required: createRequire(import.meta.url)('electron').app === app,
    name: app.getName(),
    version: app.getVersion(),
    userData: app.getPath('userData'),
    appPath: app.getAppPath(),
  }),
  second: async () => {
    await openWindow('app://second/')
    return windows().length
  },
  preventClose: (_, wanted) => void (preventClose = wanted),
}

const windows = () => BrowserWindow.getAllWindows()

async function openWindow(url) {
  const window = new BrowserWindow({
    width: 700,
    height: 500,
    show: false,
    webPreferences: {
      preload: join(import.meta.dirname, 'preload.cjs'),
      nodeIntegrationInSubFrames: has('sub-frames'),
    },
  })
  for (const name of [
    'ready-to-show',
    'show',
    'hide',
    'focus',
    'blur',
    'minimize',
    'restore',
    'resize',
    'closed',
  ]) {
    window.on(name, () => note(`window ${name}`))
  }
  window.on('close', event => {
    note('window close')
    if (preventClose) event.preventDefault()
  })
  window.once('ready-to-show', () => window.show())
  follow(window.webContents)
  await window.loadURL(url)
  return window
}

function follow(contents) {
  contents.on('will-navigate', event => {
    note('will-navigate', event.url)
    if (!event.url.endsWith('/allowed')) event.preventDefault()
  })
  contents.on('dom-ready', () => note('dom-ready'))
  contents.on('did-finish-load', () => note('did-finish-load', contents.getURL()))
  contents.on('render-process-gone', (_, { reason }) => note('render-process-gone', reason))
  contents.on('preload-error', (_, path, error) => note('preload-error', error.message))
  contents.on('console-message', ({ level, message }) => note('console', level, message))
  contents.setWindowOpenHandler(({ url }) => {
    note('open', url)
    return { action: 'deny' }
  })
}

/** Parts a function of a test gets. */
const kit = { electron, note, openWindow, events, preload: join(import.meta.dirname, 'preload.cjs') }

let early

async function start() {
  early = tooEarly()
  protocol.registerSchemesAsPrivileged(SCHEMES)
  for (const [channel, handler] of Object.entries(handlers)) ipcMain.handle(channel, handler)
  ipcMain.handleOnce('once', () => 'first')
  ipcMain.on('plain', (event, ...args) => event.reply('plain-reply', ...args))
  app.on('second-instance', (_, argv) => note('second-instance', argv.at(-1)))
  await app.whenReady()
  for (const { scheme } of SCHEMES) protocol.handle(scheme, serve)
  session.defaultSession.on('will-download', (_, item) =>
    note('will-download', item.getURL(), item.getFilename()),
  )
  session.defaultSession.setPermissionRequestHandler((_, permission, decide) =>
    decide(permission === 'geolocation'),
  )
  await openWindow('app://main/index.html')
}

if (!app.requestSingleInstanceLock()) app.quit()
else if (has('fail-early')) throw new Error('the fixture fails early')
else void start() // not awaited: the app is ready only after this file has run
