import type { Handlers } from '../../../shared/contract.ts'
import { Refusal } from '../../../shared/failure.ts'
import type { TeamWork } from '../../../shared/model/team/instruction.ts'
import type { TeamState } from '../../../shared/model/team/team-state.ts'

/** The calls of a team that is open, or of one that is about to be set up. */
export type TeamCalls = Omit<Handlers['team'], 'snapshot' | 'work'>

/** The team, whose modules are loaded at its first use. */
export interface OfferedTeam {
  state(): TeamState
  work(): TeamWork
  /** True when a team is set. */
  readonly isSet: boolean
  /** Loads the team's modules. */
  open(): Promise<TeamCalls>
}

/** The team that this desk is in, or none. */
export function createTeamHandlers(entrance: OfferedTeam): Handlers['team'] {
  const begin =
    <Q, A>(choose: (calls: TeamCalls) => (request: Q) => A | Promise<A>) =>
    async (request: Q): Promise<A> =>
      choose(await entrance.open())(request)
  const ask =
    <Q, A>(choose: (calls: TeamCalls) => (request: Q) => A | Promise<A>) =>
    (request: Q): Promise<A> =>
      entrance.isSet ? begin(choose)(request) : Promise.reject(notInTeam())
  return {
    snapshot: () => entrance.state(),
    work: () => entrance.work(),
    test: begin(calls => calls.test),
    found: begin(calls => calls.found),
    invite: ask(calls => calls.invite),
    join: begin(calls => calls.join),
    admit: ask(calls => calls.admit),
    setRole: ask(calls => calls.setRole),
    remove: ask(calls => calls.remove),
    leave: ask(calls => calls.leave),
    unshared: ask(calls => calls.unshared),
    retry: ask(calls => calls.retry),
    returnRecords: ask(calls => calls.returnRecords),
    setShared: ask(calls => calls.setShared),
    decideWaiting: ask(calls => calls.decideWaiting),
    present: ask(calls => calls.present),
    instruct: ask(calls => calls.instruct),
    reply: ask(calls => calls.reply),
    share: ask(calls => calls.share),
    sendStatements: ask(calls => calls.sendStatements),
  }
}

const notInTeam = () =>
  new Refusal({
    kind: 'team',
    sentence: 'This desk isn’t in a team.',
    remedy: 'Set one up in Settings, Team.',
  })
