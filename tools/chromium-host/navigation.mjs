// Decides about the navigations of one page. What its own scripts and links start is the app's to refuse (will-navigate);
// what the app or a debugger starts is not.
import { isRequestGranted } from './permissions.mjs'
import { toApp } from './scheme-origin.mjs'
import { openAddress } from './shell.mjs'

export class NavigationGuard {
  #ask
  #requested = new Map() // frame id -> where the frame's own document wants to go

  /** `ask({ frameId, url })` says whether the app allows it. */
  constructor(session, ask) {
    this.#ask = ask
    // A page's request reaches Chromium on the same ordered channel as the navigation it leads to, so it is always known first.
    session.on('Page.frameRequestedNavigation', ({ frameId, url, disposition }) => {
      if (disposition === 'currentTab') this.#requested.set(frameId, url)
    })
  }

  /** True if this paused request for a document may go on. */
  allows({ frameId, request, redirectedRequestId }) {
    const url = request.url + (request.urlFragment ?? '')
    const isWished = this.#requested.get(frameId) === url
    this.#requested.delete(frameId)
    return redirectedRequestId || !isWished || this.#ask({ frameId, url: toApp(url) })
  }
}

/** Goes to an address of another program (mailto:, tel:), when the app grants 'openExternal': the desktop opens it. */
export async function leaveChromium(webContents, frame, url) {
  const details = { externalURL: url, requestingUrl: frame.url, isMainFrame: frame.parent === null }
  if (await isRequestGranted(webContents, 'openExternal', details)) await openAddress(url).catch(() => {})
}
