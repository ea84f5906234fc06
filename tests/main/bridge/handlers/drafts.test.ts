import { describe, expect, it } from 'vitest'
import { StoredDrafts } from '../../../../src/main/account/stored-drafts.ts'
import { createDraftsHandlers } from '../../../../src/main/bridge/handlers/drafts.ts'
import { emptySlip } from '../../../../src/shared/model/drafts.ts'
import { emptySettings } from '../../../support/account/account-fixture.ts'

describe('draft calls', () => {
  const start = () => createDraftsHandlers(new StoredDrafts(emptySettings()))
  const slip = { ...emptySlip, note: { name: 'Opener', tags: '', note: '' } }

  it('keep the slip of each profile', async () => {
    const calls = start()
    expect(await calls.saveSlip({ profileId: 'mine', slip })).toBeNull()
    expect(await calls.slip({ profileId: 'mine' })).toEqual(slip)
    expect(await calls.slip({ profileId: 'other' })).toEqual(emptySlip)
  })

  it('keep the ticket forms of each window, until they are removed', async () => {
    const calls = start()
    const form = { stake: '25' }
    expect(await calls.saveTicket({ id: 'new', form }, 'ledger')).toBeNull()
    expect(await calls.tickets(null, 'ledger')).toEqual([{ id: 'new', form }])
    expect(await calls.tickets(null, 'main')).toEqual([])
    await calls.saveTicket({ id: 'new', form: null }, 'ledger')
    expect(await calls.tickets(null, 'ledger')).toEqual([])
  })
})
