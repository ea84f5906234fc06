/** Members of the team: invited, let in, given roles and removed by signed records of an owner. */
import { EventEmitter } from 'node:events'
import type { RecordKind } from '../../shared/model/team/roles.ts'
import type { InvitedDesk, RoleDraft, TeamMember } from '../../shared/model/team/member.ts'
import type { TeamAbout } from './copy/team-about.ts'
import type { TeamCopy } from './copy/team-copy.ts'
import { writeInvitation } from './joining/invitation.ts'
import { createMemberId } from './joining/set-up.ts'
import { createSecret, proveKey, type TeamSecrets } from './joining/team-secrets.ts'
import { isLeaving, type AttestedHead } from './log/heads.ts'
import { findProblem } from './log/membership.ts'
import type { Member } from './log/record.ts'
import { createSigningKey } from './log/signing.ts'
import { createLogin } from './schema/login.ts'
import { inviteMember, readRequests } from './schema/member-calls.ts'
import type { TeamLink } from './sync/team-link.ts'
import type { TeamSession } from './sync/team-session.ts'
import { refuse } from './team-refusal.ts'

interface TeamMembersDeps {
  readonly copy: TeamCopy
  readonly secrets: TeamSecrets
  readonly session: Pick<TeamSession, 'link' | 'role' | 'connection' | 'attester'>
  readonly about: () => TeamAbout
  readonly write: (change: Pick<TeamAbout, 'invited'>) => void
  /** Signs a record and sends it. */
  readonly enqueue: (kind: RecordKind, payload: unknown) => Promise<void>
}

export class TeamMembers extends EventEmitter<{ changed: [] }> {
  readonly #deps: TeamMembersDeps
  /** Desks that used their invitation and wait. */
  #asking: ReadonlySet<string> = new Set()

