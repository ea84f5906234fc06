import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { LinkApproval } from '../../../../../src/shared/model/price/link-outcome.ts'
import { failed, ok, stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { click, mountSettings, threeBooks } from '../../../../support/renderer/settings/mounted-settings.ts'

const all: readonly LinkApproval[] = [
  { bookId: 'bravo', host: 'bets.example' },
  { bookId: 'bravo', host: 'm.bets.example' },
  { bookId: 'gone_book', host: 'slip.example' },
]

/** The settings with these approvals; a revoked one is left out from then on. */
async function open(given: readonly LinkApproval[] = all) {
  const desk = stubDesk({ settings: threeBooks })
  let approvals = [...given]
  desk.api.links.approvals.mockImplementation(() => Promise.resolve(ok({ approvals })))
  desk.api.links.revoke.mockImplementation(({ bookId, host }) => {
    approvals = approvals.filter(each => each.bookId !== bookId || each.host !== host)
    return Promise.resolve(ok({ approvals }))
  })
  const pane = await mountSettings()
  const section = () => pane.findAll('section').find(each => each.find('h2').text() === 'Betslip links')
  const rows = () =>
    section()
      ?.findAll('tbody tr')
      .map(row => row.findAll('th, td').map(cell => cell.text()))
  return { ...desk, pane, section, rows }
}

test('ApprovalSection lists each approved host with its book, by name where it has one', async () => {
  const { rows } = await open()
  expect(rows()).toEqual([
    ['Bravo', 'bets.example', 'Revoke'],
    ['Bravo', 'm.bets.example', 'Revoke'],
    ['gone_book', 'slip.example', 'Revoke'],
  ])
})

test('ApprovalSection says how hosts come here while there are none', async () => {
  const { section } = await open([])
  expect(section()?.text()).toContain('it is listed here')
  expect(section()?.find('table').exists()).toBe(false)
})

test('ApprovalSection revokes by a button of its own name, says so, and keeps the focus in the list', async () => {
  const { pane, api, section, rows } = await open()
  button(pane, 'Revoke m.bets.example of Bravo').element.focus()
  await click(pane, 'Revoke m.bets.example of Bravo')
  expect(api.links.revoke).toHaveBeenCalledWith({ bookId: 'bravo', host: 'm.bets.example' })
  expect(rows()?.map(([, host]) => host)).toEqual(['bets.example', 'slip.example'])
  expect(section()?.get('[role=status]').text()).toBe('m.bets.example of Bravo is revoked.')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Revoke slip.example of gone_book')
  await click(pane, 'Revoke slip.example of gone_book')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Revoke bets.example of Bravo')
  await click(pane, 'Revoke bets.example of Bravo')
  expect(document.activeElement?.textContent).toBe('bets.example of Bravo is revoked.')
  expect(rows()).toEqual([])
})

test('ApprovalSection keeps a host and says why when it could not be revoked', async () => {
  const { pane, api, section, rows } = await open()
  api.links.revoke.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'ab12' }))
  await click(pane, 'Revoke bets.example of Bravo')
  await flushPromises()
  expect(rows()).toHaveLength(3)
  expect(section()?.find('[role=alert]').exists()).toBe(true)
})
