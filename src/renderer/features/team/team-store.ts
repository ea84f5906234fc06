/** Mirror of the team that this desk is in, or of none. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { unknownSelf } from '../../../shared/model/team/member.ts'
import { mayWrite, type Role } from '../../../shared/model/team/roles.ts'
import { noTeam, type TeamState } from '../../../shared/model/team/team-state.ts'
import { bridge } from '../../bridge.ts'
import { createMirror } from '../../mirror.ts'

export const useTeamStore = defineStore('team', () => {
  const { value, failure, start, adopt } = createMirror<TeamState>(() => bridge().team)
  const state = computed<TeamState>(() => value.value ?? noTeam)
  /** Undefined on a desk without a team. */
  const team = computed(() => state.value.team ?? undefined)
  const isOn = computed(() => team.value !== undefined)
  const isOwner = computed(() => team.value !== undefined && mayWrite(team.value.role, 'member'))
  const names = computed(() => new Map(state.value.members.map(({ member, name }) => [member, name])))
  /** Name of a member; part of the id of one that this desk has not read yet. */
  const nameOf = (member: string): string =>
    names.value.get(member) ?? (member === unknownSelf ? 'This desk' : `Desk ${member.slice(0, 4)}`)

  type Calls = ReturnType<typeof bridge>['team']
  const found = async (draft: Parameters<Calls['found']>[0]) => adopt(await bridge().team.found(draft))
  const join = async (invitation: string) => adopt(await bridge().team.join({ invitation }))
  const admit = async (member: string) => adopt(await bridge().team.admit({ member }))
  const setRole = async (member: string, role: Role, holder: string | null) =>
    adopt(await bridge().team.setRole({ member, role, holder }))
  const remove = async (member: string) => adopt(await bridge().team.remove({ member }))
  const leave = async (draft: Parameters<Calls['leave']>[0]) => adopt(await bridge().team.leave(draft))
  const retry = async () => adopt(await bridge().team.retry())
  const returnRecords = async () => adopt(await bridge().team.returnRecords())
  const setShared = async (draft: Parameters<Calls['setShared']>[0]) =>
    adopt(await bridge().team.setShared(draft))
  /** `apply` writes a waiting change again on the present state; `decline` ends it without effect. */
  const decideWaiting = async (uid: string, word: 'apply' | 'decline') =>
    adopt(await bridge().team.decideWaiting({ uid, word }))

  return {
    state,
    failure,
    start,
    team,
    isOn,
    isOwner,
    nameOf,
    found,
    join,
    admit,
    setRole,
    remove,
    leave,
    retry,
    returnRecords,
    setShared,
    decideWaiting,
  }
})
