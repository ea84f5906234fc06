import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inMain as runInMain, startFixture, temporaryFolder } from './start-fixture.mjs'

const folder = temporaryFolder()
let desk
let page

beforeAll(async () => {
  desk = await startFixture(folder.path)
  page = desk.page
  await runInMain(page, async ({ electron: { BrowserWindow } }) => {
    const window = new BrowserWindow({ show: false })
    const { id, webContents } = window
    await window.loadURL('app://main/allowed')
    globalThis.gone = { window, id, webContents, mainFrame: webContents.mainFrame }
    window.destroy()
  })
})
afterAll(async () => {
  await desk?.kill()
  folder.remove()
})

/** Runs `use` on a window that was loaded and then destroyed, with its contents, main frame and id from before. */
const afterDestroy = use =>
  runInMain(
    page,
    (_, source) => {
      try {
        return globalThis.eval(`(${source})`)(globalThis.gone)
      } catch (error) {
        return String(error)
      }
    },
    String(use),
  )

const DESTROYED = 'TypeError: Object has been destroyed'

describe('a destroyed window', () => {
  // api-browser-window-spec.ts "BrowserWindow.destroy() prevents users to access methods of webContents"; gin_helper/function_template.h
  test.each([
    ['getBounds', w => w.window.getBounds()],
    ['setBounds', w => w.window.setBounds({ width: 1 })],
    ['show', w => w.window.show()],
    ['isMinimized', w => w.window.isMinimized()],
    ['restore', w => w.window.restore()],
    ['focus', w => w.window.focus()],
    ['setTitle', w => w.window.setTitle('gone')],
    ['setProgressBar', w => w.window.setProgressBar(1)],
    ['close', w => w.window.close()],
    ['loadURL', w => w.window.loadURL('app://main/')],
    ['webContents', w => w.window.webContents],
  ])('throws at %s', async (_, use) => {
    expect(await afterDestroy(use)).toBe(DESTROYED)
  })

  // api-browser-window-spec.ts "should allow access to id after destruction"
  test('still has its id, says that it is destroyed, and can be destroyed again', async () => {
    const seen = await afterDestroy(({ window, id }) => [
      window.id === id,
      window.isDestroyed(),
      window.destroy(),
    ])
    expect(seen).toEqual([true, true, undefined])
  })

  test('still takes and gives back listeners', async () => {
    const count = await afterDestroy(({ window }) => window.on('closed', () => {}).listenerCount('closed'))
    expect(count).toBe(1)
  })

  // electron_api_base_window.cc marks it before it emits 'closed'
  test('throws in its own closed listener', async () => {
    const caught = await runInMain(page, async ({ electron: { BrowserWindow } }) => {
      const window = new BrowserWindow({ show: false })
      const closed = new Promise(resolve => {
        window.on('closed', () => {
          try {
            resolve(window.getBounds())
          } catch (error) {
            resolve(String(error))
          }
        })
      })
      window.destroy()
      return closed
    })
    expect(caught).toBe(DESTROYED)
  })
})

describe('destroyed contents', () => {
  test.each([
    ['send', w => w.webContents.send('channel')],
    ['getURL', w => w.webContents.getURL()],
    ['reload', w => w.webContents.reload()],
    ['setZoomFactor', w => w.webContents.setZoomFactor(1)],
    ['setWindowOpenHandler', w => w.webContents.setWindowOpenHandler(() => {})],
    ['mainFrame', w => w.webContents.mainFrame],
    ['session', w => w.webContents.session],
  ])('throw at %s', async (_, use) => {
    expect(await afterDestroy(use)).toBe(DESTROYED)
  })

  // api-web-contents-spec.ts "fromId() returns undefined for an unknown id"
  test('are not found any more', async () => {
    const found = await runInMain(page, ({ electron: { BrowserWindow, webContents } }) => {
      const window = new BrowserWindow({ show: false })
      const { id } = window.webContents
      const before = webContents.fromId(id) !== undefined
      window.destroy()
      return [before, webContents.fromId(id) !== undefined]
    })
    expect(found).toEqual([true, false])
  })

  // api-web-frame-main-spec.ts "RenderFrame lifespan throws upon accessing properties when disposed"
  test('leave a frame whose address cannot be read', async () => {
    const seen = await afterDestroy(({ mainFrame }) => [mainFrame.isDestroyed(), mainFrame.detached])
    expect(seen).toEqual([true, true])
    expect(await afterDestroy(({ mainFrame }) => mainFrame.url)).toMatch(/Render frame was disposed/)
  })
})

// api-web-frame-main-spec.ts "returns null upon accessing senderFrame after cross-origin navigation"
test('the sender frame of a message is null once the frame is gone', async () => {
  const seen = await runInMain(page, async ({ electron: { ipcMain, BrowserWindow }, preload }) => {
    const window = new BrowserWindow({ show: false, webPreferences: { preload } })
    const message = new Promise(resolve => ipcMain.once('plain', event => resolve(event)))
    await window.loadURL('app://main/index.html')
    await window.webContents.mainFrame.send('say', 'plain')
    const event = await message
    const before = event.senderFrame === window.webContents.mainFrame
    window.destroy()
    return [before, event.senderFrame]
  })
  expect(seen).toEqual([true, null])
})
