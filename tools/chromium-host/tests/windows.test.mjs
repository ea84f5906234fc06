import { afterEach, describe, expect, test } from 'vitest'
import { inMain as runInMain, noted, startForFile } from './start-fixture.mjs'

const { desk, page } = await startForFile()

const inMain = (...args) => runInMain(page, ...args)

/** Runs `use` on a window of its own, which is gone afterwards. */
const withWindow = (given, use) =>
  inMain(
    async ({ electron }, given, source) => {
      const window = new electron.BrowserWindow({ show: false, width: 500, height: 400, ...given })
      const heard = []
      for (const name of ['show', 'hide', 'focus', 'blur', 'resize', 'move', 'maximize', 'unmaximize'])
        window.on(name, () => heard.push(name))
      try {
        return await globalThis.eval(`(${source})`)(window, heard, electron)
      } finally {
        window.destroy()
      }
    },
    given,
    String(use),
  )

describe('the first window', () => {
  test('is shown when it is ready, and is as large as it was asked to be', async () => {
    await noted(desk, 'window show')
    const events = desk.mainLog().match(/(?<=event: ).*/g)
    expect(events.filter(event => /ready-to-show|show/.test(event))).toEqual([
      'window ready-to-show',
      'window show',
    ])
    expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 600])
  })

  // api-browser-window-spec.ts "BrowserWindow.fromId(id) returns the window with id",
  // "BrowserWindow.fromWebContents(webContents) returns the window with the webContents"
  test('is found by its id and by its contents', async () => {
    const found = await inMain(({ electron: { BrowserWindow }, event }) => {
      const window = BrowserWindow.fromWebContents(event.sender)
      return [BrowserWindow.fromId(window.id) === window, BrowserWindow.fromId(9999), window.constructor.name]
    })
    expect(found).toEqual([true, null, 'BrowserWindow'])
  })
})

describe('ready-to-show', () => {
  // api-browser-window-spec.ts "BrowserWindow.loadURL(url) should emit ready-to-show event"
  test('comes for an empty page too, and again for the next', async () => {
    const times = await withWindow({}, async window => {
      let times = 0
      const ready = () => new Promise(resolve => window.once('ready-to-show', () => resolve(++times)))
      for (const url of ['about:blank', 'app://main/allowed'])
        await Promise.all([ready(), window.loadURL(url)])
      return times
    })
    expect(times).toBe(2)
  })

  // not in the specs; DidMeaningfulLayout of electron_render_frame_observer.cc
  test('comes with the first layout that has content, while the page still loads', async () => {
    const order = await withWindow({}, async window => {
      const order = []
      const ready = new Promise(resolve => window.once('ready-to-show', () => resolve(order.push('ready'))))
      window.webContents.once('did-finish-load', () => order.push('loaded'))
      void window.loadURL('app://main/slow')
      await ready
      return order
    })
    expect(order).toEqual(['ready'])
  })
})

describe('bounds', () => {
  // api-browser-window-spec.ts, the cases of "BrowserWindow.setBounds(bounds[, animate])"
  test.each([
    [
      'can be set whole',
      { x: 440, y: 225, width: 510, height: 410 },
      { x: 440, y: 225, width: 510, height: 410 },
    ],
    [
      'are rounded',
      { x: 440.5, y: 225.1, width: 500.4, height: 400.9 },
      { x: 441, y: 225, width: 500, height: 401 },
    ],
    ['can be set in part', { width: 200 }, { x: 0, y: 0, width: 200, height: 400 }],
  ])('%s', async (_, bounds, expected) => {
    const use = `window => (window.setBounds(${JSON.stringify(bounds)}), window.getBounds())`
    expect(await withWindow({}, use)).toEqual(expected)
  })

  // "does not emits the resize event for move-only changes", "emits the resize event for single-pixel size changes"
  test('emit only what has changed', async () => {
    const heard = await withWindow({}, (window, heard) => {
      window.setBounds({ x: 10, y: 10 })
      window.setSize(501, 400)
      window.setSize(501, 400)
      return heard
    })
    expect(heard).toEqual(['move', 'resize'])
  })

  // "BrowserWindow.getNormalBounds() checks normal bounds when maximized", "checks normal bounds when unmaximized"
  test('stay those of the normal window while it is maximized', async () => {
    const seen = await withWindow({}, async (window, heard) => {
      const normal = JSON.stringify(window.getBounds())
      window.maximize()
      await new Promise(resolve => setTimeout(resolve, 50))
      const during = [window.isMaximized(), JSON.stringify(window.getNormalBounds()) === normal]
      window.unmaximize()
      return [...during, window.isMaximized(), heard.filter(name => name.includes('maximize'))]
    })
    expect(seen).toEqual([true, true, false, ['maximize', 'unmaximize']])
  })

  test('reach the page', async () => {
    await page.evaluate(() => desk.invoke('window', 'setBounds', { width: 640, height: 480 }))
    await page.waitForFunction(() => innerWidth === 640 && innerHeight === 480)
  })
})

