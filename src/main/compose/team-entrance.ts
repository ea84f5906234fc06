/** The team's entrance: none of its modules is loaded before a team is set, or is about to be. */
import { Refusal } from '../../shared/failure.ts'
import { noTeamWork } from '../../shared/model/team/instruction.ts'
import { noTeam } from '../../shared/model/team/team-state.ts'
import type { TeamEntrance } from '../bridge/handlers/team.ts'

export function createTeamEntrance(): TeamEntrance {
  return {
    state: () => noTeam,
    work: () => noTeamWork,
    open: () => Promise.reject(notInTeam()),
  }
}

const notInTeam = () =>
  new Refusal({
    kind: 'team',
    sentence: 'This desk isn’t in a team.',
    remedy: 'Set one up in Settings, Team.',
  })
