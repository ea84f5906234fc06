// Permissions, as far as Chromium lets a program decide: before a page loads, the app's handlers are asked about each one,
// and its answers are passed to Chromium. What no handler grants is denied.

/** Electron's name for each permission, and CDP's. */
const PERMISSIONS = {
  'clipboard-read': ['clipboardReadWrite'],
  'clipboard-sanitized-write': ['clipboardSanitizedWrite'],
  'display-capture': ['displayCapture'],
  geolocation: ['geolocation'],
  'idle-detection': ['idleDetection'],
  media: ['audioCapture', 'videoCapture'],
  midi: ['midi'],
  midiSysex: ['midiSysex'],
  notifications: ['notifications'],
  'window-management': ['windowManagement'],
}

let check
let request

export function setCheckHandler(handler) {
  check = handler ?? undefined
}

export function setRequestHandler(handler) {
  request = handler ?? undefined
}

/** CDP's names of the permissions that the app grants to a page at this origin. */
export async function grantedPermissions(webContents, origin) {
  const asked = Object.keys(PERMISSIONS).map(async name =>
    (await isGranted(webContents, name, origin)) ? PERMISSIONS[name] : [],
  )
  return (await Promise.all(asked)).flat()
}

async function isGranted(webContents, name, origin) {
  const details = { requestingUrl: origin, securityOrigin: origin, isMainFrame: true }
  if (!check && !request) return false
  if (check && !check(webContents, name, origin, details)) return false
  return !request || new Promise(resolve => request(webContents, name, resolve, details))
}
