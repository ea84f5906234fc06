import { once } from 'node:events'
import { _electron } from '@playwright/test'

/** Starts the app on real Electron, in the shape of launchDesk. What would leave the app is kept instead (Electron itself is patched in its main process). */
export async function launchOnElectron(executablePath, { appDir, args, env, width, height, pageScript }) {
  const asRoot = process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox'] : []
  const electron = await _electron.launch({
    executablePath,
    args: [...asRoot, appDir, ...args],
    env: { ...process.env, ...env },
  })
  if (pageScript) await electron.context().addInitScript(pageScript)
  const main = electron.process()
  let log = ''
  for (const stream of [main.stdout, main.stderr])
    stream.setEncoding('utf8').on('data', text => (log += text))
  const exited = once(main, 'exit').then(([code]) => code)
  await electron.evaluate(keepOutside)
  const page = await electron.firstWindow()
  await electron.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0].setContentSize(...size),
    [width, height],
  )
  await page.waitForLoadState('load')
  return {
    page,
    pid: main.pid,
    mainLog: () => log,
    opened: () => electron.evaluate(() => globalThis.keptOutside.opened),
    clipboard: () => electron.evaluate(({ clipboard }) => clipboard.readText()),
    async copied(type) {
      const text = await electron.evaluate(readCopied, type)
      return text === null ? null : Buffer.from(text, 'base64')
    },
    notifications: () => electron.evaluate(() => globalThis.keptOutside.notifications),
    errorBoxes: () => electron.evaluate(() => globalThis.keptOutside.errorBoxes),
    shownInFolder: () => electron.evaluate(() => globalThis.keptOutside.shownInFolder),
    answerDialog: paths =>
      electron.evaluate((_, chosen) => void globalThis.keptOutside.chosen.push(chosen), paths),
    ...endings(electron, exited),
  }
}

/** Both ways to end the app, by its window and by force. */
const endings = (electron, exited) => ({
  async close() {
    electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0].close()).catch(() => {})
    return exited
  },
  async kill() {
    electron.process().kill('SIGKILL')
    await exited
  },
})

/** Runs in Electron's main process. Returns what was copied of a type, in base64. */
async function readCopied({ clipboard }, wanted) {
  const item = (await clipboard.read()).find(({ types }) => types.includes(wanted))
  const bytes = await (await item?.getType(wanted))?.arrayBuffer()
  return bytes ? Buffer.from(bytes).toString('base64') : null
}

/** Runs in Electron's main process. */
function keepOutside({ shell, dialog, Notification }) {
  const kept = { opened: [], notifications: [], errorBoxes: [], shownInFolder: [], chosen: [] }
  globalThis.keptOutside = kept
  shell.openExternal = async url => void kept.opened.push(url)
  shell.showItemInFolder = path => void kept.shownInFolder.push(path)
  dialog.showErrorBox = (title, content) => void kept.errorBoxes.push({ title, content })
  const choose = () => {
    const filePaths = kept.chosen.shift()
    if (filePaths === undefined) throw new Error('The test has prepared no answer for this dialog.')
    return filePaths
  }
  dialog.showOpenDialog = async () => {
    const filePaths = choose()
    return { canceled: filePaths.length === 0, filePaths }
  }
  dialog.showSaveDialog = async () => {
    const [filePath = ''] = choose()
    return { canceled: filePath === '', filePath }
  }
  Notification.prototype.show = function () {
    kept.notifications.push({ title: this.title, body: this.body })
    this.emit('show', {})
  }
}
