// launchDesk: starts the app for a test and gives its window as a Playwright page; on Electron where that is installed
// and can start its sandbox, else on the Chromium host. The same shape either way (see index.d.mts).
import { fileURLToPath } from 'node:url'
import { findSandboxFault } from '../electron-sandbox.mjs'
import { electronBinary } from './electron-binary.mjs'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

export async function launchDesk({
  userDataDir,
  args = [],
  env = {},
  headless = true,
  width = 1600,
  height = 900,
  appDir = REPOSITORY,
  pageScript = '',
}) {
  const settings = {
    appDir,
    args: [`--user-data-dir=${userDataDir}`, ...args],
    env,
    headless,
    width,
    height,
    pageScript,
  }
  const electron = electronBinary()
  if (electron && !findSandboxFault(electron)) {
    const { launchOnElectron } = await import('./on-electron.mjs')
    return launchOnElectron(electron, settings)
  }
  const { launchOnChromium } = await import('./on-chromium.mjs')
  return launchOnChromium(settings)
}
