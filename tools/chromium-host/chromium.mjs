// Starts an installed Chromium and talks to it over a pair of pipes. When this process dies, however it dies, the pipes close and Chromium ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Connection } from './cdp.mjs'
import { processGone } from './process-life.mjs'

const QUIET = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--noerrdialogs',
  '--hide-crash-restore-bubble',
  '--password-store=basic',
  '--use-mock-keychain',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-quic',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  // Without the pages of the address bar's list of suggestions, which a window loads at its start though it has no address bar.
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  // Every frame of a window in one session, and a window that is only covered keeps working, as in Electron.
  '--disable-site-isolation-trials',
  '--disable-backgrounding-occluded-windows',
]

/** Page shown in the window that Chromium opens by itself, until the app loads its own. */
export const STARTUP_PAGE = 'data:text/html,'
const STOP_MS = 3000
const PREDECESSOR_MS = 5000

/** The command line of Chromium. */
export function chromiumSwitches({
  profileDir,
  headless,
  size,
  debuggingPort = false,
  isRoot = process.getuid?.() === 0,
}) {
  return [
    ...QUIET,
    '--remote-debugging-pipe',
    ...(debuggingPort ? ['--remote-debugging-port=0'] : []),
    ...(headless ? ['--headless=new', '--disable-gpu', '--mute-audio'] : []),
    // --test-type hides the bar that would complain about --no-sandbox
    ...(isRoot ? ['--no-sandbox', '--test-type'] : []),
    `--user-data-dir=${profileDir}`,
    ...(size ? [`--window-size=${size.width},${size.height}`] : []),
    // Headless windows are opened by command. A visible one without tabs and an address bar can only be had on the command line.
    headless ? '--no-startup-window' : `--app=${STARTUP_PAGE}`,
  ]
}

/**
 * Starts Chromium at `path`. Resolves as soon as commands can be sent, which is before Chromium reads them:
 * `connection`, `pid`, `exited` (resolves with one line about how it ended), `debuggingUrl` (a promise, with debuggingPort), `stop()`.
 */
export async function startChromium(path, settings) {
  await predecessorGone(settings.profileDir)
  const child = spawn(path, chromiumSwitches(settings), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32', // Ctrl+C in a terminal is for the app, which then closes Chromium
    windowsHide: true,
  })
  const errors = keepErrors(child.stderr)
  const connection = new Connection(child.stdio[3], child.stdio[4])
  const exited = exitOf(child, errors)
  return {
    connection,
    pid: child.pid,
    exited,
    debuggingUrl: errors.debuggingUrl,
    stop: () => stop(child, connection, exited),
  }
}

/** Keeps the end of what Chromium says on stderr, and the address it prints for debuggers, which many errors may follow. */
export function keepErrors(stderr) {
  const kept = { text: '' }
  kept.debuggingUrl = new Promise(resolve => {
    stderr.setEncoding('utf8').on('data', chunk => {
      const text = kept.text + chunk
      kept.text = text.slice(-4000)
      const address = /DevTools listening on (\S+)\s/.exec(text)
      if (address) resolve(address[1])
    })
  })
  return kept
}

async function exitOf(child, errors) {
  const [code, signal] = await Promise.race([
    once(child, 'exit'),
    once(child, 'error').then(([error]) => [error.message]),
  ])
  const lastLine = errors.text.trim().split('\n').at(-1)
  return `Chromium ended (${signal ?? code})${code && lastLine ? `: ${lastLine}` : ''}`
}

async function stop(child, connection, exited) {
  connection.browser.post('Browser.close')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await exited
  clearTimeout(timer)
}

/**
 * A Chromium that outlives its killed app for a moment still holds the profile, and would take over our command line.
 * Waits for it; then removes a lock that no process on this machine holds (Chromium leaves it when it is killed itself).
 */
async function predecessorGone(profileDir) {
  const holder = lockHolder(profileDir)
  if (holder) await processGone(holder, PREDECESSOR_MS)
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    rmSync(join(profileDir, name), { force: true })
}

/** The lock is a link to "host-pid"; Windows has another kind, which ends with its process. */
function lockHolder(profileDir) {
  try {
    return Number(/-(\d+)$/.exec(readlinkSync(join(profileDir, 'SingletonLock')))?.[1])
  } catch {
    return undefined
  }
}
