import { describe, expect, test } from 'vitest'
import { inMain as runInMain, startForFile } from './start-fixture.mjs'

const { folder, desk, page } = await startForFile({
  args: ['--flag', '--with=value'],
  pageScript: 'globalThis.atStart = document.readyState + document.scripts.length',
})

const inMain = (...args) => runInMain(page, ...args)

/** The error that a function throws in the main process, as text; 'nothing' if it throws none. */
const thrownBy = (run, ...args) =>
  inMain(
    async ({ electron }, source, args) => {
      try {
        await globalThis.eval(`(${source})`)(electron, ...args)
        return 'nothing'
      } catch (error) {
        return String(error)
      }
    },
    String(run),
    args,
  )

test('a page script, in a new document: runs before any script of the page', async () => {
  expect(await page.evaluate('atStart')).toBe('loading0')
})

describe('before the app is ready', () => {
  // electron_api_browser_window.cc, electron_api_notification.cc, electron_api_session.cc, electron_api_screen.cc, lib/browser/api/dialog.ts
  test.each([
    ['a window', 'window', 'Error: Cannot create BrowserWindow before app is ready'],
    ['a notification', 'notification', 'Error: Cannot create Notification before app is ready'],
    ['the session', 'session', 'TypeError: Session can only be received when app is ready'],
    ['a protocol handler', 'handle', 'TypeError: Session can only be received when app is ready'],
    ['a dialog', 'dialog', 'Error: dialog module can only be used after app is ready'],
    ['the screen', 'screen', "Error: The 'screen' module can't be used before the app 'ready' event"],
  ])('%s cannot be had', async (_, name, error) => {
    const early = await page.evaluate(() => desk.invoke('early'))
    expect(early[name]).toBe(error)
    expect(early.isReady).toBe('false')
  })
})

describe('after the app is ready', () => {
  test.each([
    // api-app-spec.ts "sandbox options when app.enableSandbox() is called"; electron_api_app.cc
    [
      'enableSandbox',
      ({ app }) => app.enableSandbox(),
      'app.enableSandbox() can only be called before app is ready',
    ],
    // electron_api_protocol.cc
    [
      'registerSchemesAsPrivileged',
      ({ protocol }) => protocol.registerSchemesAsPrivileged([]),
      'protocol.registerSchemesAsPrivileged should be called before app is ready',
    ],
  ])('%s is refused', async (_, run, error) => {
    expect(await thrownBy(run)).toBe(`Error: ${error}`)
  })

  // api-app-spec.ts "whenReady becomes fulfilled if the app is already ready"
  test('whenReady is fulfilled', async () => {
    expect(await inMain(async ({ electron: { app } }) => [await app.whenReady(), app.isReady()])).toEqual([
      undefined,
      true,
    ])
  })
})

describe('the command line', () => {
  // api-app-spec.ts, the cases of "commandLine.hasSwitch (existing argv)", "commandLine.getSwitchValue …", "commandLine.removeSwitch"
  test.each([
    ['a switch that is there', ({ app }) => app.commandLine.hasSwitch('flag'), true],
    ['a switch that is not', ({ app }) => app.commandLine.hasSwitch('other'), false],
    ['the value of a switch', ({ app }) => app.commandLine.getSwitchValue('with'), 'value'],
    ['the value of a switch without one', ({ app }) => app.commandLine.getSwitchValue('flag'), ''],
    ['the value of a switch that is not there', ({ app }) => app.commandLine.getSwitchValue('other'), ''],
    [
      'a switch added',
      ({ app: { commandLine } }) => (commandLine.appendSwitch('new', 'x'), commandLine.getSwitchValue('new')),
      'x',
    ],
    [
      'a switch removed',
      ({ app: { commandLine } }) => (commandLine.removeSwitch('new'), commandLine.hasSwitch('new')),
      false,
    ],
  ])('knows %s', async (_, run, expected) => {
    expect(await inMain(`({ electron }) => (${run})(electron)`)).toEqual(expected)
  })
})

describe('folders', () => {
  // api-app-spec.ts "setPath(name, path) throws when a relative path is passed", "does not create a new directory by default"
  test('are set by an absolute path, and not made by that', async () => {
    expect(await thrownBy(({ app }) => app.setPath('music', 'here'))).toBe('Error: Path must be absolute')
    const path = `${folder.path}/not/made`
    const seen = await inMain(async ({ electron: { app } }, path) => {
      app.setPath('music', path)
      const { existsSync } = await process.getBuiltinModule('node:fs')
      return [app.getPath('music') === path, existsSync(path)]
    }, path)
    expect(seen).toEqual([true, false])
  })

  // api-app-spec.ts "getPath(name) throws an error when the name is invalid"
  test('have the names of Electron only', async () => {
    expect(await thrownBy(({ app }) => app.getPath('nowhere'))).toBe("Error: Failed to get 'nowhere' path")
  })

  // api-app-spec.ts "sessionData writes to userData by default"
  test('of the session are those of the user', async () => {
    expect(
      await inMain(({ electron: { app } }) => app.getPath('sessionData') === app.getPath('userData')),
    ).toBe(true)
  })
})

