import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVirtualDisplay } from '../../virtual-display.mjs'
import { noted, startFixture, temporaryFolder } from './start-fixture.mjs'

// The same host with windows that can be seen, on a display in memory where there is Xvfb.
const display = await startVirtualDisplay()
const folder = temporaryFolder()
let desk

beforeAll(async () => {
  if (!display) return
  desk = await startFixture(folder.path, { headless: false, env: { DISPLAY: display.name } })
})
afterAll(async () => {
  await desk?.kill()
  display?.stop()
  folder.remove()
})

const onDisplay = test.skipIf(!display)

onDisplay('a visible window has the size of its content, and nothing of a browser around it', async () => {
  const seen = await desk.page.evaluate(() => ({
    size: [innerWidth, innerHeight],
    isApp: window.matchMedia('(display-mode: standalone)').matches,
  }))
  expect(seen).toEqual({ size: [900, 600], isApp: true })
})

onDisplay('a visible page has its API before its first script', async () => {
  expect(await desk.page.evaluate(() => window.seenAtFirstScript.api)).toBe('object')
})

onDisplay('a second visible window does not keep the first from closing', async () => {
  const opened = desk.page.context().waitForEvent('page')
  expect(await desk.page.evaluate(() => desk.invoke('second'))).toBe(2)
  await opened
  await desk.page.evaluate(() => void setTimeout(() => window.close()))
  await noted(desk, 'window closed')
  expect(desk.mainLog()).not.toContain('app quit')
})
