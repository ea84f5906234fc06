/**
 * The team's entrance: none of its modules is loaded before a team is set, which is when the data folder has its file, or
 * before the user sets one.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { TeamWork } from '../../shared/model/team/instruction.ts'
import { noTeamWork } from '../../shared/model/team/instruction.ts'
import { noTeam, type TeamState } from '../../shared/model/team/team-state.ts'
import type { OfferedTeam, TeamCalls } from '../bridge/handlers/team.ts'

/** The team once its modules are loaded. */
export interface OpenedTeam {
  readonly calls: TeamCalls
  state(): TeamState
  work(): TeamWork
  /** This desk in the team that shares the ledger; null without one. */
  readonly member: string | null
  /** Removes the team's secrets from a text. */
  redact(text: string): string
  /** Files are closed when this returns; resolves once this desk's share of calls is given back. */
  close(): Promise<void>
}

export interface TeamEntrance extends OfferedTeam, Pick<OpenedTeam, 'member' | 'redact' | 'close'> {
  /** Opens the team of the data folder, if there is one. Called before the ledger opens. */
  start(): Promise<void>
}

export function createTeamEntrance(folder: string, load: () => Promise<OpenedTeam>): TeamEntrance {
  let opened: OpenedTeam | undefined
  let isClosed = false
  let loading: Promise<OpenedTeam> | undefined
  const open = async () => {
    loading ??= load()
    opened = await loading
    if (isClosed) await opened.close()
    return opened
  }
  const isSet = () => existsSync(join(folder, 'team.db'))
  return {
    get isSet() {
      return isSet()
    },
    state: () => opened?.state() ?? noTeam,
    work: () => opened?.work() ?? noTeamWork,
    get member() {
      return opened?.member ?? null
    },
    redact: text => opened?.redact(text) ?? text,
    open: async () => (await open()).calls,
    async start() {
      if (isSet()) await open()
    },
    async close() {
      isClosed = true
      await opened?.close()
    },
  }
}