describe('the clipboard', () => {
  // api-clipboard-spec.ts "clipboard.readText() returns unicode string correctly", "writeText returns a Promise", "returns a Promise",
  // "clipboard.has() resolves with true when the clipboard contains the format", "resolves with false …"
  test('answers by promises', async () => {
    const seen = await inMain(async ({ electron: { clipboard } }) => {
      const written = clipboard.writeText('千江有水')
      const read = clipboard.readText()
      return [
        written instanceof Promise,
        await written,
        read instanceof Promise,
        await read,
        await clipboard.has('text/plain'),
        await clipboard.has('text/html'),
      ]
    })
    expect(seen).toEqual([true, undefined, true, '千江有水', true, false])
    expect(await desk.clipboard()).toBe('千江有水')
  })

  // api-clipboard-spec.ts "clipboard.write() writes multiple formats", "clipboard.read() …"
  test('keeps an item in all its types', async () => {
    const seen = await inMain(async ({ electron: { clipboard, ClipboardItem } }) => {
      const picture = new Blob([new Uint8Array([137, 80])], { type: 'image/png' })
      await clipboard.write([
        new ClipboardItem({ 'text/plain': 'a\tb', 'text/html': '<b>a</b>', 'image/png': picture }),
      ])
      const [item] = await clipboard.read()
      const html = await item.getType('text/html')
      const missing = await item.getType('text/rtf').catch(error => error.name)
      return [item.types, html.type, await html.text(), await clipboard.readText(), missing]
    })
    expect(seen).toEqual([
      ['text/plain', 'text/html', 'image/png'],
      'text/html',
      '<b>a</b>',
      'a\tb',
      'NotFoundError',
    ])
    expect(String(await desk.copied('text/html'))).toBe('<b>a</b>')
    expect(await desk.copied('image/png')).toEqual(Buffer.from([137, 80]))
    expect(await desk.copied('text/rtf')).toBeNull()
  })

  test('is empty once it is cleared', async () => {
    const seen = await inMain(async ({ electron: { clipboard } }) => {
      clipboard.clear()
      return [await clipboard.readText(), await clipboard.has('text/plain')]
    })
    expect(seen).toEqual(['', false])
  })

  test('takes texts only', async () => {
    expect(await thrownBy(({ clipboard }) => clipboard.writeText(5))).toMatch(
      /^TypeError: Error processing argument at index 0/,
    )
  })

  // docs/breaking-changes.md: gone since the clipboard follows the W3C's
  test.each(['readHTML', 'writeImage', 'availableFormats'])('has no %s', async name => {
    expect(await thrownBy((electron, name) => electron.clipboard[name], name)).toBe(
      `Error: not in the Chromium host: clipboard.${name}`,
    )
  })
})

describe('the shell', () => {
  test('shows a file in its folder, which the test sees', async () => {
    await inMain(({ electron: { shell } }) => shell.showItemInFolder('/data/ledger.db'))
    expect(await desk.shownInFolder()).toEqual(['/data/ledger.db'])
  })

  // api-shell-spec.ts "shell.openExternal() opens an external link"
  test('opens an address by a promise', async () => {
    expect(
      await inMain(
        ({ electron: { shell } }) => shell.openExternal('https://book.example/') instanceof Promise,
      ),
    ).toBe(true)
  })

  test.each([
    ['no address', ({ shell }) => shell.openExternal('not an address'), /^Error: Invalid URL/],
    ['no text', ({ shell }) => shell.openExternal({}), /^TypeError: Error processing argument at index 0/],
    ['no path', ({ shell }) => shell.showItemInFolder(), /^TypeError: Insufficient number of arguments/],
  ])('refuses what is %s', async (_, run, error) => {
    expect(await thrownBy(run)).toMatch(error)
  })
})

describe('a dialog for files', () => {
  // api-dialog-spec.ts "showOpenDialog throws errors when the options are invalid", "showSaveDialog throws errors when the options are invalid"
  test.each([
    ['showOpenDialog', { properties: false }, 'Properties must be an array'],
    ['showOpenDialog', { title: 300 }, 'Title must be a string'],
    ['showOpenDialog', { buttonLabel: [] }, 'Button label must be a string'],
    ['showOpenDialog', { defaultPath: {} }, 'Default path must be a string'],
    ['showSaveDialog', { message: {} }, 'Message must be a string'],
    ['showSaveDialog', { nameFieldLabel: {} }, 'Name field label must be a string'],
  ])('%s refuses %j at once', async (method, options, error) => {
    const thrown = await inMain(
      ({ electron: { dialog } }, method, options) => {
        try {
          return String(dialog[method](options))
        } catch (error) {
          return String(error)
        }
      },
      method,
      options,
    )
    expect(thrown).toBe(`TypeError: ${error}`)
  })
})

