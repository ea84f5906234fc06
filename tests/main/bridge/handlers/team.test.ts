import { describe, expect, it, vi } from 'vitest'
import { createTeamHandlers, type OfferedTeam } from '../../../../src/main/bridge/handlers/team.ts'
import { noTeamWork } from '../../../../src/shared/model/team/instruction.ts'
import { noTeam } from '../../../../src/shared/model/team/team-state.ts'

function offerTeam(isSet: boolean) {
  const open = vi.fn<OfferedTeam['open']>(() => Promise.reject(new Error('loaded')))
  const handlers = createTeamHandlers({ isSet, open, state: () => noTeam, work: () => noTeamWork })
  return { open, handlers }
}

describe('the calls of a team', () => {
  it('load none of its modules without a team, except those that begin one', async () => {
    const { open, handlers } = offerTeam(false)
    const refused = { failure: { kind: 'team', sentence: 'This desk isn’t in a team.' } }
    await expect(handlers.retry(null)).rejects.toMatchObject(refused)
    await expect(handlers.present({ parlayId: 1, bookId: null, doing: 'looking' })).rejects.toMatchObject(
      refused,
    )
    expect([handlers.snapshot(null), handlers.work(null)]).toEqual([noTeam, noTeamWork])
    expect(open).not.toHaveBeenCalled()
    await expect(handlers.join({ invitation: '' })).rejects.toThrow('loaded')
  })

  it('load them in a team', async () => {
    const { handlers } = offerTeam(true)
    await expect(handlers.retry(null)).rejects.toThrow('loaded')
  })
})
