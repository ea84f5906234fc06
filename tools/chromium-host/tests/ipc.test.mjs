import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noted, startFixture, temporaryFolder } from './start-fixture.mjs'

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

  test('reaches a handler made by handleOnce once', async () => {
    expect(await invoke('once')).toBe('first')
    await expect(invoke('once')).rejects.toThrow("No handler registered for 'once'")
  })
})

describe('messages from the main process', () => {
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