describe('the theme', () => {
  // api-native-theme-spec.ts "is system by default", "should override the value of shouldUseDarkColors"
  test('follows its source', async () => {
    const seen = await inMain(({ electron: { nativeTheme } }) => {
      const before = nativeTheme.themeSource
      nativeTheme.themeSource = 'dark'
      const isDark = nativeTheme.shouldUseDarkColors
      nativeTheme.themeSource = 'light'
      return [before, isDark, nativeTheme.shouldUseDarkColors]
    })
    expect(seen).toEqual(['system', true, false])
  })

  // api-native-theme-spec.ts "should emit the "updated" event when …", "should not emit the "updated" event when …"
  test('is updated only when its colors change', async () => {
    const updates = await inMain(({ electron: { nativeTheme } }) => {
      const updates = []
      nativeTheme.on('updated', () => updates.push(nativeTheme.themeSource))
      for (const source of ['light', 'system', 'dark', 'dark', 'light']) nativeTheme.themeSource = source
      nativeTheme.removeAllListeners('updated')
      return updates
    })
    expect(updates).toEqual(['dark', 'light'])
  })

  // api-native-theme-spec.ts "should override the result of prefers-color-scheme CSS media query"
  test('reaches the page', async () => {
    await inMain(({ electron: { nativeTheme } }) => void (nativeTheme.themeSource = 'dark'))
    await page.waitForFunction(() => matchMedia('(prefers-color-scheme: dark)').matches)
    await inMain(({ electron: { nativeTheme } }) => void (nativeTheme.themeSource = 'system'))
  })
})

describe('a notification', () => {
  // api-notification-spec.ts "inits, gets and sets basic string properties correctly", "can be shown and closed"
  test('has its texts, and says that it is shown and closed', async () => {
    const seen = await inMain(async ({ electron: { Notification } }) => {
      const notification = new Notification({ title: 'Price', body: '2.1' })
      const once = name => new Promise(resolve => notification.once(name, () => resolve(name)))
      const events = [once('show'), once('close')]
      notification.show()
      notification.close()
      return [notification.title, notification.body, ...(await Promise.all(events))]
    })
    expect(seen).toEqual(['Price', '2.1', 'show', 'close'])
  })
})

describe('a scheme of the app', () => {
  test('without the privileges standard and secure is refused by name', async () => {
    expect(await thrownBy(({ protocol }) => protocol.handle('plain', () => {}))).toMatch(
      /^Error: not in the Chromium host: the scheme plain/,
    )
  })

  // api-protocol-spec.ts "handle can be unhandled"; "protocol.isProtocolRegistered"
  test('is handled until it is unhandled, and by one handler', async () => {
    const seen = await inMain(({ electron: { protocol } }) => [
      protocol.isProtocolHandled('app'),
      protocol.isProtocolHandled('other'),
    ])
    expect(seen).toEqual([true, false])
    expect(await thrownBy(({ protocol }) => protocol.handle('app', () => {}))).toMatch(
      /Failed to register protocol/,
    )
    expect(await thrownBy(({ protocol }) => protocol.unhandle('other'))).toMatch(
      /Failed to unregister protocol/,
    )
  })

  // api-protocol-spec.ts "protocol.registerSchemesAsPrivileged cors-fetch disallows CORS and fetch requests when only supportFetchAPI is specified"
  test('has a page that can fetch only with the privilege supportFetchAPI', async () => {
    const fetched = await inMain(async ({ electron: { BrowserWindow } }) => {
      const window = new BrowserWindow({ show: false })
      const outcome = async url => {
        await window.loadURL(url)
        return window.webContents.executeJavaScript(
          `fetch('/asked').then(({ status }) => status, error => error.name)`,
        )
      }
      const seen = [await outcome('app://main/allowed'), await outcome('mute://main/allowed')]
      window.destroy()
      return seen
    })
    expect(fetched).toEqual([201, 'TypeError'])
  })

  // docs/api/protocol.md: cookies and service workers are for http and https
  test('has a page without cookies and without service workers', async () => {
    const seen = await page.evaluate(async () => {
      document.cookie = 'kept=yes'
      return [document.cookie, await navigator.serviceWorker.register('/page.js').catch(error => error.name)]
    })
    expect(seen).toEqual(['', 'TypeError'])
  })
})
