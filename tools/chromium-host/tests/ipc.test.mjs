import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inMain, inPreload, noted, startFixture, temporaryFolder } from './start-fixture.mjs'

const folder = temporaryFolder()
let desk
let page

beforeAll(async () => {
  desk = await startFixture(folder.path, { args: ['--sub-frames', 'last argument'] })
  page = desk.page
})
afterAll(async () => {
  await desk?.close()
  folder.remove()
})

const invoke = (...args) => page.evaluate(args => desk.invoke(...args), args)

describe('invoke', () => {
  // api-ipc-renderer-spec.ts "send() can send instances of Date as Dates", "can handle cyclic references"
  test('carries values both ways by structured clone', async () => {
    const same = await page.evaluate(async () => {
      const sent = {
        none: undefined,
        numbers: [NaN, -0, Infinity],
        big: 2n ** 64n,
        at: new Date(86400000),
        map: new Map([[{ key: 1 }, new Set(['a'])]]),
        expression: /a+/gi,
        floats: new Float64Array([1.5, -2]),
        error: new RangeError('far'),
        text: 'ü 🎲 \u2028 \ud800',
      }
      sent.self = sent
      const back = await desk.invoke('echo', sent)
      return [
        'none' in back && back.none === undefined,
        back.numbers.every((number, index) => Object.is(number, sent.numbers[index])),
        back.big === sent.big,
        back.at.getTime() === 86400000,
        [...back.map][0][0].key === 1 && [...back.map][0][1].has('a'),
        String(back.expression) === '/a+/gi',
        back.floats instanceof Float64Array && back.floats[1] === -2,
        String(back.error) === 'Error: far', // the bridge keeps the message only
        back.text === sent.text,
        back.self === back,
      ]
    })
    expect(same).toEqual(Array(10).fill(true))
  })

  // api-ipc-spec.ts "payloads across the shared-memory threshold round trips strings, typed arrays and nested objects …"
  test('carries a megabyte', async () => {
    expect(await page.evaluate(async () => (await desk.invoke('echo', 'x'.repeat(2 ** 20))).length)).toBe(
      2 ** 20,
    )
  })

  test('carries bytes as bytes, and of a view only its part', async () => {
    const [kind, length, isSame, part] = await page.evaluate(async () => {
      const sent = Uint8Array.from({ length: 4 * 2 ** 20 }, (_, index) => index % 251)
      const { bytes } = await desk.invoke('echo', { bytes: sent })
      const [view] = await desk.invoke('echo', [sent.subarray(250, 253)])
      return [
        bytes.constructor.name,
        bytes.length,
        bytes.every((byte, index) => byte === sent[index]),
        [...view],
      ]
    })
    expect([kind, length, isSame]).toEqual(['Uint8Array', 4 * 2 ** 20, true])
    expect(part).toEqual([250, 0, 1])
  })

  // api-ipc-spec.ts "receives an error from an asynchronous handler", "throws an error if no handler is registered"
  test('rejects with the text that Electron gives', async () => {
    const rejections = await page.evaluate(() =>
      Promise.all(
        ['fail', 'uncloneable', 'unhandled'].map(channel =>
          desk.invoke(channel, 'nope').catch(error => `${error}`),
        ),
      ),
    )
    expect(rejections).toEqual([
      "Error: Error invoking remote method 'fail': TypeError: nope",
      "Error: Error invoking remote method 'uncloneable': Error: An object could not be cloned.",
      "Error: Error invoking remote method 'unhandled': Error: No handler registered for 'unhandled'",
    ])
  })

  test('refuses to send a function', async () => {
    expect(await page.evaluate(() => desk.invokeFunction())).toBe('An object could not be cloned.')
  })

  // api-ipc-spec.ts "receives an error from a synchronous handler"
  test.each([
    [
      'an error thrown at once',
      () => {
        throw new RangeError('at once')
      },
      'RangeError: at once',
    ],
    [
      'a text thrown',
      () => {
        throw 'text'
      },
      'text',
    ],
    [
      'an error with a name of its own',
      () => {
        throw Object.assign(new Error('named'), { name: 'Own' })
      },
      'Own: named',
    ],
    ['a result that is a promise inside', () => [Promise.resolve()], 'Error: An object could not be cloned.'],
  ])('rejects for %s', async (_, handler, text) => {
    await inMain(
      page,
      ({ electron: { ipcMain } }, source) => {
        ipcMain.removeHandler('tried')
        ipcMain.handle('tried', globalThis.eval(`(${source})`))
      },
      String(handler),
    )
    const rejection = await page.evaluate(() => desk.invoke('tried').catch(error => error.message))
    expect(rejection).toBe(`Error invoking remote method 'tried': ${text}`)
  })

  // api-ipc-spec.ts "throws an error when invoking a handler that was removed", "forbids multiple handlers"
  test('has one handler a channel, until it is removed', async () => {
    const refusals = await inMain(page, ({ electron: { ipcMain } }) => {
      const refusal = handler => {
        try {
          ipcMain.handle('single', handler)
        } catch (error) {
          return String(error)
        }
      }
      const seen = [refusal('no function'), refusal(() => {}), refusal(() => {})]
      ipcMain.removeHandler('single')
      return seen
    })
    expect(refusals).toEqual([
      "TypeError: Expected handler to be a function, but found type 'string'",
      undefined,
      "Error: Attempted to register a second handler for 'single'",
    ])
    await expect(invoke('single')).rejects.toThrow("No handler registered for 'single'")
  })

  test('reaches a handler made by handleOnce once', async () => {
    expect(await invoke('once')).toBe('first')
    await expect(invoke('once')).rejects.toThrow("No handler registered for 'once'")
  })
})

