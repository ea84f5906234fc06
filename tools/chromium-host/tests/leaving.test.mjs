// Ways out of a page: other addresses, other programs, new windows.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inMain as runInMain, startFixture, temporaryFolder } from './start-fixture.mjs'

const folder = temporaryFolder()
let desk
let page

beforeAll(async () => {
  desk = await startFixture(folder.path)
  page = desk.page
  await inMain(({ event: { sender } }) => {
    sender.removeAllListeners('will-navigate')
    for (const name of ['will-navigate', 'will-frame-navigate'])
      sender.on(name, details => {
        globalThis.asked.push([name, details.url, details.isMainFrame])
        if (globalThis.isPrevented) details.preventDefault()
      })
  })
})
afterAll(async () => {
  await desk?.kill()
  folder.remove()
})

const inMain = (...args) => runInMain(page, ...args)
const asked = () => inMain(() => globalThis.asked.splice(0))
const prevent = isPrevented => inMain((_, is) => void (globalThis.isPrevented = is), isPrevented)
beforeEach(() =>
  inMain(({ electron: { session } }) => {
    globalThis.asked = []
    globalThis.isPrevented = true
    session.defaultSession.setPermissionRequestHandler((contents, permission, decide, details) => {
      globalThis.asked.push([permission, details.externalURL])
      decide(globalThis.isGranted === true)
    })
  }),
)

/** Goes to an address and waits until the app has been asked `times` times. */
async function go(url, times) {
  await page.evaluate(url => void (location.href = url), url)
  await expect.poll(() => inMain(() => globalThis.asked.length)).toBe(times)
  return asked()
}

const both = url => [
  ['will-frame-navigate', url, true],
  ['will-navigate', url, true],
]

describe('will-navigate', () => {
  // electron_navigation_throttle.cc asks for every scheme that has a loader; api-browser-window-spec.ts "will-navigate event can be prevented"
  test.each([
    ['mailto:a@b.example'],
    ['tel:123'],
    ['book://slip/1'],
    ['https://other.example/x'],
    ['app://main/allowed'],
  ])('is asked about %s', async url => {
    // will-navigate is not asked any more when will-frame-navigate was prevented
    expect(await go(url, 1)).toEqual(both(url).slice(0, 1))
  })

  // api-browser-window-spec.ts "will-frame-navigate event can be prevented when navigating subframe"
  test('is not asked about a frame inside, but will-frame-navigate is', async () => {
    await prevent(false)
    await page.evaluate(() => {
      const frame = Object.assign(document.createElement('iframe'), { src: '/frame', id: 'inner' })
      document.body.append(frame)
      return new Promise(resolve => (frame.onload = () => resolve()))
    })
    await prevent(true)
    await asked()
    await page.evaluate(
      () => void (document.getElementById('inner').contentWindow.location.href = 'mailto:a@b.example'),
    )
    await expect.poll(() => inMain(() => globalThis.asked.length)).toBe(1)
    expect(await asked()).toEqual([['will-frame-navigate', 'mailto:a@b.example', false]])
  })

  // NavigationRequest::NeedsUrlLoader of Chromium: about:blank commits without a loader, so the app is not asked
  test('is not asked about about:blank', async () => {
    await page.evaluate(() => void (location.href = 'about:blank'))
    await page.waitForFunction(() => location.href === 'about:blank')
    await page.goto('https://main.app.invalid/index.html')
    expect(await asked()).toEqual([])
  })

  test('is not asked about a place in the same page', async () => {
    await page.evaluate(() => void (location.hash = '#below'))
    expect(await asked()).toEqual([])
  })
})

describe('another program', () => {
  // chromium-spec.ts "iframe sandbox external protocols"; HandleExternalProtocol of electron_browser_client.cc asks for 'openExternal' after will-navigate
  test('is opened when the app lets the page go and grants it', async () => {
    await prevent(false)
    await inMain(() => void (globalThis.isGranted = true))
    const url = 'mailto:granted@b.example'
    expect(await go(url, 3)).toEqual([...both(url), ['openExternal', url]])
    expect(await desk.opened()).toContain(url)
    await inMain(() => void (globalThis.isGranted = false))
  })

  test('is not opened when the app denies it', async () => {
    await prevent(false)
    const url = 'mailto:denied@b.example'
    expect(await go(url, 3)).toEqual([...both(url), ['openExternal', url]])
    expect(await desk.opened()).not.toContain(url)
    expect(await page.evaluate(() => document.title)).toBe('fixture')
  })
})

test('a link to an address of the app is followed when the app lets it', async () => {
  await prevent(false)
  expect(await go('app://main/allowed', 2)).toEqual(both('app://main/allowed'))
  await page.waitForFunction(() => document.title === 'allowed')
  await page.goto('https://main.app.invalid/index.html')
})