describe('the least and the largest size', () => {
  // api-browser-window-spec.ts, the cases of "BrowserWindow.setMinimum/MaximumSize(width, height)"
  test('are none at first, and are kept as they are set', async () => {
    const sizes = await withWindow({}, window => {
      const before = [window.getMinimumSize(), window.getMaximumSize()]
      window.setMinimumSize(100, 120)
      window.setMaximumSize(900, 600)
      return [...before, window.getMinimumSize(), window.getMaximumSize()]
    })
    expect(sizes).toEqual([
      [0, 0],
      [0, 0],
      [100, 120],
      [900, 600],
    ])
  })

  test.each([
    ['a smaller one', { width: 200, height: 200, minWidth: 300, minHeight: 310 }, [300, 310]],
    ['a larger one', { width: 900, height: 900, maxWidth: 200, maxHeight: 210 }, [200, 210]],
  ])('hold for a new window that asks for %s', async (_, given, size) => {
    expect(await withWindow(given, window => window.getSize())).toEqual(size)
  })

  test('hold for later changes, also of one side', async () => {
    const sizes = await withWindow({}, window => {
      window.setMinimumSize(300, 300)
      window.setMaximumSize(600, 500)
      window.setSize(100, 100)
      const small = window.getSize()
      window.setBounds({ width: 5000 })
      return [small, window.getSize()]
    })
    expect(sizes).toEqual([
      [300, 300],
      [600, 300],
    ])
  })

  // not in the specs: the window manager keeps them in Electron
  test('are restored when the desktop makes the window smaller', async () => {
    await inMain(({ electron }) => electron.BrowserWindow.getAllWindows()[0].setMinimumSize(600, 400))
    const session = await page.context().newCDPSession(page)
    const { windowId } = await session.send('Browser.getWindowForTarget')
    await session.send('Browser.setContentsSize', { windowId, width: 350, height: 350 })
    await page.waitForFunction(() => innerWidth === 600 && innerHeight === 400)
    await inMain(({ electron }) => electron.BrowserWindow.getAllWindows()[0].setMinimumSize(0, 0))
  })
})

describe('visibility and focus', () => {
  // api-browser-window-spec.ts, the cases of "visibility" and of "focus, blur, and z-order"
  test.each([
    ['show makes a window visible and focuses it', w => w.show(), [true, true, ['show', 'focus']]],
    [
      'hide makes it invisible and takes its focus',
      w => (w.show(), w.hide()),
      [false, false, ['show', 'focus', 'blur', 'hide']],
    ],
    ['showInactive does not focus', w => w.showInactive(), [true, false, ['show']]],
    ['focus does not make it visible', w => w.focus(), [false, false, []]],
    ['blur takes its focus', w => (w.show(), w.blur()), [true, false, ['show', 'focus', 'blur']]],
    ['show a second time says nothing', w => (w.show(), w.show()), [true, true, ['show', 'focus']]],
  ])('%s', async (_, act, expected) => {
    const use = `(window, heard) => { (${act})(window); return [window.isVisible(), window.isFocused(), [...heard]] }`
    expect(await withWindow({}, use)).toEqual(expected)
  })

  // api-browser-window-spec.ts "BrowserWindow.focus() … it makes the window become focused", with two windows
  test('a window that is focused takes the focus from the others', async () => {
    const seen = await withWindow({}, (window, heard, { BrowserWindow }) => {
      const other = new BrowserWindow({ show: false })
      window.show()
      other.show()
      const focused = [window.isFocused(), other.isFocused(), BrowserWindow.getFocusedWindow() === other]
      other.destroy()
      return [focused, heard]
    })
    expect(seen).toEqual([
      [false, true, true],
      ['show', 'focus', 'blur'],
    ])
  })

  test('a window that is minimized can be restored', async () => {
    const states = await withWindow({}, window => {
      window.show()
      window.minimize()
      const minimized = [window.isMinimized(), window.isVisible()]
      window.restore()
      return [...minimized, window.isMinimized()]
    })
    expect(states).toEqual([true, false, false])
  })

  // api-app-spec.ts "should emit browser-window-focus event when window is focused", "… blur …",
  // "should emit browser-window-created event when window is created", "should emit web-contents-created event …"
  test('the app hears of windows made, focused and blurred', async () => {
    const heard = await inMain(({ electron: { app, BrowserWindow } }) => {
      const names = [
        'web-contents-created',
        'browser-window-created',
        'browser-window-focus',
        'browser-window-blur',
      ]
      const heard = []
      for (const name of names) app.on(name, () => heard.push(name))
      const window = new BrowserWindow({ show: false })
      window.show()
      window.destroy()
      for (const name of names) app.removeAllListeners(name)
      return heard
    })
    expect(heard).toEqual([
      'web-contents-created',
      'browser-window-created',
      'browser-window-focus',
      'browser-window-blur',
    ])
  })
})

