// Places where a page in Electron may do less than one of a browser, or has to ask the app first.

const OWN_FRAME = new Set(['_self', '_top', '_parent'])
const NOT_A_WINDOW = new Set(['noopener', 'noreferrer', 'attributionsrc'])

/**
 * `ask(kind, names)` asks the app about permissions and resolves when Chromium knows the answer;
 * standIns: the ends of the host names that stand for the app's schemes, { all, unfetchable }.
 */
export function limitPage({ open, close, ask, standIns }) {
  askBeforeOpening(open)
  window.close = () => close()
  askBeforeUse(ask)
  limitFetch(standIns.unfetchable)
  if (isAmong(location, standIns.all)) withoutHttpFeatures()
}

/** The app decides about new windows; window.open answers null as when Electron denies it. */
function askBeforeOpening(open) {
  const original = window.open
  window.open = function (url = '', name = '', features = '') {
    if (OWN_FRAME.has(String(name).toLowerCase())) return original.call(window, url, name, features)
    open(openedAddress(String(url)), String(name), String(features), dispositionOf(String(features)))
    return null
  }
}

/** window.open without an address opens an empty page, not a copy of its own. */
function openedAddress(url) {
  if (url === '') return 'about:blank'
  if (URL.canParse(url, document.baseURI)) return new URL(url, document.baseURI).href
  throw new DOMException(`Unable to open a window with invalid URL '${url}'.`, 'SyntaxError')
}

function dispositionOf(features) {
  const names = features.split(/[\s,]+/).map(feature => feature.split('=')[0].toLowerCase())
  return names.some(name => name !== '' && !NOT_A_WINDOW.has(name)) ? 'new-window' : 'foreground-tab'
}

/** Has the app asked about a permission before each call that needs it, and when its state is queried. */
function askBeforeUse(ask) {
  const before = (Class, name, kind, namesOf) => {
    const owner = globalThis[Class]?.prototype
    const original = owner?.[name]
    if (!original) return
    owner[name] = async function (...args) {
      const names = namesOf(...args)
      if (names.length > 0) await ask(kind, names)
      return original.apply(this, args)
    }
  }
  before('Clipboard', 'read', 'request', () => ['clipboard-read'])
  before('Clipboard', 'readText', 'request', () => ['clipboard-read'])
  before('Clipboard', 'write', 'request', () => ['clipboard-write'])
  before('Clipboard', 'writeText', 'request', () => ['clipboard-write'])
  before('Geolocation', 'getCurrentPosition', 'request', () => ['geolocation'])
  before('MediaDevices', 'getUserMedia', 'request', mediaNames)
  before('Permissions', 'query', 'check', queriedNames)
  askBeforeNotifying(ask)
}

function mediaNames({ video, audio } = {}) {
  return [...(video ? ['camera'] : []), ...(audio ? ['microphone'] : [])]
}

const QUERIED = ['clipboard-read', 'clipboard-write', 'geolocation', 'notifications', 'camera', 'microphone']

function queriedNames({ name } = {}) {
  return QUERIED.includes(name) ? [name] : []
}

function askBeforeNotifying(ask) {
  if (!globalThis.Notification) return
  const original = Notification.requestPermission
  Notification.requestPermission = async function (callback) {
    await ask('request', ['notifications'])
    return original.call(Notification, callback)
  }
}

const isAmong = ({ hostname }, ends) => ends.some(end => hostname.endsWith(end))

/** fetch() is for schemes with the privilege supportFetchAPI. */
function limitFetch(unfetchable) {
  const original = window.fetch
  window.fetch = async function (input, init) {
    const url = new URL(input instanceof Request ? input.url : input, document.baseURI)
    if (isAmong(url, unfetchable)) throw new TypeError('Failed to fetch')
    return original.call(window, input, init)
  }
}

/** A page of a custom scheme has no cookies and no service workers. */
function withoutHttpFeatures() {
  Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {}, configurable: true })
  if (!globalThis.ServiceWorkerContainer) return
  ServiceWorkerContainer.prototype.register = async () => {
    throw new TypeError(
      'Failed to register a ServiceWorker: The URL protocol of the current origin is not supported.',
    )
  }
}
