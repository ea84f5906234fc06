import { BridgeEnd } from './bridge.mjs'
import { reportFirstLayout, reportWindow, watchLeaving, watchLinks } from './page-events.mjs'
import { EXPOSE, HANDOVER, LIMIT_PAGE, TO_PAGE, TO_PRELOAD } from './page-world.mjs'
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
  const ipc = ipcEnd(toHost)
  Object.defineProperty(globalThis, settings.receiver, { value: text => ipc.receive(decode(text)) })
  const page = handOver()
  page.remote(LIMIT_PAGE)({
    open: (...request) => toHost('open', ...request),
    close: () => toHost('close'),
    ask: (kind, names) => ipc.ask('permission', kind, names),
    standIns: settings.standIns,
  })
  watchLinks(toHost)
  watchLeaving(toHost)
  const isMainFrame = window === window.top
  if (isMainFrame) {
    reportWindow(toHost)
    reportFirstLayout(toHost)
  }
  if (!preload || !(isMainFrame || settings.inSubFrames)) return
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

function ipcEnd(toHost) {
  const channels = new Map()
  const waiting = new Map()
  let calls = 0
  const ask = (kind, ...parts) =>
    new Promise((resolve, reject) => {
      toHost(kind, ++calls, ...parts)
      waiting.set(calls, { resolve, reject })
    })
  const invoke = async (channel, ...args) => {
    requireChannel(channel)
    return ask('invoke', channel, args)
  }
  const settle = (call, isAnswer, value) => {
    const { resolve, reject } = waiting.get(call)
    waiting.delete(call)
    if (isAnswer) resolve(value)
    else reject(new Error(value))
  }
  const send = (channel, ...args) => {
    requireChannel(channel)
    toHost('send', channel, args)
  }
  const ipcRenderer = Object.create(strictPrototype({ invoke, send, ...listening(channels) }, 'ipcRenderer'))
  const emit = (channel, args) => {
    for (const { run } of [...(channels.get(channel) ?? [])]) run({ sender: ipcRenderer, ports: [] }, ...args)
  }
  return {
    ipcRenderer,
    ask,
    receive: ([kind, ...parts]) => (kind === 'reply' ? settle(...parts) : emit(...parts)),
  }
}

function requireChannel(channel) {
  if (channel === undefined) throw new TypeError('Insufficient number of arguments.')
  if (typeof channel !== 'string')
    throw new TypeError(`Error processing argument at index 0, conversion failure from ${String(channel)}`)
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