describe('arguments that Electron refuses', () => {
  // not in the specs; ThrowConversionError of gin_helper/function_template.cc
  test.each([
    ['setTitle', [5], 'Error processing argument at index 0, conversion failure from 5'],
    ['setTitle', [], 'Insufficient number of arguments.'],
    ['setSize', [100], 'Insufficient number of arguments.'],
    ['setBounds', ['large'], 'Error processing argument at index 0, conversion failure from large'],
    ['setProgressBar', ['half'], 'Error processing argument at index 0, conversion failure from half'],
  ])('%s(%j)', async (method, args, message) => {
    const attempt = page.evaluate(([method, args]) => desk.invoke('window', method, ...args), [method, args])
    await expect(attempt).rejects.toThrow(`TypeError: ${message}`)
  })
})

describe('a page', () => {
  // api-web-contents-spec.ts "forcefullyCrashRenderer() crashes the process with reason=killed||crashed",
  // "isCrashed() is false by default", "a crashed process is recoverable with reload()"
  test('that crashes is reported to contents and app, and can be loaded again', async () => {
    const seen = await withWindow({}, async (window, _, { app }) => {
      const contents = window.webContents
      await window.loadURL('app://main/allowed')
      const before = contents.isCrashed()
      const gone = new Promise(resolve => contents.once('render-process-gone', (_, d) => resolve(d.reason)))
      const byApp = new Promise(resolve => app.once('render-process-gone', (_, c) => resolve(c === contents)))
      contents.forcefullyCrashRenderer()
      const crashed = [await gone, await byApp, contents.isCrashed()]
      const loaded = new Promise(resolve => contents.once('did-finish-load', resolve))
      contents.reload()
      await loaded
      return [before, ...crashed, contents.isCrashed()]
    })
    expect(seen).toEqual([false, 'crashed', true, true, false])
  })

  // api-web-contents-spec.ts, the cases of "webContents.executeJavaScript"
  test('answers what its own world computes, and rejects with what it throws', async () => {
    const run = code => page.evaluate(text => desk.invoke('contents', 'executeJavaScript', text), code)
    expect(await run('new Promise(done => setTimeout(done, 50, document.title))')).toBe('fixture')
    expect(await run('typeof require + typeof desk')).toBe('undefinedobject')
    await expect(run('Promise.reject(new RangeError("too far"))')).rejects.toThrow('too far')
  })

  test('can be zoomed, which leaves the page and its media queries fewer pixels, and the window its size', async () => {
    const seen = () =>
      page.evaluate(() => [innerWidth, innerHeight, devicePixelRatio, matchMedia('(width < 401px)').matches])
    const zoom = factor => page.evaluate(to => desk.invoke('contents', 'setZoomFactor', to), factor)
    await page.evaluate(() => desk.invoke('window', 'setBounds', { width: 800, height: 600 }))
    await expect.poll(seen).toEqual([800, 600, 1, false])
    await zoom(2)
    await expect.poll(seen).toEqual([400, 300, 2, true])
    await page.evaluate(() => desk.invoke('window', 'setBounds', { width: 600, height: 500 }))
    await expect.poll(seen).toEqual([300, 250, 2, true])
    await page.reload()
    await expect.poll(seen).toEqual([300, 250, 2, true])
    expect(await page.evaluate(() => desk.invoke('window', 'getSize'))).toEqual([600, 500])
    await zoom(1)
    await expect.poll(seen).toEqual([600, 500, 1, false])
  })

  // api-web-contents-spec.ts "throws on an invalid zoomFactor"
  test('is not zoomed by nothing', async () => {
    const zoom = page.evaluate(() => desk.invoke('contents', 'setZoomFactor', 0))
    await expect(zoom).rejects.toThrow("'zoomFactor' must be a double greater than 0.0")
  })
})

