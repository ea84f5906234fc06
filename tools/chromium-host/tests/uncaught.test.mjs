import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inMain as runInMain, startFixture, temporaryFolder } from './start-fixture.mjs'

const folder = temporaryFolder()
let desk
let page
let boxesBefore
let logBefore

beforeAll(async () => {
  desk = await startFixture(folder.path)
  page = desk.page
})
afterAll(async () => {
  await desk?.kill()
  folder.remove()
})
beforeEach(async () => {
  boxesBefore = (await desk.errorBoxes()).length
  logBefore = desk.mainLog().length
})

const inMain = (...args) => runInMain(page, ...args)
const boxes = async () => (await desk.errorBoxes()).slice(boxesBefore)
const log = () => desk.mainLog().slice(logBefore)

/** Waits for one box about an error with this text, and for an answer of the app after it. */
async function expectBox(message) {
  await expect.poll(boxes).toHaveLength(1)
  const [{ title, content }] = await boxes()
  expect(title).toBe('A JavaScript error occurred in the main process')
  expect(content).toMatch(`Uncaught Exception:\n${message}`)
  expect(await page.evaluate(() => desk.invoke('echo', 'still here'))).toBe('still here')
}

describe('an uncaught exception', () => {
  // lib/browser/init.ts; node-spec.ts "error thrown in main process node context gets emitted as a process uncaughtException event"
  test('is shown in a box, and the app goes on', async () => {
    await inMain(
      () =>
        void setTimeout(() => {
          throw new TypeError('from a timer')
        }),
    )
    await expectBox('TypeError: from a timer')
  })

  test('without a stack is shown too', async () => {
    await inMain(
      () =>
        void setTimeout(() => {
          throw 'text'
        }),
    )
    await expectBox('text')
  })

  test('goes to the app’s own listener instead, if it has one', async () => {
    const message = await inMain(
      () =>
        new Promise(resolve => {
          process.once('uncaughtException', error => resolve(error.message))
          setTimeout(() => {
            throw new Error('own')
          })
        }),
    )
    expect(message).toBe('own')
    expect(await boxes()).toEqual([])
  })
})

describe('an error of a listener is uncaught and stops nothing else', () => {
  test.each([
    // api-ipc-main-spec.ts "ipcMain.on"; lib/browser/ipc-dispatch.ts emits, so a listener's error surfaces
    [
      'of a message',
      ({ electron: { ipcMain }, event }) => {
        ipcMain.once('broken', () => {
          throw new Error('in a listener')
        })
        event.sender.send('say', 'broken')
      },
    ],
    [
      'of a window',
      ({ electron: { BrowserWindow } }) => {
        const window = new BrowserWindow({ show: false })
        window.once('show', () => {
          throw new Error('in a listener')
        })
        window.show()
        window.destroy()
      },
    ],
    [
      'of a load',
      async ({ electron: { BrowserWindow } }) => {
        const window = new BrowserWindow({ show: false })
        window.webContents.once('did-finish-load', () => {
          throw new Error('in a listener')
        })
        await window.loadURL('app://main/allowed')
        window.destroy()
      },
    ],
    [
      'of the theme',
      ({ electron: { nativeTheme } }) => {
        nativeTheme.once('updated', () => {
          throw new Error('in a listener')
        })
        nativeTheme.themeSource = 'dark'
        nativeTheme.themeSource = 'light'
      },
    ],
  ])('%s', async (_, run) => {
    await inMain(run)
    await expectBox('Error: in a listener')
  })

  test('also when many messages come at once: all others are read', async () => {
    const heard = await inMain(async ({ electron: { ipcMain }, event }) => {
      const heard = []
      ipcMain.on('burst', (_, number) => {
        heard.push(number)
        if (number === 2) throw new Error('in the middle')
      })
      const last = new Promise(resolve => ipcMain.once('burst end', resolve))
      for (let number = 1; number <= 5; number++) event.sender.send('say', 'burst', number)
      event.sender.send('say', 'burst end')
      await last
      return heard
    })
    expect(heard).toEqual([1, 2, 3, 4, 5])
    await expectBox('Error: in the middle')
  })

  test('and a close that it did not prevent goes on', async () => {
    const isDestroyed = await inMain(({ electron: { BrowserWindow } }) => {
      const window = new BrowserWindow({ show: false })
      window.on('close', () => {
        throw new Error('in close')
      })
      window.close()
      return window.isDestroyed()
    })
    expect(isDestroyed).toBe(true)
    await expectBox('Error: in close')
  })
})

describe('an unhandled rejection', () => {
  // node-spec.ts "does not log the warning more than once when the rejection is unhandled"
  test('is one warning with its stack, and the app goes on', async () => {
    await inMain(() => void Promise.reject(new Error('oops')))
    await expect.poll(log).toMatch(/UnhandledPromiseRejectionWarning: Error: oops\n\s+at /)
    await inMain(() => new Promise(resolve => setTimeout(resolve, 20)))
    expect(log().match(/Error: oops/g)).toHaveLength(1)
    expect(await boxes()).toEqual([])
  })

  test('of something that is no error is a warning too', async () => {
    await inMain(() => void Promise.reject({ code: 5 }))
    await expect.poll(log).toContain('UnhandledPromiseRejectionWarning: { code: 5 }')
  })

  // node-spec.ts "does not log the warning more than once when the rejection is handled", "gets emitted as a process unhandledRejection event"
  test('goes to the app’s own listener instead, if it has one', async () => {
    const message = await inMain(
      () =>
        new Promise(resolve => {
          process.once('unhandledRejection', error => resolve(error.message))
          void Promise.reject(new Error('hello'))
        }),
    )
    expect(message).toBe('hello')
    await inMain(() => new Promise(resolve => setTimeout(resolve, 20)))
    expect(log()).not.toContain('UnhandledPromiseRejectionWarning')
  })

  test('of an async listener is a warning', async () => {
    await inMain(({ electron: { ipcMain }, event }) => {
      ipcMain.once('async broken', async () => {
        throw new Error('later')
      })
      event.sender.send('say', 'async broken')
    })
    await expect.poll(log).toContain('UnhandledPromiseRejectionWarning: Error: later')
  })
})

describe('the error box', () => {
  // api-dialog-spec.ts "showErrorBox throws errors when the options are invalid"
  test.each([
    [[], 'Insufficient number of arguments'],
    [[3, 'four'], 'Error processing argument at index 0'],
    [['three', 4], 'Error processing argument at index 1'],
  ])('refuses %j', async (args, message) => {
    const show = inMain(({ electron: { dialog } }, args) => dialog.showErrorBox(...args), args)
    await expect(show).rejects.toThrow(message)
    expect(await boxes()).toEqual([])
  })

  test('of the app is kept for the test', async () => {
    await inMain(({ electron: { dialog } }) => dialog.showErrorBox('Title', 'What to do.'))
    expect(await boxes()).toEqual([{ title: 'Title', content: 'What to do.' }])
  })
})
