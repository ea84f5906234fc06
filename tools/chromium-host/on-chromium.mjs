import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { node24 } from './node-24.mjs'
import { processGone } from './process-life.mjs'

const RUN = fileURLToPath(new URL('run.mjs', import.meta.url))
const START_MS = 30_000
const END_MS = 10_000

/** Starts the app on the Chromium host and connects Playwright to its window. */
export async function launchOnChromium(settings) {
  const host = startHost(settings)
  const started = Promise.all([host.received('chromium'), host.received('loaded')])
  const failed = Promise.race([
    host.exited.then(code => `it ended with exit code ${code}`),
    host.received('uncaught').then(text => `its main process has an uncaught exception: ${text}`),
  ]).then(reason => Promise.reject(new Error(reason)))
  try {
    const [{ url, pid }] = await within(START_MS, Promise.race([started, failed]))
    failed.catch(() => {})
    const browser = await chromium.connectOverCDP(url)
    const page = browser.contexts()[0].pages()[0]
    await page.waitForLoadState('load')
    await host.ask('keepTheme')
    return desk(host, { browser, page, chromiumPid: pid })
  } catch (error) {
    host.child.kill('SIGKILL')
    const reached = host.names().join(', ') || 'nothing'
    throw new Error(`The app did not start: ${error.message}; it reached: ${reached}\n${host.log()}`, {
      cause: error,
    })
  }
}

function startHost({ appDir, args, env, headless, width, height, pageScript }) {
  const child = spawn(node24(), [RUN, ...(headless ? ['--headless'] : []), appDir, ...args], {
    env: {
      ...process.env,
      ...env,
      CHROMIUM_HOST_RECORD: '1',
      CHROMIUM_HOST_WINDOW: `${width}x${height}`,
      CHROMIUM_HOST_PAGE_SCRIPT: pageScript,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => (log += text))
  const exited = once(child, 'exit').then(([code]) => code)
  return { child, exited, log: () => log, ...conversation(child) }
}

/** The host's one-time messages (`received(name)` resolves with one) and its answers to questions. */
function conversation(child) {
  const messages = new Map()
  const about = name => {
    if (!messages.has(name)) messages.set(name, deferred())
    return messages.get(name)
  }
  const answers = []
  const names = []
  child.once('disconnect', () => {
    for (const { reject } of answers) reject(new Error('the app has ended'))
  })
  child.on('message', message => {
    for (const [name, value] of Object.entries(message)) {
      names.push(name)
      about(name).resolve(value)
    }
  })
  return {
    /** Names of all messages so far, which say how far a start that failed had come. */
    names: () => names,
    received: name => about(name).promise,
    ask: (question, value) => {
      const id = `answer ${answers.length}`
      const answer = about(id)
      answers.push(answer)
      child.send({ ask: question, id, value }, error => error && answer.reject(error))
      return answer.promise
    },
  }
}

const fromBase64 = text => (text === null ? null : Buffer.from(text, 'base64'))

function desk({ child, exited, log, ask }, { browser, page, chromiumPid }) {
  const gone = async () => {
    await processGone(chromiumPid, END_MS)
    await browser.close()
  }
  return {
    page,
    pid: child.pid,
    mainLog: log,
    opened: () => ask('opened'),
    clipboard: () => ask('clipboard'),
    copied: async type => fromBase64(await ask('copied', type)),
    notifications: () => ask('notifications'),
    errorBoxes: () => ask('errorBoxes'),
    shownInFolder: () => ask('shownInFolder'),
    answerDialog: paths => ask('answerDialog', paths),
    async close() {
      ask('close').catch(() => {}) // it may have ended already
      const code = await within(END_MS, exited).catch(error => {
        throw new Error(`The app runs on after its window was closed: ${error.message}\n${log()}`, {
          cause: error,
        })
      })
      await gone()
      return code
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
      await gone()
    },
  }
}

/** Promise.withResolvers, for a test runner on an older Node. */
function deferred() {
  const parts = {}
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }))
  return parts
}

async function within(limitMs, promise) {
  const late = deferred()
  const timer = setTimeout(() => late.reject(new Error(`nothing after ${limitMs} ms`)), limitMs)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