describe('what a preload sends', () => {
  const refusal = value =>
    inPreload(
      page,
      `({ ipcRenderer }) => {
      try { ipcRenderer.send('plain', ${value}) } catch (error) { return error.message }
    }`,
    )
  // api-ipc-renderer-spec.ts "send() throws when sending objects with DOM class prototypes", "does not crash when sending external objects"
  test.each([
    'document.location',
    'document.body',
    'new Blob(["x"])',
    'new DOMRect()',
    'new URL("https://a.example")',
    '() => {}',
    'Symbol("s")',
    'new Proxy({}, {})',
    '{ deep: [Promise.resolve()] }',
  ])('is refused when it is %s', async value =>
    expect(await refusal(value)).toBe('An object could not be cloned.'),
  )

  // not in the specs; the bindings' conversion of the channel
  test.each([
    ['send()', 'Insufficient number of arguments.'],
    ['send(5)', 'Error processing argument at index 0, conversion failure from 5'],
    ['invoke()', 'Insufficient number of arguments.'],
  ])('by %s is refused for its channel', async (call, message) => {
    const source = `async ({ ipcRenderer }) => {
      try { await ipcRenderer.${call} } catch (error) { return String(error) }
    }`
    expect(await inPreload(page, source)).toBe(`TypeError: ${message}`)
  })

  // api-ipc-renderer-spec.ts "can send objects that both reference the same object"
  test('keeps one object one', async () => {
    const isSame = await inPreload(page, ({ ipcRenderer }) => {
      const shared = { of: 'both' }
      return ipcRenderer
        .invoke('echo', [shared, { shared }])
        .then(([first, second]) => first === second.shared)
    })
    expect(isSame).toBe(true)
  })

  // api-ipc-main-spec.ts "ipcMain.removeAllListeners removes only the given channel"; "removes all channels …"
  test('reaches a channel named error like any other', async () => {
    const heard = await inMain(page, ({ electron: { ipcMain }, event }) => {
      const heard = new Promise(resolve => ipcMain.once('error', (_, text) => resolve(text)))
      event.sender.send('say', 'error', 'just a name')
      return heard
    })
    expect(heard).toBe('just a name')
  })
})

describe('listeners in a preload', () => {
  // api-ipc-renderer-spec.ts "ipcRenderer.removeAllListeners removes only the given channel", "removes all channels if no channel is specified"
  test('are removed by channel, or all', async () => {
    const counts = await inPreload(page, ({ ipcRenderer }) => {
      const count = () => ['one', 'two'].map(name => ipcRenderer.listenerCount(name))
      ipcRenderer.on('one', () => {})
      ipcRenderer.on('two', () => {})
      const before = count()
      ipcRenderer.removeAllListeners('one')
      return [before, count()]
    })
    expect(counts).toEqual([
      [1, 1],
      [0, 1],
    ])
  })
})

describe('messages from the main process', () => {
  // api-web-contents-spec.ts "webContents.send(channel, args...) throws an error when the channel is missing"
  test('need a channel', async () => {
    for (const args of [[], [null]]) {
      const send = inMain(page, ({ event }, args) => event.sender.send(...args), args)
      await expect(send).rejects.toThrow('TypeError: Missing required channel argument')
    }
  })

  // lib/browser/api/web-frame-main.ts says it on stderr and goes on
  test('that cannot be cloned are named on stderr, and are no error', async () => {
    await inMain(page, ({ event }) => event.sender.send('tick', () => {}))
    expect(desk.mainLog()).toContain('Error sending from webFrameMain')
  })

  test('reach listeners in order until they are removed', async () => {
    const heard = await page.evaluate(async () => {
      const heard = []
      const stop = desk.onMessage('tick', (...args) => heard.push(args))
      desk.onceMessage('tick', () => heard.push('once'))
      await desk.invoke('send', 'tick', 1, { a: [2n] })
      await desk.invoke('send', 'tick', 2)
      stop()
      await desk.invoke('send', 'tick', 3)
      return heard
    })
    expect(heard).toEqual([[1, { a: [2n] }], 'once', [2]])
  })

  test('answer a plain send', async () => {
    const reply = page.evaluate(
      () => new Promise(resolve => desk.onceMessage('plain-reply', (...args) => resolve(args))),
    )
    await page.evaluate(() => desk.send('plain', 'a', undefined))
    expect(await reply).toEqual(['a', undefined])
  })
})

