// The one Chromium of this process: started when first needed (or ahead, by run.mjs), stopped when the app quits.
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { STARTUP_PAGE, startChromium } from './chromium.mjs'
import { findChromium } from './find-chromium.mjs'
import { userDataDir } from './paths.mjs'
import { options } from './options.mjs'
import { endProcess } from './process-exit.mjs'
import { report } from './test-channel.mjs'

const STARTUP = 'startup'
const BLANK_WINDOW = { url: 'about:blank', newWindow: true }

/** Time a page opened by a page has to ask for its document, before it counts as one without. */
const EMPTY_PAGE_MS = 500

let current
/** Folder of a Chromium that has none beside the app's data. */
let temporary

/** Starts Chromium on the app's user data folder, if it does not run there already. */
export function startBrowser() {
  const profileDir = profileFolder()
  if (current?.profileDir === profileDir) return current
  void current?.stop()
  current = new Browser(profileDir)
  return current
}

/** Ends Chromium and waits for it. */
export async function stopBrowser() {
  await current?.stop()
  if (temporary) rmSync(temporary, { recursive: true, force: true })
}

/** Beside the app's data; in a temporary folder when that cannot be written, because Chromium would not start. */
function profileFolder() {
  try {
    accessSync(userDataDir(), constants.W_OK)
    return join(userDataDir(), 'Chromium')
  } catch {
    temporary ??= mkdtempSync(join(tmpdir(), 'chromium-host-'))
    return temporary
  }
}

class Browser {
  #chromium
  #pages = new Map() // target id -> { session, targetId, browser }
  #awaited = new Map() // target id, or STARTUP for the first page, made before the app asks for one -> resolver of its request
  #startupPage
  #isStopping = false

  constructor(profileDir) {
    this.profileDir = profileDir
    const startupPage = this.#await(STARTUP)
    this.#startupPage = options.headless ? startupPage : startupPage.then(settled)
    this.#chromium = this.#start().catch(error => fail(error.message))
  }

  /** A new window's page: { session, targetId, browser }. */
  async openPage() {
    const startupPage = this.#startupPage
    this.#startupPage = undefined
    if (startupPage) return startupPage
    const { connection } = await this.#chromium
    const { targetId } = await connection.browser.send('Target.createTarget', BLANK_WINDOW)
    return this.#pages.get(targetId) ?? this.#await(targetId)
  }

  async stop() {
    this.#isStopping = true
    const chromium = await this.#chromium
    await chromium.stop()
  }

  async #start() {
    const path = findChromium()
    if (!path) throw new Error('no Chromium found: install Chromium or Chrome, or set CHROMIUM_PATH')
    const { headless, record, size } = options
    const chromium = await startChromium(path, {
      profileDir: this.profileDir,
      headless,
      size,
      debuggingPort: record,
    })
    const { browser } = chromium.connection
    browser.on('Target.attachedToTarget', params => this.#attached(chromium.connection, params))
    browser.post('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true, // so that a page opened by a page can be closed before it loads anything
      flatten: true,
      filter: [{ type: 'page' }, { exclude: true }],
    })
    if (headless) browser.post('Target.createTarget', BLANK_WINDOW) // a visible Chromium opens its first window by itself
    browser.post('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true })
    void chromium.exited.then(reason => this.#ended(reason))
    void chromium.debuggingUrl.then(url => report({ chromium: { url, pid: chromium.pid } }))
    return chromium
  }

  #attached(connection, { sessionId, targetInfo }) {
    const { browser } = connection
    const session = connection.session(sessionId)
    const { targetId } = targetInfo
    if (!this.#isOwn(targetInfo)) return closeEmpty({ session, targetId, browser })
    session.post('Runtime.runIfWaitingForDebugger')
    const page = { session, targetId, browser }
    this.#pages.set(targetId, page)
    session.once('detached', () => this.#pages.delete(targetId))
    const name = this.#awaited.has(STARTUP) ? STARTUP : targetId
    this.#awaited.get(name)?.(page)
    this.#awaited.delete(name)
  }

  /** Pages that the host did not open are opened by a page: by a script or by a click, with its opener or with an address at once. */
  #isOwn({ openerId, url }) {
    return !openerId && (url === 'about:blank' || this.#awaited.has(STARTUP))
  }

  #await(name) {
    return new Promise(resolve => this.#awaited.set(name, resolve))
  }

  /** Chromium ends by itself when its last window is closed by hand; otherwise it has been killed or has failed. */
  #ended(reason) {
    if (this.#isStopping) return
    if (this.#pages.size > 0 || this.#awaited.size > 0) fail(reason)
    if (current === this) current = undefined
  }
}

/** Closes a page before it has loaded anything. Its first request is failed first, since closing the page would let it go. */
function closeEmpty({ session, targetId, browser }) {
  const close = () => browser.post('Target.closeTarget', { targetId })
  const unasked = setTimeout(close, EMPTY_PAGE_MS)
  session.once('Fetch.requestPaused', async ({ requestId }) => {
    clearTimeout(unasked)
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => {})
    close()
  })
  session.post('Fetch.enable')
  session.post('Runtime.runIfWaitingForDebugger')
}

/** Chromium is still loading its startup page when it shows up, and would drop commands about the page in that time. */
async function settled(page) {
  const question = { expression: `document.readyState === 'complete' && location.href === '${STARTUP_PAGE}'` }
  const isLoaded = async () => (await page.session.send('Runtime.evaluate', question)).result.value
  while (!(await isLoaded().catch(() => false))) await delay(5)
  return page
}

function fail(reason) {
  console.error(`chromium-host: ${reason}`)
  endProcess(1)
}
