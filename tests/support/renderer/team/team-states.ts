/** States of a team for the screens: three desks, of which this one is the owner's. */
import type { TeamMember } from '../../../../src/shared/model/team/member.ts'
import { noTeam, type TeamFacts, type TeamState } from '../../../../src/shared/model/team/team-state.ts'

export const ownId = '0000000000000001'
export const secondId = '0000000000000002'
export const thirdId = '0000000000000003'

const member = (id: string, name: string, more: Partial<TeamMember> = {}): TeamMember => ({
  member: id,
  name,
  role: 'trader',
  holder: null,
  isRemoved: false,
  hasLeft: false,
  isSelf: false,
  lastSeenAt: null,
  seenPlace: null,
  ...more,
})

export const ownTeam: TeamFacts = {
  id: 'ab'.repeat(32),
  name: 'Pool',
  address: 'desk_1@db.example:5432/parlay',
  member: ownId,
  memberName: 'Desk 1',
  role: 'owner',
  schemaVersion: 4,
  servedVersion: 4,
  head: { place: 1204, hash: 'c0ffee'.repeat(10) + 'beef' },
  canReturnRecords: true,
}

/** An owner's desk, connected, with nothing to share. */
export const connected: TeamState = {
  ...noTeam,
  connection: { kind: 'connected' },
  team: ownTeam,
  members: [
    member(ownId, 'Desk 1', { role: 'owner', isSelf: true }),
    member(secondId, 'Desk 2', { lastSeenAt: Date.now() - 5_000, seenPlace: 1200 }),
    member(thirdId, 'Kim', { role: 'partner', holder: 'Kim' }),
    member('0000000000000004', 'Old desk', { isRemoved: true }),
  ],
}

/** The same team as a desk without rights over members sees it. */
export const asTrader: TeamState = {
  ...connected,
  team: { ...ownTeam, role: 'trader', member: secondId, memberName: 'Desk 2' },
}
