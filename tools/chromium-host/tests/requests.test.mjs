import { createServer } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noted, startFixture, temporaryFolder } from './start-fixture.mjs'

const MAIN = 'https://main.app.invalid'

const folder = temporaryFolder()
const visits = []
const server = createServer((request, response) => {
  visits.push(request.url)
  response.end('<title>outside</title>')
})
let desk
let page
let outside

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  outside = `http://127.0.0.1:${server.address().port}`
  desk = await startFixture(folder.path)
  page = desk.page
})
afterAll(async () => {
  await desk?.close()
  server.close()
  folder.remove()
})

const invoke = (...args) => page.evaluate(args => desk.invoke(...args), args)

describe('an app:// request', () => {
  test('reaches the handler with its method, headers and body, under its app:// address', async () => {
    const answer = await page.evaluate(async () => {
      const response = await fetch('/asked?q=1', {
        method: 'POST',
        body: 'ü body',
        headers: { 'x-sent': 'sent' },
      })
      return {
        status: response.status,
        header: response.headers.get('x-fixture'),
        ...(await response.json()),
      }
    })
    expect(answer).toEqual({
      status: 201,
      header: 'yes',
      url: 'app://main/asked?q=1',
      method: 'POST',
      origin: 'app://main',
      sent: 'sent',
      body: 'ü body',
    })
  })

  test('fails in the page when the handler throws', async () => {
    expect(await page.evaluate(() => fetch('/throws').catch(error => error.name))).toBe('TypeError')
  })

  test('has the status that the handler gives', async () => {
    expect(await page.evaluate(async () => (await fetch('/missing')).status)).toBe(404)
  })
})

describe('the content security policy of the app', () => {
  test('is enforced on scripts and connections', async () => {
    const blocked = await page.evaluate(async outside => {
      const violated = []
      const both = new Promise(resolve =>
        document.addEventListener(
          'securitypolicyviolation',
          event => violated.push(event.effectiveDirective) === 2 && resolve(),
        ),
      )
      document.body.append(
        Object.assign(document.createElement('script'), { textContent: 'window.inlineRan = true' }),
      )
      await fetch(outside).catch(() => {})
      await both
      return { inlineRan: window.inlineRan, violated: violated.sort() }
    }, outside)
    expect(blocked).toEqual({ inlineRan: undefined, violated: ['connect-src', 'script-src-elem'] })
    expect(visits).toEqual([])
  })

  test('reaches the app through the console', async () => {
    await noted(desk, 'console error')
  })
})

test('webRequest can cancel what the app does not answer itself', async () => {
  await invoke('block')
  const failure = await page.evaluate(() => fetch('https://blocked.example/x').catch(error => error.name))
  expect(failure).toBe('TypeError')
  await noted(desk, 'request https://blocked.example/x')
})

describe('a navigation that the page starts', () => {
  beforeEach(async () => {
    if (page.url() !== `${MAIN}/index.html`) await page.goto(`${MAIN}/index.html`)
  })

  test.each([
    ['by script', () => (location.href = '/refused-1'), 'app://main/refused-1'],
    [
      'by a link',
      () => Object.assign(document.createElement('a'), { href: '/refused-2#part' }).click(),
      'app://main/refused-2#part',
    ],
    [
      'by a form',
      () => {
        const form = Object.assign(document.createElement('form'), { action: '/refused-3' })
        document.body.append(form)
        form.submit()
      },
      'app://main/refused-3?',
    ],
  ])('%s is refused when the app prevents it', async (_, navigate, url) => {
    await page.evaluate(navigate)
    await noted(desk, `will-navigate ${url}`)
    expect(await page.evaluate(() => document.title)).toBe('fixture')
  })

  test('never reaches the server of an address outside when refused', async () => {
    await page.evaluate(url => void (location.href = url), `${outside}/leak`)
    await noted(desk, `will-navigate ${outside}/leak`)
    expect(await page.evaluate(() => document.title)).toBe('fixture')
    expect(visits).toEqual([])
  })

  test('goes on when the app lets it', async () => {
    await page.evaluate(() => void (location.href = '/allowed'))
    await page.waitForFunction(() => document.title === 'allowed')
    expect(await invoke('contents', 'getURL')).toBe('app://main/allowed')
  })
})

test('a reload is not the page starting a navigation', async () => {
  const before = desk.mainLog().split('will-navigate').length
  await page.reload()
  expect(desk.mainLog().split('will-navigate')).toHaveLength(before)
})

describe('a new window', () => {
  test('asked for by window.open is the handler’s to deny, and null', async () => {
    expect(await page.evaluate(() => window.open('/popup', 'name', 'width=100'))).toBeNull()
    await noted(desk, 'open app://main/popup')
  })

  test.each([
    ['a link for a new window', { target: '_blank', rel: 'noreferrer' }, {}],
    ['a link that keeps its opener', { target: '_blank', rel: 'opener' }, {}],
    ['a link clicked for a new tab', {}, { modifiers: ['ControlOrMeta'] }],
  ])('by %s is denied', async (name, attributes, click) => {
    const href = `${outside}/${name.replaceAll(' ', '-')}`
    await page.evaluate(
      ([href, attributes]) => {
        document.body.innerHTML = ''
        document.body.append(
          Object.assign(document.createElement('a'), { href, textContent: 'link', ...attributes }),
        )
      },
      [href, attributes],
    )
    await page.click('a', click)
    await noted(desk, `open ${href}`)
    await expect.poll(() => page.context().pages().length).toBe(1)
    expect(visits).toEqual([])
    expect(await page.evaluate(() => document.querySelector('a').textContent)).toBe('link')
  })
})

test('a download is announced and does not happen', async () => {
  await page.evaluate(() => {
    document.body.append(
      Object.assign(document.createElement('a'), { href: '/file.bin', download: 'file.bin', id: 'get' }),
    )
    document.getElementById('get').click()
  })
  await noted(desk, 'will-download app://main/file.bin file.bin')
})

test('a page has a secure origin of its own', async () => {
  expect(await page.evaluate(() => [window.origin, window.isSecureContext])).toEqual([MAIN, true])
})