describe('the window-open handler', () => {
  beforeEach(() =>
    inMain(({ event: { sender } }) =>
      sender.setWindowOpenHandler(({ url, frameName, features, disposition, referrer }) => {
        globalThis.asked.push([url, frameName, features, disposition, referrer.policy])
        return { action: 'deny' }
      }),
    ),
  )

  const policy = 'strict-origin-when-cross-origin'
  // guest-window-manager-spec.ts "fires handler with correct params"; chromium-spec.ts "window.open"
  test.each([
    [
      'an address of the page',
      () => window.open('/popup', 'name', 'width=100'),
      ['app://main/popup', 'name', 'width=100', 'new-window'],
    ],
    ['no address', () => window.open(), ['about:blank', '', '', 'foreground-tab']],
    ['an empty address', () => window.open('', '_blank'), ['about:blank', '_blank', '', 'foreground-tab']],
    [
      'noopener alone',
      () => window.open('/a', '', 'noopener'),
      ['app://main/a', '', 'noopener', 'foreground-tab'],
    ],
    [
      'another program',
      () => window.open('mailto:a@b.example'),
      ['mailto:a@b.example', '', '', 'foreground-tab'],
    ],
  ])('is asked about window.open with %s, which answers null', async (_, open, details) => {
    expect(await page.evaluate(open)).toBeNull()
    expect(await asked()).toEqual([[...details, policy]])
  })

  test('is not asked when window.open names its own window: that is a navigation', async () => {
    await page.evaluate(() => void window.open('/elsewhere', '_self'))
    await expect.poll(() => inMain(() => globalThis.asked.length)).toBe(1)
    expect(await asked()).toEqual([['will-frame-navigate', 'app://main/elsewhere', true]])
  })

  test('is not asked about what is no address', async () => {
    const error = () =>
      page.evaluate(() => {
        try {
          window.open('http://')
        } catch (error) {
          return error.name
        }
      })
    expect(await error()).toBe('SyntaxError')
    expect(await asked()).toEqual([])
  })

  // guest-window-manager-spec.ts "is called when clicking on a target=_blank link", "is called when shift-clicking on a link"
  test.each([
    ['_blank', { target: '_blank' }, {}, 'foreground-tab'],
    ['shift', {}, { modifiers: ['Shift'] }, 'new-window'],
    ['control', {}, { modifiers: ['ControlOrMeta'] }, 'background-tab'],
    ['the middle button', {}, { button: 'middle' }, 'background-tab'],
  ])('is asked about a link clicked with %s', async (name, attributes, click, disposition) => {
    await page.evaluate(attributes => {
      const link = Object.assign(document.createElement('a'), {
        href: '/linked',
        textContent: 'link',
        ...attributes,
      })
      document.body.replaceChildren(link)
    }, attributes)
    await page.click('a', click)
    await expect.poll(() => inMain(() => globalThis.asked.length)).toBe(1)
    const [[url, , , how]] = await asked()
    expect([url, how]).toEqual(['app://main/linked', disposition])
  })
})

describe('an answer of the window-open handler', () => {
  const answer = source =>
    inMain(({ event: { sender } }, source) => sender.setWindowOpenHandler(globalThis.eval(source)), source)
  const open = async () => {
    const from = desk.mainLog().length
    await page.evaluate(() => void window.open('/popup'))
    await expect.poll(() => desk.mainLog().slice(from)).toMatch(/\S/)
    return desk.mainLog().slice(from)
  }

  // guest-window-manager-spec.ts "does not fire window creation events if the handler callback returns a bad result"
  test.each([
    ['() => undefined', /must be an object, but was instead of type 'undefined'/],
    ['() => null', /must be an object, but was instead null/],
    ['() => ({ action: "maybe" })', /with an 'action' property of 'allow' or 'deny'/],
  ])('%s is refused in words', async (source, words) => {
    await answer(source)
    expect(await open()).toMatch(words)
  })

  // guest-window-manager-spec.ts "does not fire window creation events if the handler callback throws an error"
  test('that throws is an uncaught exception, and the page goes on', async () => {
    await answer('() => { throw new Error("in the handler") }')
    expect(await open()).toContain('Uncaught Exception:\nError: in the handler')
    expect(await page.evaluate(() => 1 + 1)).toBe(2)
  })

  // guest-window-manager-spec.ts "does fire window creation events if an override returns action: allow"
  test.each(['() => ({ action: "allow" })', 'null'])(
    '%s would open a window, which the host cannot',
    async source => {
      await answer(source)
      expect(await open()).toContain('not in the Chromium host: a window that a page opens')
    },
  )
})
