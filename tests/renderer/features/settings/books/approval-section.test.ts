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
  const section = () =>
    pane.findAll('section').find(each => each.find('h3').text() === 'Sites you trust for bet slips')
  const rows = () =>
    section()
      ?.findAll('li')
      .map(row => row.findAll('bdi').map(cell => cell.text()))
  return { ...desk, pane, section, rows }
}

test('ApprovalSection lists each approved host with its book, by name where it has one', async () => {
  const { rows } = await open()
  expect(rows()).toEqual([
    ['bets.example', 'Bravo'],
    ['m.bets.example', 'Bravo'],
    ['slip.example', 'gone_book'],
  ])
})

test('ApprovalSection says how hosts come here while there are none', async () => {
  const { section } = await open([])
  expect(section()?.text()).toContain('None yet.')
  expect(section()?.find('li').exists()).toBe(false)
})

test('ApprovalSection removes by a button of its own name, says so, and keeps the focus in the list', async () => {
  const { pane, api, section, rows } = await open()
  button(pane, 'Remove m.bets.example for Bravo').element.focus()
  await click(pane, 'Remove m.bets.example for Bravo')
  expect(api.links.revoke).toHaveBeenCalledWith({ bookId: 'bravo', host: 'm.bets.example' })
  expect(rows()?.map(([host]) => host)).toEqual(['bets.example', 'slip.example'])
  expect(section()?.get('[role=status]').text()).toBe('Removed m.bets.example for Bravo.')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove slip.example for gone_book')
  await click(pane, 'Remove slip.example for gone_book')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove bets.example for Bravo')
  await click(pane, 'Remove bets.example for Bravo')
  expect(document.activeElement?.textContent).toBe('Removed bets.example for Bravo.')
  expect(rows()).toEqual([])
})

test('ApprovalSection keeps a host and says why when it could not be removed', async () => {
  const { pane, api, section, rows } = await open()
  api.links.revoke.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'ab12' }))
  await click(pane, 'Remove bets.example for Bravo')
  await flushPromises()
  expect(rows()).toHaveLength(3)
  expect(section()?.find('[role=alert]').exists()).toBe(true)
})
