/** A script on the desk's own socket: its token, the user's yes before it spends calls, what it did, and its end. */
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { addParlay, settled } from './screens.ts'

interface Answer {
  readonly status: number
  readonly text: string
}

/** A call of a script, by an HTTP client that knows nothing of the desk. */
function callDesk(socketPath: string, path: string, token: string, body?: object): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const method = body === undefined ? 'GET' : 'POST'
  const sent = request({ socketPath, path, method, headers }, response => {
    let text = ''
    response.setEncoding('utf8').on('data', (part: string) => (text += part))
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
  })
  sent.on('error', reject)
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}

/** Turns scripts on, and returns the path of the socket. */
async function turnOn(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'Settings' }).click()
  const scripts = page.getByRole('region', { name: 'Scripts', exact: true })
  await scripts.getByRole('switch', { name: 'Let scripts connect' }).click()
  const socket = scripts.locator('code')
  await expect(socket).toContainText('desk.sock')
  return socket.innerText()
}

/** Makes a token that may read and get prices. */
async function makeToken(page: Page): Promise<string> {
  const tokens = page.getByRole('region', { name: 'Tokens' })
  await tokens.getByRole('button', { name: 'New token…' }).click()
  await tokens.getByRole('textbox', { name: 'Name of the script' }).fill('nightly')
  await tokens.getByText('Get prices').click()
  await tokens.getByRole('button', { name: 'Make token' }).click()
  const token = await tokens.getByRole('textbox', { name: 'Token' }).inputValue()
  await tokens.getByRole('button', { name: 'Done' }).click()
  await expect(page.locator('body')).not.toContainText(token)
  return token
}

test.skip(process.platform === 'win32', 'a named pipe has another place')

test('a script reads the desk, gets prices after a yes, is in the list, and ends by one press', async ({
  launch,
}) => {
  const runtime = await mkdtemp(join(tmpdir(), 'desk-run-'))
  const { page } = await launch({ env: { XDG_RUNTIME_DIR: runtime } })
  await addParlay(page, 2)
  await settled(page, 0)
  const socket = await turnOn(page)
  expect(socket.startsWith(runtime)).toBe(true)
  expect((await callDesk(socket, '/v1/desk/snapshot', 'pd_wrong')).status).toBe(401)

  const token = await makeToken(page)
  const read = await callDesk(socket, '/v1/desk/snapshot', token)
  expect(read.status).toBe(200)
  expect(read.text).toContain('"rows"')

  const search = page.getByRole('searchbox', { name: 'Search settings' })
  await search.focus()
  const pricing = callDesk(socket, '/v1/scripts/price', token, { parlayId: 1, books: null, maxAgeMs: 0 })
  const card = page.getByRole('region', { name: 'Question about a script' })
  await expect(card).toContainText('Let “nightly” get prices?')
  await expect(card).toContainText(/It waits \d+s more/)
  // Typing goes on in the field that had the focus.
  await search.pressSequentially('tokens')
  await expect(search).toHaveValue('tokens')
  await search.fill('')
  await card.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(card).toBeHidden()
  const priced = await pricing
  expect(priced.status).toBe(200)
  expect(priced.text).toContain('"answers"')

  const activity = page.getByRole('region', { name: 'Activity of scripts' })
  await activity.getByRole('button', { name: 'Refresh' }).click()
  await expect(activity.getByRole('row').filter({ hasText: 'scripts.price' })).toContainText('nightly')

  await page.getByRole('button', { name: 'Revoke nightly' }).click()
  await expect(page.getByText('nightly · ')).toHaveCount(0)
  expect((await callDesk(socket, '/v1/desk/snapshot', token)).status).toBe(401)
  await rm(runtime, { recursive: true, force: true })
})
