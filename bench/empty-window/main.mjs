/** A minimal app, with which `bench/start.ts` compares the desk's start. */
import { app, BrowserWindow, protocol } from 'electron'

const userData = app.commandLine.getSwitchValue('user-data-dir')
if (userData !== '') app.setPath('userData', userData)
app.enableSandbox()
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
app.on('window-all-closed', () => app.quit())

app.whenReady().then(() => {
  protocol.handle(
    'app',
    () => new Response('<title>Empty</title>', { headers: { 'content-type': 'text/html' } }),
  )
  const window = new BrowserWindow({
    width: 1600,
    height: 900,
    show: false,
    webPreferences: { sandbox: true },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL('app://empty/')
})
