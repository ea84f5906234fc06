/** A key in the real keychain reaches the pricing call's query string, and is found nowhere else. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { expect, test } from './fixture.ts'
import { fetchFeed, profileSwitch, saveKey } from './own-profile.ts'
import { addParlay, rowsOf, settled } from './screens.ts'

const canary = 'canary-7f3a+9c/2e=51&d%40"kb'

/** The key as it is and as it could be written down. */
const forms = [
  canary,
  encodeURIComponent(canary),
  Buffer.from(canary).toString('base64').replace(/=+$/, ''),
  JSON.stringify(canary).slice(1, -1),
]
const holdsKey = (text: string): string[] => forms.filter(form => text.includes(form))

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}

test('a saved key is in the system keychain, and goes nowhere but to the service', async ({
  launch,
  service,
  userDataDir,
}) => {
  const odds = await service('--key', canary, '--latency', '0')
  const env = { PARLAY_DESK_KEYCHAIN: undefined }
  const desk = await launch({ args: [profileSwitch(odds)], env })
  await saveKey(desk.page, canary)
  await expect(desk.page.getByText('Key saved')).toBeVisible()
  await desk.page.getByRole('tab', { name: 'Desk' }).click()
  await fetchFeed(desk.page)
  await addParlay(desk.page, 2)
  await settled(desk.page, 0)

  const pricing = odds.calls.filter(({ route }) => route === 'pricing')
  expect(pricing.length).toBeGreaterThanOrEqual(6)
  expect(new Set(pricing.map(({ key }) => key))).toEqual(new Set([canary]))

  // The page: markup, and everything its heap holds.
  const heap = await desk.page.context().newCDPSession(desk.page)
  const chunks: string[] = []
  heap.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await heap.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  expect(holdsKey(chunks.join(''))).toEqual([])
  expect(holdsKey(await desk.page.content())).toEqual([])
  await desk.close()
  expect(holdsKey(desk.mainLog())).toEqual([])

  // A second start reads the key back and prices with it.
  const again = await launch({ args: [profileSwitch(odds)], env })
  await expect(again.page.getByText('Key saved')).toBeVisible()
  await again.page.getByRole('button', { name: /^Reprice all/ }).click()
  await settled(again.page, 0)
  await expect(
    rowsOf(again.page)
      .first()
      .getByRole('gridcell', { name: /[+−]\d+/ })
      .first(),
  ).toBeVisible()
  await again.close()

  for (const file of filesBelow(userDataDir)) expect(holdsKey(readFileSync(file, 'latin1')), file).toEqual([])
  const temp = readdirSync(tmpdir(), { withFileTypes: true }).filter(entry => entry.isFile())
  for (const { name } of temp)
    expect(holdsKey(readFileSync(join(tmpdir(), name), 'latin1')), name).toEqual([])
})
