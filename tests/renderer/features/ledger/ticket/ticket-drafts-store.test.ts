import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { useTicketDraftsStore } from '../../../../../src/renderer/features/ledger/ticket/ticket-drafts-store.ts'
import { ok, stubDesk, type StubDesk } from '../../../../support/bridge/stub-desk.ts'

let desk: StubDesk
beforeEach(() => {
  desk = stubDesk()
  setActivePinia(createPinia())
})

it('the form of a new ticket is stored at each change, until it is recorded or cancelled', () => {
  const { recordings } = useTicketDraftsStore()
  recordings.set('1 at bravo', { stake: '12' })
  recordings.delete('1 at bravo')
  recordings.delete('1 at bravo')
  expect(desk.api.drafts.saveTicket.mock.calls).toEqual([
    [{ id: '1 at bravo', form: { stake: '12' } }],
    [{ id: '1 at bravo', form: null }],
  ])
})

it('forms stored before are there again, but for one typed since', async () => {
  const { recordings } = useTicketDraftsStore()
  desk.api.drafts.tickets.mockResolvedValueOnce(
    ok([
      { id: '1 at bravo', form: { stake: '12' } },
      { id: 'by hand', form: { price: '+500' } },
    ]),
  )
  recordings.set('1 at bravo', { stake: '13' })
  await recordings.load()
  expect([...recordings]).toEqual([
    ['1 at bravo', { stake: '13' }],
    ['by hand', { price: '+500' }],
  ])
  expect(desk.api.drafts.saveTicket).toHaveBeenCalledOnce()
})
