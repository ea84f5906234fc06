/** Roles of a team's members, and what each may write in the team's log. The server's grants are made from the same table. */
import { z } from 'zod'

export const roles = ['owner', 'trader', 'recorder', 'partner', 'auditor'] as const
export const Role = z.enum(roles)
export type Role = (typeof roles)[number]

/** Kinds of records in the team's log. `change`: records of a ledger; `reply`: to an instruction. */
export const recordKinds = [
  'founded',
  'member',
  'settings',
  'change',
  'instruction',
  'reply',
  'statement',
] as const
export const RecordKind = z.enum(recordKinds)
export type RecordKind = (typeof recordKinds)[number]

const kindsByRole: Readonly<Record<Role, readonly RecordKind[]>> = {
  owner: recordKinds,
  trader: ['change', 'instruction', 'reply', 'statement'],
  recorder: ['change', 'reply'],
  partner: [],
  auditor: [],
}

/** Kinds of records that a role may write. */
export const kindsOf = (role: Role): readonly RecordKind[] => kindsByRole[role]

export const mayWrite = (role: Role, kind: RecordKind): boolean => kindsByRole[role].includes(kind)

/** True for a role that places bets: an instruction may name it. A recorder replies for a desk that has placed one. */
export const mayPlace = (role: Role): boolean => role === 'owner' || role === 'trader'

/** True for a role that reads only its own statements, and the rest of the log as digests. */
export const readsOwnOnly = (role: Role): boolean => role === 'partner'