  /** Members that left by their last heads: signatures are verified once. */
  #leaving: { readonly heads: readonly AttestedHead[]; readonly members: ReadonlySet<string> } = {
    heads: [],
    members: new Set(),
  }

  constructor(deps: TeamMembersDeps) {
    super()
    this.#deps = deps
  }

  /** All members of the log, with what the server says about each. */
  list(heads: readonly (AttestedHead & { readonly seenAt: number })[]): TeamMember[] {
    const { copy, about } = this.#deps
    const byMember = new Map(heads.map(head => [head.member, head]))
    if (this.#leaving.heads !== heads) this.#leaving = { heads, members: this.#findLeaving(heads) }
    return [...copy.state.members.values()].map(({ publicKey: _, ...member }) => ({
      ...member,
      hasLeft: this.#leaving.members.has(member.member),
      isSelf: member.member === about().member,
      lastSeenAt: byMember.get(member.member)?.seenAt ?? null,
      seenPlace: byMember.get(member.member)?.place ?? null,
    }))
  }

  #findLeaving(heads: readonly AttestedHead[]): Set<string> {
    const { team, state } = this.#deps.copy
    const left = heads.filter(head => {
      const key = state.members.get(head.member)?.publicKey
      return key !== undefined && isLeaving(team, key, head)
    })
    return new Set(left.map(({ member }) => member))
  }

  invited(): InvitedDesk[] {
    const { copy, about } = this.#deps
    return about()
      .invited.filter(({ member }) => !copy.state.members.has(member))
      .map(each => ({ ...each, isAsking: this.#asking.has(each.member) }))
  }

  /** Makes a login and an invitation to it. Throws Refusal, and as a query. */
  readonly invite = async (draft: RoleDraft & { readonly name: string }): Promise<{ invitation: string }> => {
    const link = this.#needOwner()
    const { secrets, about, write } = this.#deps
    const held = await secrets.read()
    if (held === undefined) throw refuse('This desk’s key isn’t in the keychain.')
    const { team, name: teamName, login: own, ...facts } = about()
    const { host, port, database, certificate } = facts
    const { name, role } = draft
    const holder = role === 'partner' ? (draft.holder ?? name) : null
    const member = createMemberId()
    const login = createLogin(own.slice(0, own.lastIndexOf('_')))
    const proofSecret = createSecret()
    await secrets.writeInvitation(member, proofSecret)
    await inviteMember(link.writer.query, { member, role, login })
    write({ invited: [...about().invited, { member, name, role, holder }] })
    const invitation = writeInvitation({
      ...{ version: 1, host, port, database, certificate, login: login.login, password: login.password },
      ...{ team, teamName, member, name, role, holder, proofSecret, teamSecret: held.teamSecret },
    })
    return { invitation }
  }

  /** Lets a desk in that asks with the key of the invited one. Throws Refusal. */
  async admit(member: string): Promise<void> {
    const link = this.#needOwner()
    const { secrets, about } = this.#deps
    const invited = about().invited.find(each => each.member === member)
    const request = (await readRequests(link.reader.query)).find(each => each.member === member)
    const secret = await secrets.readInvitation(member)
    if (invited === undefined || secret === undefined)
      throw refuse(
        'This desk didn’t make that invitation.',
        'Let the desk in where you made it, or invite it again.',
      )
    if (request?.state !== 'requested' || request.public_key === null)
      throw refuse(`${invited.name} hasn’t used its invitation yet.`, 'Send it again.')
    const publicKey = request.public_key
    if (proveKey(secret, { team: about().team, member, publicKey }) !== request.proof)
      throw refuse(
        `The key that asks isn’t ${invited.name}’s: someone at the server changed it.`,
        'Nobody was let in. Cancel the invitation and make another.',
      )
    await this.#set({ ...invited, publicKey, isRemoved: false })
    await this.#forget(member)
  }

  async setRole({ member, role, holder }: RoleDraft & { readonly member: string }): Promise<void> {
    this.#needOwner()
    const before = this.#find(member)
    await this.#set({ ...before, role, holder: role === 'partner' ? (holder ?? before.name) : null })
  }

  /**
   * Removes a member for good, or takes an invitation back. Also while sharing is stopped by what that member says: its
   * removal is then sent first. Throws Refusal.
   */
  async remove(member: string): Promise<void> {
    this.#assertOwner()
    if (this.#deps.session.attester?.member !== member) this.#needOwner()
    const invited = this.#deps.about().invited.find(each => each.member === member)
    const known = this.#deps.copy.state.members.get(member)
    // An invited desk has no key in the log: one that no desk has keeps its place.
    if (known === undefined && invited !== undefined)
      await this.#set({ ...invited, publicKey: createSigningKey().publicKey, isRemoved: true })
    else await this.#set({ ...this.#find(member), isRemoved: true })
    await this.#forget(member)
  }

  /** Reads which invited desks ask to be let in. Never rejects. */
  async readAsking(): Promise<void> {
    const { session, about } = this.#deps
    const { link } = session
    if (link === undefined || session.role !== 'owner' || about().invited.length === 0) return
    try {
      const requests = await readRequests(link.reader.query)
      this.#asking = new Set(requests.flatMap(({ state, member }) => (state === 'requested' ? member : [])))
      this.emit('changed')
    } catch {
      // The session notices a connection that ended; the next notice reads again.
    }
  }

  async #set(member: Member): Promise<void> {
    const { copy, enqueue } = this.#deps
    const problem = findProblem(copy.state.members, member)
    if (problem !== undefined) throw refuse(problem, 'Nothing was changed.')
    const { name, role, publicKey, holder, isRemoved } = member
    await enqueue('member', { member: member.member, name, role, publicKey, holder, isRemoved })
  }

  async #forget(member: string): Promise<void> {
    const { secrets, about, write } = this.#deps
    write({ invited: about().invited.filter(each => each.member !== member) })
    await secrets.removeInvitation(member)
  }

  #find(member: string): Member {
    const found = this.#deps.copy.state.members.get(member)
    if (found === undefined)
      throw refuse('The team has no such desk.', 'The list may have changed; choose again.')
    return found
  }

  #assertOwner(): void {
    if (this.#deps.session.role !== 'owner') throw refuse('Only an owner changes the team.', 'Ask an owner.')
  }

  #needOwner(): TeamLink {
    this.#assertOwner()
    const { link, connection } = this.#deps.session
    if (link !== undefined) return link
    if (connection.kind === 'stopped')
      throw refuse('Sharing is stopped, so nothing was changed.', 'Settings, Team says why, and what to do.')
    throw refuse('This desk isn’t connected to the team’s server, so nothing was changed.')
  }
}
