import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { StoredDrafts } from '../../../src/main/account/stored-drafts.ts'
import { emptySlip } from '../../../src/shared/model/drafts.ts'
import { emptySettings } from '../../support/account/account-fixture.ts'
import { slip } from '../../support/account/settings-content.ts'

describe('StoredDrafts', () => {
  it('returns a draft immediately after it was saved, and writes it within half a second', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const file = emptySettings()
    const drafts = new StoredDrafts(file)
    drafts.saveSlip('demo', slip)
    drafts.saveTicket('main', '1 at bravo', { stake: '1' })
    vi.advanceTimersByTime(300)
    drafts.saveTicket('main', '1 at bravo', { stake: '12' })
    expect([drafts.slip('demo'), drafts.tickets('main')]).toEqual([
      slip,
      [{ id: '1 at bravo', form: { stake: '12' } }],
    ])
    expect(file.read().slips).toEqual({})
    vi.advanceTimersByTime(200)
    const later = new StoredDrafts(file)
    expect(later.slip('demo')).toEqual(slip)
    expect(later.tickets('main')).toEqual([{ id: '1 at bravo', form: { stake: '12' } }])
  })

  it('writes the last changes when it is closed', () => {
    const file = emptySettings()
    const drafts = new StoredDrafts(file)
    drafts.saveSlip('demo', slip)
    drafts.close()
    expect(file.read().slips).toEqual({ demo: slip })
  })

  it('writes the removal of a form immediately, as its ticket was recorded', () => {
    const file = emptySettings()
    const drafts = new StoredDrafts(file)
    drafts.saveTicket('main', '1 at bravo', { stake: '40' })
    drafts.close()
    drafts.saveTicket('main', '1 at bravo', null)
    expect(new StoredDrafts(file).tickets('main')).toEqual([])
  })

  it('keeps the slips of profiles and the forms of windows apart', () => {
    const drafts = new StoredDrafts(emptySettings())
    drafts.saveSlip('p-1', slip)
    drafts.saveTicket('main', 'by hand', { stake: '1' })
    drafts.saveTicket('ledger', 'by hand', { stake: '2' })
    expect(drafts.slip('demo')).toEqual(emptySlip)
    drafts.saveSlip('demo', emptySlip)
    expect(drafts.slip('p-1')).toEqual(slip)
    drafts.saveTicket('main', 'by hand', null)
    expect(drafts.tickets('main')).toEqual([])
    expect(drafts.tickets('ledger')).toEqual([{ id: 'by hand', form: { stake: '2' } }])
  })

  it('keeps the hundred forms that were changed last', () => {
    const drafts = new StoredDrafts(emptySettings())
    for (let parlay = 0; parlay < 101; parlay++)
      drafts.saveTicket('main', `${parlay} at bravo`, { stake: '1' })
    drafts.saveTicket('main', '1 at bravo', { stake: '2' })
    const ids = drafts.tickets('main').map(({ id }) => id)
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([100, '2 at bravo', '1 at bravo'])
  })
})
