// Permissions: the app's handlers are asked when a page uses one, and their answer is passed to Chromium before the page's call goes on.
// Without a handler everything is granted, as in Electron.
import { originOf, toChromium } from './scheme-origin.mjs'

/** Electron's names for the permissions that the web, and CDP, call otherwise. */
const NAMES = { 'clipboard-write': 'clipboard-sanitized-write', camera: 'media', microphone: 'media' }
const MEDIA_TYPES = { camera: 'video', microphone: 'audio' }

let check
let request

export function setCheckHandler(handler) {
  check = handler ?? undefined
}

export function setRequestHandler(handler) {
  request = handler ?? undefined
}

/**
 * Asks the app about a permission by the web's names for it (two for camera and microphone at once).
 * kind: 'check' (the page only asks for its state) or 'request' (it uses it).
 * Resolves with { isGranted }, and { origin, descriptors } for Chromium.
 */
export async function decidePermission(webContents, frame, kind, names) {
  const [name] = names
  const permission = NAMES[name] ?? name
  const origin = originOf(frame.url)
  const details = {
    requestingUrl: frame.url,
    isMainFrame: frame.parent === null,
    ...mediaDetails(names, origin),
  }
  const isGranted =
    kind === 'check'
      ? isCheckGranted(webContents, permission, `${origin}/`, details)
      : await isRequestGranted(webContents, permission, details)
  const descriptors = names.map(each => ({ name: each }))
  return { isGranted, descriptors, origin: toChromium(origin).replace(/\/$/, '') }
}

function mediaDetails(names, origin) {
  const mediaTypes = names.flatMap(name => MEDIA_TYPES[name] ?? [])
  return mediaTypes.length === 0 ? {} : { mediaTypes, mediaType: mediaTypes[0], securityOrigin: `${origin}/` }
}

function isCheckGranted(webContents, permission, origin, details) {
  return check ? check(webContents, permission, origin, details) === true : true
}

export async function isRequestGranted(webContents, permission, details) {
  if (!request) return true
  return new Promise(resolve => {
    const decide = isGranted => resolve(isGranted === true)
    request(webContents, permission, decide, details)
  })
}