// api-subframe-spec.ts "should correctly reply to the sub-frames with using event.senderFrame.send"; api-web-frame-main-spec.ts "WebFrame.url", "WebFrame.origin"
describe('the sender', () => {
  test('is the window, at its app:// address', async () => {
    expect(await invoke('sender')).toEqual({
      sameContents: true,
      url: 'app://main/index.html',
      origin: 'app://main',
      hasParent: false,
      topUrl: 'app://main/index.html',
    })
  })

  test('keeps up with the address of the document', async () => {
    await page.evaluate(() => window.history.pushState(null, '', '/elsewhere?a=1#b'))
    expect((await invoke('sender')).url).toBe('app://main/elsewhere?a=1#b')
    await page.evaluate(() => window.history.back())
  })

  test('is the frame itself when a frame of another host sends', async () => {
    await addFrame('https://other.app.invalid/frame')
    const frame = page.frames().find(frame => frame.url().includes('other'))
    expect(await frame.evaluate(() => desk.invoke('sender'))).toEqual({
      sameContents: true,
      url: 'app://other/frame',
      origin: 'app://other',
      hasParent: true,
      topUrl: 'app://main/index.html',
    })
  })
})

test('a reload ends the listeners and the calls of the document before', async () => {
  await page.evaluate(() => {
    desk.collect('tock')
    void desk.invoke('echo', 'never answered')
  })
  await page.reload()
  await page.evaluate(() => desk.collect('tock'))
  await invoke('send', 'tock', 'once')
  expect(await page.evaluate(() => desk.collected())).toEqual([['once']])
})

// api-subframe-spec.ts "should load preload scripts in top level iframes", and without nodeIntegrationInSubFrames not
test('the preload stays out of frames unless the app wants it there', async () => {
  const other = temporaryFolder()
  const plain = await startFixture(other.path)
  await addFrame('https://main.app.invalid/frame', plain.page)
  const frame = plain.page.frames().find(frame => frame.url().endsWith('/frame'))
  expect(await frame.evaluate(() => typeof desk)).toBe('undefined')
  await plain.close()
  other.remove()
})

test('the main process sees what Electron would give it', async () => {
  expect(await invoke('surroundings')).toEqual({
    argv: [
      expect.stringContaining('fixture-app'),
      `--user-data-dir=${folder.path}`,
      '--sub-frames',
      'last argument',
    ],
    type: 'browser',
    electron: undefined,
    required: true,
    name: 'Fixture App',
    version: '1.2.3',
    userData: folder.path,
    appPath: expect.stringContaining('fixture-app'),
  })
})

test('what the host has not is refused by name', async () => {
  await expect(invoke('absent', 'dialog', 'showMessageBoxSync')).rejects.toThrow(
    'not in the Chromium host: dialog.showMessageBoxSync',
  )
  await expect(invoke('absent', 'shell', 'trashItem')).rejects.toThrow(
    'not in the Chromium host: shell.trashItem',
  )
  await expect(invoke('absent', 'nothing', 'at all')).rejects.toThrow(
    'not in the Chromium host: electron.nothing',
  )
  await expect(invoke('window', 'setKiosk')).rejects.toThrow(
    'not in the Chromium host: BrowserWindow.setKiosk',
  )
})

test('what would leave the app is kept for the test', async () => {
  await invoke('open', 'https://book.example/slip?a=1')
  await invoke('copy', 'copied text')
  await invoke('notify', 'Price moved', 'from 2.0 to 2.1')
  expect(await desk.opened()).toEqual(['https://book.example/slip?a=1'])
  expect(await desk.clipboard()).toBe('copied text')
  expect(await desk.notifications()).toEqual([{ title: 'Price moved', body: 'from 2.0 to 2.1' }])
})

test('a dialog for files answers what the test prepared, in order, and fails by name without', async () => {
  await desk.answerDialog(['/a/first.json', '/a/second.json'])
  await desk.answerDialog([])
  expect(await invoke('choose')).toEqual({ canceled: false, filePaths: ['/a/first.json', '/a/second.json'] })
  expect(await invoke('choose')).toEqual({ canceled: true, filePaths: [] })
  await expect(invoke('choose')).rejects.toThrow('not in the Chromium host: dialog.showOpenDialog')
})

test('a dialog for saving answers one path, or none', async () => {
  await desk.answerDialog(['/a/prices.csv'])
  await desk.answerDialog([])
  expect(await invoke('save')).toEqual({ canceled: false, filePath: '/a/prices.csv' })
  expect(await invoke('save')).toEqual({ canceled: true, filePath: '' })
  await expect(invoke('save')).rejects.toThrow('not in the Chromium host: dialog.showSaveDialog')
})

// api-web-contents-spec.ts "console-message event is triggered with correct log message"
test('the console of the page is heard', async () => {
  await page.evaluate(() => console.warn('careful', 3))
  await noted(desk, 'console warning careful 3')
})

function addFrame(src, where = page) {
  return where.evaluate(
    src =>
      new Promise(resolve => {
        const frame = Object.assign(document.createElement('iframe'), { src, onload: resolve })
        document.body.append(frame)
      }).then(() => undefined),
    src,
  )
}
