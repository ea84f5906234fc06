// Addresses of other programs (mailto:, tel:, a book's own scheme) that a page goes to. Electron asks for the permission
// 'openExternal' and hands the address to the desktop.
import { isRequestGranted } from './permissions.mjs'
import { openAddress } from './shell.mjs'

export async function leaveChromium(webContents, frame, url) {
  const details = { externalURL: url, requestingUrl: frame.url, isMainFrame: frame.parent === null }
  if (await isRequestGranted(webContents, 'openExternal', details)) await openAddress(url).catch(() => {})
}
