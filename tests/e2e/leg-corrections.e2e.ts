/** A leg recorded with another bet's token is corrected, graded again and settled by its own token. */
import { expect, test } from './fixture.ts'
import { faultsFile, fetchFeed, profileSwitch } from './own-profile.ts'
import { recordTicket, ticketRows } from './screens.ts'

/** The grader's answer for each token, whatever it is asked. */
const answer = JSON.stringify({
  odds: [
    { grade: 'token-of-another', name: 'Ben South Over 9.5', result: 'Lost' },
    { grade: 'token-of-ada', name: 'Ada North Over 27.5', result: 'Won' },
  ],
})

test('a leg is given the right token, and its ticket settles by that', async ({ launch, service }) => {
  const faults = faultsFile([{ route: 'grader', kind: 'status', status: 200, body: answer }])
  const odds = await service('--latency', '0', '--faults', faults)
  const { page } = await launch({ args: [profileSwitch(odds)], env: { PARLAY_DESK_KEY: odds.key } })
  await fetchFeed(page)
  await page.getByRole('tab', { name: 'Ledger' }).click()
  await expect(page.getByText('No tickets yet')).toBeVisible()
  await page.keyboard.press('n')
  const record = page.getByRole('dialog', { name: 'New ticket' })
  const typed = record.getByRole('group', { name: 'Leg 1' })
  await typed.getByRole('textbox', { name: 'Leg 1' }).fill('Ada North Over 27.5')
  await typed.locator('summary').click()
  await typed.getByRole('textbox', { name: 'Grade token' }).fill('token-of-another')
  await record.getByRole('combobox', { name: 'Book' }).fill('Bravo')
  await record.getByRole('textbox', { name: 'Price', exact: true }).fill('+512')
  await recordTicket(page, '40')
  await page.getByRole('button', { name: 'Settle pending' }).click()
  await expect(ticketRows(page)).toContainText('−$40.00')

  await ticketRows(page).press('o')
  const ticket = page.getByRole('dialog', { name: 'Ticket', exact: true })
  await ticket.getByRole('button', { name: 'Edit…' }).click()
  const form = ticket.getByRole('form', { name: 'Edit ticket' })
  const leg = form.getByRole('group', { name: 'Leg 1' })
  await leg.locator('summary').click()
  await expect(leg).toContainText('Already set. Enter a new one only if the bet changed.')
  await leg.getByRole('textbox', { name: 'Grade token' }).fill('token-of-ada')
  await form.getByRole('textbox', { name: 'Reason' }).fill('the token was of another bet')
  await form.getByRole('button', { name: 'Save changes', exact: true }).click()

  // The lost ticket is open again, and the service is asked by the new token: by itself or on request.
  await expect(form).toBeHidden()
  await ticket.getByRole('button', { name: /^Refresh result: Ada North/ }).click()
  await expect(ticket).toContainText('+$204.80')
  await ticket.locator('summary').filter({ hasText: 'History' }).click()
  const history = ticket.getByRole('list', { name: 'History' })
  await expect(history).toContainText('Ada North Over 27.5: Grade token was given, is another.')
  await expect(history).toContainText('Reason: the token was of another bet')
  await expect(history.getByRole('listitem').filter({ hasText: /Reversed entry #\d+/ })).toHaveCount(1)
  const asked = odds.calls
    .filter(({ route }) => route === 'grader')
    .map(({ body, query: { grade = '' } }) => `${body}${grade}`)
  expect(asked[0]).toContain('token-of-another')
  expect(asked.at(-1)).toContain('token-of-ada')
  await page.keyboard.press('Escape')
  await expect(ticketRows(page)).toContainText('+$204.80')
})
