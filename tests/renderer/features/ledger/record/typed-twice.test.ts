/** The warning before a ticket typed by hand is recorded twice. */
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import { openRecordDialog } from '../../../../support/renderer/ledger/record-dialog.ts'
import { detailOf, legOf, lineOf } from '../../../../support/renderer/ledger/ticket-lines.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const name = 'Ada North Over 27.5'

/** Types the legs and the book of a ticket while one with these legs is open at Bravo. */
async function typeTicket(recorded: readonly string[], typed: readonly string[], book = 'bravo') {
  const opened = await openRecordDialog({ kind: 'hand' })
  const { api, dialog, type } = opened
  const legs = { won: 0, lost: 0, refunded: 0, pending: recorded.length, unknown: 0 }
  const line = lineOf(1, { placedAt: Date.now() - 5_500, legs })
  api.ledger.page.mockImplementation(({ filter }) =>
    Promise.resolve(ok({ lines: filter.bookId === 'bravo' ? [line] : [], next: null })),
  )
  const details = recorded.map((each, place) => legOf({ place, name: each }))
  api.ledger.ticket.mockResolvedValue(ok(detailOf(line, { legs: details })))
  for (const [at, leg] of typed.entries()) await type(`Leg ${at + 1}`, leg)
  await type('Book', book)
  const notes = () => dialog.findAll('[role=note]').map(note => note.text())
  return { ...opened, notes }
}

it('warns of an open ticket with the same legs at the same book, and still records', async () => {
  const { api, notes, type, submit, sent } = await typeTicket(
    [name, 'Bea South Over 9.5'],
    [' bea  south over 9.5', name.toUpperCase()],
  )
  await expect.poll(notes).toEqual([expect.stringMatching(/^⚠ You bet this at Bravo, \$40, [56]s ago$/)])
  expect(api.ledger.page.mock.lastCall?.[0].filter).toMatchObject({ bookId: 'bravo', result: 'pending' })
  await type('Price', '+200')
  await type('Stake', '10')
  await submit()
  expect(sent()).toMatchObject({ stake: '10' })
})

it.each([
  ['another leg', [name], ['Bea South Over 9.5'], 'bravo'],
  ['one leg more', [name], [name, 'Bea South Over 9.5'], 'bravo'],
  ['another book', [name], [name], 'delta'],
])('does not warn of %s', async (_case, recorded, typed, book) => {
  const { api, notes } = await typeTicket(recorded, typed, book)
  const isRead = () => api.ledger.page.mock.calls.some(([{ filter }]) => filter.bookId === book)
  await expect.poll(isRead).toBe(true)
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(notes()).toEqual([])
})

it('asks before the same ticket is recorded again, even if Enter comes right after the typing', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const { dialog, type, submit, sent } = await typeTicket([name], [name])
  await type('Price', '+200')
  await type('Stake', '40')
  await submit()
  expect(sent()).toBeUndefined()
  const question = dialog.get('[role=alert][tabindex]')
  expect(question.text()).toMatch(
    /These legs are on an open ticket at Bravo: \$40\.00, .*\. Record anyway\?$/,
  )
  expect(document.activeElement).toBe(question.element)
  await type('Stake', '41')
  expect(dialog.find('[role=alert][tabindex]').exists()).toBe(false)
  await type('Stake', '40')
  clock.mockReturnValue(2_000)
  const asked = dialog.get('[role=alert][tabindex]')
  await asked.trigger('keydown', { key: 'Enter', repeat: true })
  await flushPromises()
  expect(sent()).toBeUndefined()
  await asked.trigger('keydown', { key: 'Enter' })
  await flushPromises()
  expect(sent()).toMatchObject({ stake: '40' })
})
