import { BridgeEnd } from './bridge.mjs'
import { EXPOSE, HANDOVER, TAKE_WINDOW, TO_PAGE, TO_PRELOAD } from './page-world.mjs'
import { strict, strictPrototype } from '../strict.mjs'
import { decode, encode } from './wire.mjs'

// Runs in the preload's isolated world, in every frame, before the page's first script: links the two worlds and runs the preload
// (in the main frame, or in all frames if the app says so) with what a sandboxed Electron preload has.

/**
 * settings: { binding, receiver, preloadPath, inSubFrames, process }. `binding` is the function that carries text to the host
 * and `receiver` the name under which the host calls this world; neither can be reached from the page's world.
 */
export function startPreloadWorld(settings, preload) {
  const post = takeBinding(settings.binding)
  const toHost = (...message) => post(encode(message))
  const page = handOver()
  page.remote(TAKE_WINDOW)(
    (url, name, features) => toHost('open', url, name, features),
    () => toHost('close'),
  )
  watchLinks(toHost)
  const isMainFrame = window === window.top
  if (isMainFrame) reportWindow(toHost)
  if (!preload || !(isMainFrame || settings.inSubFrames)) return
  const ipc = ipcEnd(toHost)
  Object.defineProperty(globalThis, settings.receiver, { value: text => ipc.receive(decode(text)) })
  runPreload(settings, preload, { ipcRenderer: ipc.ipcRenderer, contextBridge: bridgeTo(page) }, toHost)
}

function takeBinding(name) {
  const post = globalThis[name]
  delete globalThis[name]
  return post
}

/** The link is passed as the related target of an event, the one thing that crosses between worlds as itself. */
function handOver() {
  const link = new EventTarget()
  const end = new BridgeEnd(link, TO_PRELOAD, TO_PAGE)
  dispatchEvent(new MouseEvent(HANDOVER, { relatedTarget: link }))
  return end
}

function bridgeTo(page) {
  const expose = page.remote(EXPOSE)
  return strict('contextBridge', { exposeInMainWorld: (name, api) => expose(name, api) })
}

/** A click that would open a tab of the browser asks for a new window; Chromium would have asked for its page before the host knows. */
function watchLinks(toHost) {
  const watch = event => {
    const wantsTab = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey
    const link =
      wantsTab && !event.defaultPrevented && event.composedPath().find(node => typeof node.href === 'string')
    if (!link) return
    event.preventDefault()
    toHost('open', link.href, '', '')
  }
  addEventListener('click', watch)
  addEventListener('auxclick', watch)
}

function reportWindow(toHost) {
  addEventListener('focus', () => toHost('window', 'focus'))
  addEventListener('blur', () => toHost('window', 'blur'))
  addEventListener('resize', () => toHost('window', 'resize', innerWidth, innerHeight))
  document.addEventListener('visibilitychange', () => toHost('window', document.visibilityState))
}

function ipcEnd(toHost) {
  const channels = new Map()
  const waiting = new Map()
  let calls = 0
  const invoke = (channel, ...args) =>
    new Promise((resolve, reject) => {
      toHost('invoke', ++calls, channel, args)
      waiting.set(calls, { resolve, reject })
    })
  const settle = (call, isAnswer, value) => {
    const { resolve, reject } = waiting.get(call)
    waiting.delete(call)
    if (isAnswer) resolve(value)
    else reject(new Error(value))
  }
  const send = (channel, ...args) => toHost('send', channel, args)
  const ipcRenderer = Object.create(strictPrototype({ invoke, send, ...listening(channels) }, 'ipcRenderer'))
  const emit = (channel, args) => {
    for (const { run } of [...(channels.get(channel) ?? [])]) run({ sender: ipcRenderer, ports: [] }, ...args)
  }
  return {
    ipcRenderer,
    receive: ([kind, ...parts]) => (kind === 'reply' ? settle(...parts) : emit(...parts)),
  }
}

/** The emitter's half of ipcRenderer. It stays out of own properties, so that exposing ipcRenderer exposes nothing, as in Electron. */
function listening(channels) {
  const add = (channel, listener, run = listener) => {
    channels.set(channel, [...(channels.get(channel) ?? []), { listener, run }])
  }
  const emitter = {
    on(channel, listener) {
      add(channel, listener)
      return this
    },
    once(channel, listener) {
      add(channel, listener, (...args) => {
        this.removeListener(channel, listener)
        listener(...args)
      })
      return this
    },
    removeListener(channel, listener) {
      const entries = channels.get(channel) ?? []
      const index = entries.findLastIndex(entry => entry.listener === listener)
      channels.set(
        channel,
        entries.filter((_, position) => position !== index),
      )
      return this
    },
    removeAllListeners(channel) {
      if (channel === undefined) channels.clear()
      else channels.delete(channel)
      return this
    },
    listenerCount: channel => channels.get(channel)?.length ?? 0,
  }
  return { ...emitter, addListener: emitter.on, off: emitter.removeListener }
}

function runPreload({ preloadPath, process }, preload, electron, toHost) {
  const module = { exports: {} }
  const known = strict('electron in a preload', electron)
  const require = id => {
    if (id === 'electron' || id === 'electron/renderer') return known
    throw new Error(`module not found: ${id}`)
  }
  try {
    preload.call(module.exports, require, module, module.exports, process)
  } catch (error) {
    console.error(`Unable to load preload script: ${preloadPath}`)
    console.error(error)
    toHost('preload-error', error instanceof Error ? error : new Error(String(error)))
  }
}
