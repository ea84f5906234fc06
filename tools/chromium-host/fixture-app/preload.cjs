const { contextBridge, ipcRenderer } = require('electron')

const attempt = run => {
  try {
    return String(run())
  } catch (error) {
    return error.message
  }
}

const listeners = []
const received = []

contextBridge.exposeInMainWorld('desk', {
  version: 7,
  /** Runs a function of a test in the preload's world. */
  run: (source, ...args) => globalThis.eval(`(${source})`)({ contextBridge, ipcRenderer }, ...args),
  made: new Map([['date', new Date(0)]]),
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  deep: { er: { double: number => number * 2 } },
  list: [value => value, 'plain'],
  callLater: callback => Promise.resolve().then(() => callback('later')),
  callNow: callback => callback(20) + 1,
  counter: () => {
    let count = 0
    return { next: () => ++count }
  },
  isItself: (given, fn) => fn === (given === 'none' ? undefined : listeners[0]),
  give: () => {
    const own = () => 'own'
    listeners[0] = own
    return own
  },
  reject: message => Promise.reject(new RangeError(message)),
  throwNow: message => {
    throw new TypeError(message)
  },
  giveSymbol: () => Symbol('no'),
  mirror: value => value,
  sum: values => values.reduce((sum, value) => sum + value, 0),
  onMessage: (channel, listener) => {
    const hear = (_, ...args) => listener(...args)
    ipcRenderer.on(channel, hear)
    return () => ipcRenderer.off(channel, hear)
  },
  onceMessage: (channel, listener) => void ipcRenderer.once(channel, (_, ...args) => listener(...args)),
  collect: channel => void ipcRenderer.on(channel, (_, ...args) => received.push(args)),
  collected: () => received,
  send: (channel, ...args) => ipcRenderer.send(channel, ...args),
  attempts: () => ({
    requireFs: attempt(() => require('fs')),
    requireNodeFs: attempt(() => require('node:fs')),
    sendSync: attempt(() => ipcRenderer.sendSync('x')),
    webFrame: attempt(() => require('electron').webFrame),
    sendFunction: attempt(() => ipcRenderer.send('plain', () => {})),
    globals: attempt(
      () => Object.getOwnPropertyNames(globalThis).filter(name => name === 'chromiumHostPost').length,
    ),
    process: attempt(() =>
      [process.platform, process.type, typeof process.versions.node, process.sandboxed].join(),
    ),
  }),
  invokeFunction: () => ipcRenderer.invoke('echo', () => {}).catch(error => error.message),
})

contextBridge.exposeInMainWorld('emptied', ipcRenderer)

// Has the main process make this page send it a message.
ipcRenderer.on('say', (_, channel, ...args) => ipcRenderer.send(channel, ...args))
