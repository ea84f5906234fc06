/** Texts of the team that several features show: roles, state of the connection, records that are not shared yet. */
import { isPresentMember, type TeamMember } from '../../shared/model/team/member.ts'
import type { Role } from '../../shared/model/team/roles.ts'
import type { TeamState } from '../../shared/model/team/team-state.ts'
import type { UnsharedRecord } from '../../shared/model/team/unshared-record.ts'
import { countText, pluralize } from './number-text.ts'
import { timeAndDay } from './time-text.ts'

export const roleNames: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  trader: 'Trader',
  recorder: 'Recorder',
  partner: 'Partner',
  auditor: 'Auditor',
}

export const roleHints: Readonly<Record<Role, string>> = {
  owner: 'Everything, and who is in the team',
  trader: 'Prices, bets, tickets and accounts',
  recorder: 'Records tickets, and replies to instructions',
  partner: 'Sees only their own statements',
  auditor: 'Sees everything, changes nothing',
}

/** Names of records in lists of what is not shared yet. */
export const unsharedNames: Readonly<Record<UnsharedRecord['kind'], string>> = {
  ticket: 'Ticket',
  account: 'Account',
  rule: 'Void rule',
  instruction: 'Instruction',
  reply: 'Reply to an instruction',
  statement: 'Statement',
  member: 'Desk',
  settings: 'What the team shares',
  founded: 'The team itself',
}

interface TeamText {
  /** For the status bar. */
  readonly short: string
  /** A sentence or two, with what to do. */
  readonly full: string
  readonly tone: '' | 'warn' | 'down'
}

/** `12 records not yet shared`. */
export const unsharedText = (count: number): string => `${pluralize(count, 'record')} not yet shared`

const withUnshared = ({ unshared }: TeamState, text: string): string =>
  unshared === 0 ? text : `${text} ${unsharedText(unshared)}.`

/** Describes the state of the team for a desk that is in one. `now`: epoch ms. */
export function describeTeam(state: TeamState, now: number): TeamText {
  const { connection } = state
  switch (connection.kind) {
    case 'off':
      return { short: 'No team', full: 'This desk isn’t in a team.', tone: '' }
    case 'asking':
      return {
        short: 'Waiting to be let in',
        full:
          connection.problem === null
            ? 'Waiting to be let in. An owner does that in Settings, Team.'
            : `${connection.problem.sentence} ${connection.problem.remedy}`,
        tone: connection.problem === null ? '' : 'warn',
      }
    case 'connecting':
      return { short: 'Connecting…', full: withUnshared(state, 'Connecting to the server…'), tone: '' }
    case 'catching-up': {
      const { done, total } = connection
      const text = `Catching up: ${countText(done)} of ${pluralize(total, 'record')}`
      return { short: text, full: withUnshared(state, `${text}.`), tone: '' }
    }
    case 'connected':
      return describeConnected(state)
    case 'apart':
    case 'stopped': {
      const { problem, sinceAt, kind } = connection
      const since = kind === 'apart' ? `Working alone since ${timeAndDay(sinceAt, now)}` : 'Sharing stopped'
      return {
        short: state.unshared === 0 ? since : `${since}, ${unsharedText(state.unshared)}`,
        full: withUnshared(state, `${problem.sentence} ${problem.remedy}`),
        tone: kind === 'apart' ? 'warn' : 'down',
      }
    }
  }
}

function describeConnected(state: TeamState): TeamText {
  const { unshared, warnings } = state
  const count = state.members.filter(isPresentMember).length
  const short = unshared === 0 ? `${pluralize(count, 'desk')}, shared` : unsharedText(unshared)
  if (warnings.length === 0)
    return {
      short,
      full: unshared === 0 ? 'Connected. Your records are shared.' : withUnshared(state, 'Connected.'),
      tone: '',
    }
  const problems = warnings.map(({ sentence, remedy }) => `${sentence} ${remedy}`).join(' ')
  return {
    short: `${short}, ${pluralize(warnings.length, 'warning')}`,
    full: withUnshared(state, problems),
    tone: 'warn',
  }
}

/** `seen 6:46 PM`. `isLinked`: false while this desk works alone and sees no other. */
export function lastSeenText(
  { lastSeenAt: at, hasLeft }: Pick<TeamMember, 'lastSeenAt' | 'hasLeft'>,
  now: number,
  isLinked: boolean,
): string {
  if (at === null) return 'not seen yet'
  if (hasLeft) return `left ${timeAndDay(at, now)}`
  return isLinked && now - at < 60_000 ? 'here now' : `seen ${timeAndDay(at, now)}`
}
