/** Alerts reach a phone: its host is allowed first, a test says what happened, and the list says what was delivered. */
import { createServer } from 'node:http'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixture.ts'
import { addParlay, chooseInMenu, settled } from './screens.ts'

/** A push service on this machine that answers with these statuses, and 200 from then on. It ends with `close`. */
async function startPush(...statuses: number[]) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(statuses.shift() ?? 200).end('{}')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { bodies, host: `push.localhost:${address.port}`, close: () => server.close() }
}

test('an alert reaches a phone once its host is allowed', async ({ launch, userDataDir }) => {
  const push = await startPush(401)
  const { page } = await launch()
  await page.getByRole('tab', { name: 'Settings' }).click()
  const phones = page.getByRole('region', { name: 'Phone', exact: true })
  await phones.getByRole('button', { name: 'Add phone…' }).click()
  await phones.getByRole('textbox', { name: 'Name' }).fill('Pixel')
  await phones.getByRole('textbox', { name: 'Topic address' }).fill(`http://${push.host}/long-secret-topic`)
  await phones.getByLabel('Access token (optional)').fill('tk_very_secret')
  await phones.getByRole('button', { name: 'Add phone', exact: true }).click()
  await expect(phones).toContainText(`Send alerts to ${push.host}?`)
  expect(push.bodies).toEqual([])
  await phones.getByRole('button', { name: `Allow ${push.host}` }).click()
  await phones.getByRole('button', { name: 'Send test to Pixel' }).click()
  await expect(phones).toContainText('Test not delivered. Rejected: check the token (HTTP 401).')
  await phones.getByRole('button', { name: 'Send test to Pixel' }).click()
  await expect(phones).toContainText('Test delivered. Check your phone.')

  await page.getByRole('tab', { name: 'Desk' }).click()
  await chooseInMenu(page, 'Alerts')
  const dialog = page.getByRole('dialog', { name: 'Alerts' })
  await dialog.getByRole('button', { name: 'Add alert' }).click()
  await dialog.getByRole('textbox', { name: 'Price (American)' }).fill('-2000')
  await dialog.getByRole('button', { name: 'Add alert' }).click()
  await page.keyboard.press('Escape')
  await addParlay(page, 3)
  await settled(page, 0)
  await page.getByRole('button', { name: '1 new alert' }).click()
  await expect(dialog).toContainText('Pixel: delivered')
  expect(push.bodies).toHaveLength(3)
  // Each of the three legs, as the row names it.
  expect(push.bodies[2]).toMatch(/"title":"Demo: [^"·]+ · [^"·]+ · [^"·]+"/)
  push.close()

  const files = (await readdir(userDataDir, { recursive: true })).filter(name =>
    /^(desk|settings|logs)/.test(name),
  )
  const texts = await Promise.all(
    files.map(name => readFile(join(userDataDir, name), 'latin1').catch(() => '')),
  )
  for (const text of texts) expect(text).not.toMatch(/long-secret-topic|tk_very_secret/)
})
