import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { useTeamStore } from '../../../../../src/renderer/features/team/team-store.ts'
import { useTeamWorkStore } from '../../../../../src/renderer/features/team/team-work-store.ts'
import { atBravo, openRecordDialog as open } from '../../../../support/renderer/ledger/record-dialog.ts'
import { connected, secondId } from '../../../../support/renderer/team/team-states.ts'
import { noon } from '../../../../support/shared/desk-rows.ts'

enableAutoUnmount(afterEach)

describe('RecordDialog in a team', () => {
  it('warns while another desk places the same parlay, and says that this one does', async () => {
    const { dialog, emit, api } = await open(atBravo)
    await Promise.all([useTeamStore().start(), useTeamWorkStore().start()])
    emit.team.changed(connected)
    const other = { member: secondId, parlayId: 1, bookId: 'bravo', sinceAt: noon }
    emit.team.presence([{ ...other, doing: 'looking' }])
    await flushPromises()
    expect(dialog.find('[role=note]').exists()).toBe(false)
    emit.team.presence([{ ...other, doing: 'placing' }])
    await flushPromises()
    expect(dialog.get('[role=note]').text()).toBe('⚠ Desk 2 is placing this at Bravo')
    expect(api.team.present).toHaveBeenLastCalledWith({ parlayId: 1, bookId: 'bravo', doing: 'placing' })
    dialog.unmount()
    await flushPromises()
    expect(api.team.present).toHaveBeenLastCalledWith({ parlayId: null, bookId: null, doing: 'looking' })
  })
})
