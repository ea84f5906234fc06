import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noted, startFixture, temporaryFolder } from './start-fixture.mjs'

let folder
let desk
let page

beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await desk.kill()
  folder.remove()
})

async function start(...args) {
  desk = await startFixture(folder.path, { args })
  page = desk.page
}

const invoke = (...args) => page.evaluate(args => desk.invoke(...args), args)
const eventsSoFar = () => desk.mainLog().match(/(?<=event: ).*/g)

test('a window is shown when it is ready, and is as large as it was asked to be', async () => {
  await start()
  await noted(desk, 'window show')
  expect(eventsSoFar().filter(event => /ready-to-show|show/.test(event))).toEqual([
    'window ready-to-show',
    'window show',
  ])
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 600])
  expect(await invoke('window', 'getBounds')).toEqual({ x: 0, y: 0, width: 900, height: 600 })
})

test('a window follows what the app does with it', async () => {
  await start()
  await noted(desk, 'window show')
  expect(await invoke('window', 'isVisible')).toBe(true)

  await invoke('window', 'setBounds', { width: 640, height: 480 })
  await page.waitForFunction(() => innerWidth === 640 && innerHeight === 480)
  expect(await invoke('window', 'getContentSize')).toEqual([640, 480])

  await invoke('window', 'minimize')
  expect(await invoke('window', 'isMinimized')).toBe(true)
  await invoke('window', 'restore')
  expect(await invoke('window', 'isMinimized')).toBe(false)

  await invoke('window', 'hide')
  expect(await invoke('window', 'isVisible')).toBe(false)
  await invoke('window', 'show')
  expect(await invoke('window', 'isVisible')).toBe(true)
  expect(eventsSoFar().slice(-5)).toEqual([
    'window resize',
    'window minimize',
    'window restore',
    'window hide',
    'window show',
  ])
})

test('a second window is a window of its own', async () => {
  await start()
  const opened = page.context().waitForEvent('page')
  expect(await invoke('second')).toBe(2)
  const second = await opened
  expect(await second.evaluate(() => desk.invoke('contents', 'getURL'))).toBe('app://second/')
  await second.evaluate(() => void setTimeout(() => window.close()))
  await noted(desk, 'window closed')
  expect(await invoke('window', 'isDestroyed')).toBe(false)
})

describe('closing', () => {
  test('by the page ends window and app in order, with exit code 0', async () => {
    await start()
    await page.evaluate(() => void setTimeout(() => window.close()))
    await noted(desk, 'app quit')
    expect(eventsSoFar().filter(event => /close|quit/.test(event))).toEqual([
      'window close',
      'window closed',
      'app window-all-closed',
      'app before-quit',
      'app will-quit',
      'app quit',
    ])
  })

  test('by the debugger counts as closing too', async () => {
    await start()
    await page.close()
    await noted(desk, 'app quit')
  })

  test('as a person does resolves with exit code 0 when all is gone', async () => {
    await start()
    expect(await desk.close()).toBe(0)
  })

  test('is refused while the app prevents it', async () => {
    await start('--prevent-close')
    await page.evaluate(() => void setTimeout(() => window.close()))
    await noted(desk, 'window close')
    expect(await invoke('window', 'isDestroyed')).toBe(false)
    await invoke('preventClose', false)
    expect(await desk.close()).toBe(0)
  })

  test('keeps the app running if it wants no window', async () => {
    await start('--stay')
    await page.evaluate(() => void setTimeout(() => window.close()))
    await noted(desk, 'app window-all-closed')
    expect(desk.mainLog()).not.toContain('will-quit')
  })
})

describe('a page', () => {
  test('that crashes is reported, and can be loaded again', async () => {
    await start()
    await invoke('contents', 'forcefullyCrashRenderer').catch(() => {})
    await noted(desk, 'render-process-gone crashed')
  })

  test('can be zoomed', async () => {
    await start()
    const before = await page.evaluate(() => document.querySelector('h1').getBoundingClientRect().height)
    await invoke('contents', 'setZoomFactor', 2)
    await expect
      .poll(() => page.evaluate(() => document.querySelector('h1').getBoundingClientRect().height))
      .toBeCloseTo(before * 2, 0)
  })
})
