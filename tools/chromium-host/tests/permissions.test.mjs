import { beforeEach, describe, expect, test } from 'vitest'
import { inMain as runInMain, startForFile } from './start-fixture.mjs'

const { page } = await startForFile()

const inMain = (...args) => runInMain(page, ...args)

/** Sets the session's two handlers; `asked()` is what they were asked since. A handler that is null is none. */
function handle(request, check) {
  return inMain(
    ({ electron: { session } }, request, check) => {
      const asked = (globalThis.asked = [])
      const describe = details => ({ ...details })
      session.defaultSession.setPermissionRequestHandler(
        request === null
          ? null
          : (contents, permission, decide, details) => {
              asked.push(['request', permission, describe(details)])
              decide(request)
            },
      )
      session.defaultSession.setPermissionCheckHandler(
        check === null
          ? null
          : (contents, permission, origin, details) => {
              asked.push(['check', permission, origin, describe(details)])
              return check
            },
      )
    },
    request,
    check,
  )
}

const asked = () => inMain(() => globalThis.asked)
const state = name => page.evaluate(async name => (await navigator.permissions.query({ name })).state, name)
const error = run => page.evaluate(`(${run})().then(() => 'done', error => error.name)`)

describe('a permission is asked for when the page uses it', () => {
  beforeEach(() => handle(false, false))

  test('and not when it loads', async () => {
    await page.reload()
    expect(await asked()).toEqual([])
  })

  const details = { requestingUrl: 'app://main/index.html', isMainFrame: true }
  const media = { securityOrigin: 'app://main/', mediaType: 'video', mediaTypes: ['video'] }
  test.each([
    // chromium-spec.ts "navigator.clipboard.read returns an error when permission denied"
    ['clipboard.readText', () => navigator.clipboard.readText(), 'clipboard-read', {}, 'NotAllowedError'],
    ['clipboard.read', () => navigator.clipboard.read(), 'clipboard-read', {}, 'NotAllowedError'],
    // chromium-spec.ts "navigator.clipboard.write returns an error when permission denied"
    [
      'clipboard.writeText',
      () => navigator.clipboard.writeText('x'),
      'clipboard-sanitized-write',
      {},
      'NotAllowedError',
    ],
    // chromium-spec.ts "navigator.geolocation returns error when permission is denied"
    [
      'geolocation',
      () =>
        new Promise((resolve, reject) =>
          navigator.geolocation.getCurrentPosition(resolve, ({ code }) => reject({ name: code })),
        ),
      'geolocation',
      {},
      1,
    ],
    // api-session-spec.ts "ses.setPermissionRequestHandler(handler) successfully rejects when calling legacy getUserMedia"
    // chromium-spec.ts "navigator.mediaDevices provides a securityOrigin to the request handler"
    [
      'getUserMedia',
      () => navigator.mediaDevices.getUserMedia({ video: true }),
      'media',
      media,
      expect.stringMatching(/^Not(Allowed|Found)Error$/),
    ],
    ['requestPermission', () => Notification.requestPermission(), 'notifications', {}, 'done'],
  ])('%s', async (...row) => {
    const [, use, permission, added, outcome] = row
    expect(await error(use)).toEqual(outcome)
    expect(await asked()).toEqual([['request', permission, { ...details, ...added }]])
  })
})

describe('an answer of the app', () => {
  // chromium-spec.ts "navigator.clipboard.write returns clipboard contents when permission is granted"
  test('that grants lets the use go on', async () => {
    await handle(true, true)
    expect(await error(() => navigator.clipboard.writeText('x'))).toBe('done')
  })

  test('holds for one use: the next one asks again', async () => {
    await handle(true, true)
    expect(await error(() => navigator.clipboard.writeText('x'))).toBe('done')
    await handle(false, true)
    expect(await error(() => navigator.clipboard.writeText('x'))).toBe('NotAllowedError')
  })

  // chromium-spec.ts "navigator.clipboard.write returns clipboard contents when a PermissionRequestHandler is not defined"
  test('is not needed: without a handler all is granted', async () => {
    await handle(null, null)
    expect(await error(() => navigator.clipboard.writeText('x'))).toBe('done')
    expect([await state('geolocation'), await state('notifications')]).toEqual(['granted', 'granted'])
  })
})

describe('the state of a permission', () => {
  // api-session-spec.ts "ses.setPermissionCheckHandler(handler) details provides requestingURL for mainFrame"
  test('is the check handler’s to say, with origin and address', async () => {
    await handle(true, false)
    expect(await state('geolocation')).toBe('denied')
    const details = { requestingUrl: 'app://main/index.html', isMainFrame: true }
    expect(await asked()).toEqual([['check', 'geolocation', 'app://main/', details]])
  })

  test('does not ask the request handler', async () => {
    await handle(false, null)
    expect(await state('notifications')).toBe('granted')
    expect(await asked()).toEqual([])
  })

  test.each([
    ['camera', 'media'],
    ['clipboard-write', 'clipboard-sanitized-write'],
  ])('%s is asked about as %s', async (name, permission) => {
    await handle(true, true)
    expect(await state(name)).toBe('granted')
    expect((await asked()).map(([, permission]) => permission)).toEqual([permission])
  })
})
