import { HostEmitter, hostEvent, raise } from './host-emitter.mjs'
import { lifecycle } from './lifecycle.mjs'
import { setCheckHandler, setRequestHandler } from './permissions.mjs'
import { protocol } from './protocol.mjs'
import { strict } from './strict.mjs'
import { webRequest } from './web-request.mjs'

/** The one session of the host. Emits 'will-download'; a download never happens, whatever a listener does. */
class Session extends HostEmitter {
  protocol = protocol
  webRequest = webRequest

  setPermissionCheckHandler(handler) {
    setCheckHandler(handler)
  }

  setPermissionRequestHandler(handler) {
    setRequestHandler(handler)
  }

  /** Devices and screen capture cannot be had in the host, so there is nothing to ask these about. */
  setDevicePermissionHandler() {}
  setDisplayMediaRequestHandler() {}
}

export const defaultSession = new Session()

export const session = strict('session', {
  get defaultSession() {
    if (!lifecycle.isReady) throw new TypeError('Session can only be received when app is ready')
    return defaultSession
  },
})

/** Notifies the app of a download that Chromium has refused. */
export function announceDownload(webContents, { url, suggestedFilename }) {
  const item = strict('DownloadItem', {
    getURL: () => url,
    getFilename: () => suggestedFilename,
    getState: () => 'cancelled',
    cancel() {},
  })
  raise(defaultSession, 'will-download', hostEvent(), item, webContents)
}
