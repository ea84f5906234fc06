/** The lifecycle, and nothing else: one instance, ready, compose, quit. */
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { app } from 'electron'

const userData = app.commandLine.getSwitchValue('user-data-dir')
// Electron takes absolute paths only.
if (userData !== '') app.setPath('userData', resolve(userData))

if (app.requestSingleInstanceLock()) {
  // Before anything large is loaded, so that its compiled form is found from the second start on.
  enableCompileCache(join(app.getPath('userData'), 'compile-cache'))
  // With --no-sandbox (as root, in containers) there is none to enable: Electron's network service would end at once.
  if (app.commandLine.hasSwitch('no-sandbox'))
    console.error('The window runs without a sandbox: --no-sandbox.')
  else app.enableSandbox()
  app.setAppUserModelId('desk.parlay')
  const { registerPage } = await import('./window.ts')
  registerPage()
  const { compose } = await import('./compose.ts')
  // Not awaited: Electron becomes ready only after this module has been evaluated.
  void app.whenReady().then(compose)
} else {
  app.quit()
}
