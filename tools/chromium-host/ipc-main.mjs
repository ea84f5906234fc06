import { encode } from './page/wire.mjs'
import { HostEmitter } from './host-emitter.mjs'

// Electron's ipcMain, and how a message from a preload reaches it.

const handlers = new Map()

class IpcMain extends HostEmitter {
  constructor() {
    super()
    this.on('error', () => {}) // a channel like any other
  }

  handle(channel, handler) {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    if (typeof handler !== 'function')
      throw new TypeError(`Expected handler to be a function, but found type '${typeof handler}'`)
    handlers.set(channel, handler)
  }

  handleOnce(channel, handler) {
    this.handle(channel, (event, ...args) => {
      handlers.delete(channel)
      return handler(event, ...args)
    })
  }

  removeHandler(channel) {
    handlers.delete(channel)
  }
}

export const ipcMain = new IpcMain()

/** The answer to ipcRenderer.invoke, as text for the preload's world. Never rejects: a failure is an answer too. */
export async function answerInvoke(event, call, channel, args) {
  try {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return encode(['reply', call, true, await handler(event, ...args)])
  } catch (error) {
    console.error(`Error occurred in handler for '${channel}':`, error)
    return encode(['reply', call, false, `Error invoking remote method '${channel}': ${error}`])
  }
}

/** The answer to a question of the host's own script in the preload's world, as text for it. Never rejects. */
export async function answerPage(answer, call) {
  try {
    return encode(['reply', call, true, await answer])
  } catch (error) {
    return encode(['reply', call, false, String(error)])
  }
}

/** A message to a preload, as text; undefined, and said on stderr as Electron does, when it cannot be cloned. */
export function emitText(channel, args) {
  try {
    return encode(['emit', channel, args])
  } catch {
    console.error('Error sending from webFrameMain: ', new Error('Failed to serialize arguments'))
    return undefined
  }
}
