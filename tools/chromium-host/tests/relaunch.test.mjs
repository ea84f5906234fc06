import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFixture, temporaryFolder } from './start-fixture.mjs'

let folder
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

test('app.relaunch starts the app again when it has ended, once for each call (docs/api/app.md)', async () => {
  const desk = await startFixture(folder.path, { args: ['--first'] })
  await desk.page.evaluate(() => desk.invoke('app', 'relaunch'))
  await desk.page.evaluate(() => desk.invoke('app', 'relaunch', { args: ['.', '--again'] }))
  expect(desk.mainLog()).not.toContain('relaunch')
  expect(await desk.close()).toBe(0)
  const starts = desk.mainLog().match(/(?<=chromium-host: relaunch ).*/g)
  expect(starts).toEqual([expect.stringMatching(/fixture-app --user-data-dir=.* --first$/), '. --again'])
})
