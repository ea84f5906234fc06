/** Members of a team after its records. Pure: the same records always give the same members. */
import { FoundedPayload, MemberPayload, type Body, type Member } from './record.ts'

export type Members = ReadonlyMap<string, Member>

export interface FoundedTeam {
  readonly name: string
  readonly owner: Member
}

/** Undefined when the payload founds no team. */
export function readFounding({ payload }: Body): FoundedTeam | undefined {
  const { data } = FoundedPayload.safeParse(payload)
  if (data === undefined || data.owner.role !== 'owner' || data.owner.isRemoved) return undefined
  return { name: data.team, owner: data.owner }
}

/** The members after a record of an owner; undefined when it has no effect, see `findProblem`. */
export function applyMember(members: Members, { payload }: Body): Members | undefined {
  const { data } = MemberPayload.safeParse(payload)
  if (data === undefined || findProblem(members, data) !== undefined) return undefined
  return new Map([...members, [data.member, data]])
}

/** Sentence that says why a member's record has no effect; undefined if it has one. */
export function findProblem(members: Members, now: Member): string | undefined {
  const before = members.get(now.member)
  if (before !== undefined && before.publicKey !== now.publicKey)
    return 'A desk keeps its key. Invite it as a new desk instead.'
  const isKnownKey = members
    .values()
    .some(({ member, publicKey }) => member !== now.member && publicKey === now.publicKey)
  if (isKnownKey) return 'Another desk has this key.'
  if (before?.isRemoved === true) return 'A removed desk stays removed. Invite it as a new desk instead.'
  if (before?.role === 'owner' && !isActiveOwner(now) && countOwners(members) === 1)
    return 'The team’s last owner stays.'
  return undefined
}

const isActiveOwner = ({ role, isRemoved }: Member): boolean => role === 'owner' && !isRemoved
const countOwners = (members: Members): number => [...members.values()].filter(isActiveOwner).length