describe('loadURL', () => {
  // api-web-contents-spec.ts, the cases of "loadURL() promise API"; api-browser-window-spec.ts "should emit did-fail-load event …"
  test.each([
    ['resolves when the page has loaded', 'app://main/allowed', ['loaded', []]],
    ['rejects an address that is none', 'http://example:port', ['ERR_INVALID_URL', [[-300, true]]]],
    ['rejects a scheme that nothing serves', 'bad-scheme://foo', ['ERR_FAILED', [[-2, true]]]],
    ['rejects a host that refuses', 'http://127.0.0.1:9', ['ERR_UNSAFE_PORT', [[-312, true]]]],
  ])('%s', async (_, url, expected) => {
    const use = `async window => {
      const failed = []
      window.webContents.on('did-fail-load', (_, code, text, url, isMain) => failed.push([code, isMain]))
      return [await window.loadURL('${url}').then(() => 'loaded', error => error.code), failed]
    }`
    expect(await withWindow({}, use)).toEqual(expected)
  })

  // api-web-contents-spec.ts "sets appropriate error information on rejection"
  test('says in its rejection what failed', async () => {
    const error = await withWindow({}, window =>
      window
        .loadURL('bad-scheme://foo')
        .catch(({ message, code, errno, url }) => [message, code, errno, url]),
    )
    expect(error).toEqual([
      "ERR_FAILED (-2) loading 'bad-scheme://foo'",
      'ERR_FAILED',
      -2,
      'bad-scheme://foo',
    ])
  })

  // docs/api/web-contents.md: a rejection that the app leaves alone is no warning
  test('that fails and is left alone is no warning', async () => {
    await withWindow({}, async window => {
      window.loadURL('bad-scheme://left-alone')
      await new Promise(resolve => setTimeout(resolve, 50))
    })
    expect(desk.mainLog()).not.toContain('left-alone')
  })

  // api-browser-window-spec.ts "should emit did-start-loading event"
  test('emits that it starts and stops', async () => {
    const heard = await withWindow({}, async window => {
      const heard = []
      for (const name of ['did-start-loading', 'did-finish-load', 'did-stop-loading'])
        window.webContents.on(name, () => heard.push(name))
      const stopped = new Promise(resolve => window.webContents.once('did-stop-loading', resolve))
      await window.loadURL('app://main/allowed')
      await stopped
      return heard
    })
    expect(heard).toEqual(['did-start-loading', 'did-finish-load', 'did-stop-loading'])
  })
})

describe('closing', () => {
  afterEach(async () => {
    await inMain(({ electron }) => {
      for (const window of electron.BrowserWindow.getAllWindows().slice(1)) window.destroy()
    })
  })

  // api-app-spec.ts "window-all-closed should omit closed windows from getAllWindows"
  test('a window by its page takes it from the list before it says so', async () => {
    const opened = page.context().waitForEvent('page')
    await inMain(async ({ electron: { BrowserWindow }, openWindow, note }) => {
      const window = await openWindow('app://second/')
      window.on('closed', () => note('windows left', BrowserWindow.getAllWindows().length))
    })
    const second = await opened
    expect(await second.evaluate(() => desk.invoke('contents', 'getURL'))).toBe('app://second/')
    await second.evaluate(() => void setTimeout(() => window.close()))
    await noted(desk, 'windows left 1')
  })

  test('is refused while the app prevents it', async () => {
    await page.evaluate(() => desk.invoke('preventClose', true))
    await page.evaluate(() => window.close())
    await noted(desk, 'window close')
    expect(await page.evaluate(() => desk.invoke('window', 'isDestroyed'))).toBe(false)
    await page.evaluate(() => desk.invoke('preventClose', false))
  })
})
