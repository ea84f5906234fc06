// Pages the fixture serves under app://, by path.

const CSP =
  "default-src 'none'; script-src 'self'; frame-src app: https:; connect-src 'self' https://blocked.example"

const pages = {
  '/index.html': [
    'text/html',
    '<!doctype html><title>fixture</title><h1>fixture</h1><script src="/page.js"></script>',
  ],
  '/': ['text/html', '<!doctype html><title>second</title><h1>second</h1>'],
  // Content at once, and a script that never comes, so that the page is never parsed to its end.
  '/slow': ['text/html', `<!doctype html><p>${'much '.repeat(60)}<script src="/never.js"></script><p>end`],
  '/allowed': ['text/html', '<!doctype html><title>allowed</title><h1>allowed</h1>'],
  '/frame': ['text/html', '<!doctype html><p>frame<script src="/frame.js"></script>'],
  '/frame.js': ['text/javascript', 'parent.postMessage({ api: typeof desk, href: location.href }, "*")'],
  '/page.js': [
    'text/javascript',
    // A hostile first script would try to see the bridge being built, or to take over what it is built of.
    `window.seenAtFirstScript = { api: typeof desk, nested: typeof desk?.deep?.er?.double, frozen: Object.isFrozen(desk) }
     window.tapped = []
     addEventListener('message', event => tapped.push(event.data), true)
     addEventListener('chromium-host-handover', event => tapped.push(event.relatedTarget))
     const dispatch = EventTarget.prototype.dispatchEvent
     EventTarget.prototype.dispatchEvent = function (event) { tapped.push(this); return dispatch.call(this, event) }
     window.leaked = Object.getOwnPropertyNames(window).filter(name => /chromiumHost|ipcRenderer|require/.test(name))`,
  ],
}

/** Also answers what was asked, for requests with a body, a download, and one that fails. */
export async function serve(request) {
  const { pathname } = new URL(request.url)
  if (pathname === '/asked')
    return Response.json(await asked(request), { status: 201, headers: { 'x-fixture': 'yes' } })
  if (pathname === '/file.bin')
    return new Response('data', { headers: { 'content-disposition': 'attachment; filename="file.bin"' } })
  if (pathname === '/never.js') return new Promise(() => {})
  if (pathname === '/throws') throw new Error('the fixture throws')
  const [type, body] = pages[pathname] ?? []
  if (!body) return new Response('not found', { status: 404 })
  return new Response(body, { headers: { 'content-type': type, 'content-security-policy': CSP } })
}

async function asked(request) {
  const { url, method, headers } = request
  return {
    url,
    method,
    origin: headers.get('origin'),
    sent: headers.get('x-sent'),
    body: await request.text(),
  }
}
