/**
 * Work that a team's members share: instructions and statements from its log, shared parlays and presence, with this
 * desk's rows and tickets.
 */
import { EventEmitter } from 'node:events'
import { randomUUID } from 'node:crypto'
import type { CurrencySums } from '../../shared/model/accounts/account.ts'
import type { Book } from '../../shared/model/game/book.ts'
import type { LegView, Parlay } from '../../shared/model/parlay/parlay.ts'
import type {
  Audience,
  Instruction,
  InstructionDraft,
  PartState,
  ReplyDraft,
  SharedParlay,
  TeamWork,
} from '../../shared/model/team/instruction.ts'
import type { OwnPresence, Presence } from '../../shared/model/team/presence.ts'
import type { TeamStatement } from '../../shared/model/team/statement.ts'
import { kindsOf, readsOwnOnly, type RecordKind } from '../../shared/model/team/roles.ts'
import { parseMoney } from '../../shared/model/ticket/money.ts'
import type { TicketFacts } from '../../shared/model/ticket/ticket.ts'
import { rowTitle } from '../../shared/model/game/leg-short.ts'
import type { Desk } from '../desk/desk.ts'
import type { TeamSecrets } from '../team/joining/team-secrets.ts'
import {
  foldInstructions,
  mayReply,
  type FoldedInstruction,
  type InstructionPayload,
  type PartReply,
  type Reply,
} from '../team/market/instructions.ts'
import { foldStatements, listNewest, makeStatements } from '../team/market/statements.ts'
import { TeamParlays, toParlayUid, type ReadParlay } from '../team/market/team-parlays.ts'
import { refuse, toRefusal } from '../team/team-refusal.ts'
import type { Team } from '../team/team.ts'

export interface TeamWorkDeps {
  readonly team: Team
  readonly secrets: TeamSecrets
  readonly log: (error: unknown) => unknown
  readonly desk: Pick<Desk, 'on' | 'parlay' | 'teamCells'>
  readonly books: () => readonly Book[]
  readonly currency: () => string
  /** The user's own accounts; none in the demo. Throws Refusal while the ledger cannot be used. */
  readonly sums: () => readonly CurrencySums[]
  /** Throws Refusal when there is none. */
  readonly facts: (ticketId: number) => TicketFacts
  readonly findTicket: (uid: string) => number | null
}

interface TeamWorkEvents {
  work: [TeamWork]
  presence: [Presence[]]
}

export class TeamWorkBoard extends EventEmitter<TeamWorkEvents> {
  readonly #deps: TeamWorkDeps
  #parlays: TeamParlays | undefined
  #lastText = ''

  constructor(deps: TeamWorkDeps) {
    super()
    this.#deps = deps
    const { team, desk } = deps
    const follow = () => {
      this.#end()
      const { session } = team
      session?.on('linked', () => void this.#update())
      session?.on('unlinked', () => this.#parlays?.disconnect())
      session?.on('notice', text => this.#parlays?.onNotice(text))
    }
    follow()
    team.on('session', follow)
    team.on('changed', () => {
      void this.#update()
      this.#push()
    })
    desk.on('changed', ({ order }) => {
      if (order === null) return
      this.#push()
      this.emit('presence', this.presence())
    })
  }

  work(): TeamWork {
    const rows = this.#rows()
    const records = this.#deps.team.copy?.workRecords() ?? []
    return {
      instructions: foldInstructions(records)
        .map(each => this.#toInstruction(each, rows))
        .toReversed(),
      parlays: (this.#parlays?.parlays ?? []).map(each => toShared(each, rows)),
      statements: this.#chooseStatements(foldStatements(records)),
    }
  }

  /** Throws Refusal. */
  async instruct({ parlayId, to, parts, note }: InstructionDraft): Promise<TeamWork> {
    const { team, desk, books, currency } = this.#deps
    const payload: InstructionPayload = {
      ...{ uid: randomUUID(), to, note, currency: currency() },
      ...describe(desk.parlay(parlayId)),
      parts: parts.map(({ bookId, stake }) => {
        const book = books().find(({ id }) => id === bookId)
        const stakeMinor = readStake(stake, currency())
        return { hostId: book?.hostId ?? bookId, bookName: book?.name ?? bookId, stakeMinor }
      }),
    }
    this.#assertMay('instruction')
    await team.enqueue('instruction', payload)
    return this.#pushed()
  }

  /** Throws Refusal, also for a part that another member has taken. */
  async reply({ uid, part, reply }: { uid: string; part: number; reply: ReplyDraft }): Promise<TeamWork> {
    const { team } = this.#deps
    const found = foldInstructions(team.copy?.workRecords() ?? []).find(each => each.uid === uid)
    const member = team.state().team?.member
    if (found === undefined || member === undefined) throw refuse('This instruction isn’t in the team’s log.')
    this.#assertMay('reply')
    if (!mayReply(found, part, { member, kind: reply.kind }))
      throw refuse('Another member has this part.', 'Look at its last reply.')
    await team.enqueue('reply', { uid, part, reply: this.#toReply(reply, found.currency) })
    return this.#pushed()
  }

  /** Throws Refusal. */
  async share({ parlayId, audience }: { parlayId: number; audience: Audience }): Promise<TeamWork> {
    const parlays = this.#parlays
    const link = parlays?.link
    if (parlays === undefined || link === undefined) throw refuse('The team’s server can’t be reached now.')
    const parlay = this.#deps.desk.parlay(parlayId)
    const content = { ...describe(parlay), note: parlay.note.note }
    await toRefusal(
      audience.kind === 'none'
        ? parlays.unshare(link.writer, content.keys)
        : parlays.share(link.writer, content, audience.kind === 'all' ? null : [...audience.members]),
    )
    return this.#pushed()
  }

  /** Sends the present statement of each holder. Throws Refusal. */
  async sendStatements(): Promise<TeamWork> {
    const { team, sums } = this.#deps
    this.#assertMay('statement')
    const members = [...(team.copy?.state.members.values() ?? [])]
    const partners = members.flatMap(({ holder, isRemoved }) => (isRemoved ? [] : (holder ?? [])))
    const statements = makeStatements(sums(), partners, Date.now())
    if (statements.length === 0)
      throw refuse('There are no accounts to send a statement of.', 'Add one first.')
    for (const statement of statements) await team.enqueue('statement', statement)
    return this.#pushed()
  }

  /** Says what this desk is at. Never rejects for a server that is away. */
  async present({ parlayId, bookId, doing }: OwnPresence): Promise<null> {
    if (!this.#may('reply')) return null
    const row = this.#deps.desk.teamCells.parlays().find(each => each.parlayId === parlayId)
    const host = this.#deps.books().find(({ id }) => id === bookId)?.hostId ?? null
    await this.#parlays?.beAt(row && { uid: toParlayUid(row.keys), host, doing })
    return null
  }

  /** Other members at parlays of this desk. */
  presence(): Presence[] {
    const { books } = this.#deps
    const rows = this.#rows()
    return (this.#parlays?.presence ?? []).flatMap(({ uid, host, member, doing, sinceAt }) => {
      const parlayId = rows.get(uid)
      const bookId = books().find(({ hostId }) => hostId === host)?.id ?? null
      return parlayId === undefined ? [] : [{ member, parlayId, bookId, doing, sinceAt }]
    })
  }

  /** Rows of this desk, by the uids of their parlays. */
  #rows(): ReadonlyMap<string, number> {
    const { teamCells } = this.#deps.desk
    return new Map(teamCells.parlays().map(({ parlayId, keys }) => [toParlayUid(keys), parlayId]))
  }

  /** A partner that had another role, or another holder, has statements of others in its copy. */
  #chooseStatements(statements: readonly TeamStatement[]): TeamStatement[] {
    const { team } = this.#deps
    const { member, role } = team.state().team ?? {}
    if (role === undefined || !readsOwnOnly(role)) return listNewest(statements)
    const own = team.copy?.state.members.get(member ?? '')?.holder
    return statements.filter(({ holder }) => holder === own)
  }

  #toInstruction(folded: FoldedInstruction, rows: ReadonlyMap<string, number>): Instruction {
    const { keys, parts, replies, ...rest } = folded
    return {
      ...rest,
      legs: [...rest.legs],
      parlayId: rows.get(toParlayUid(keys)) ?? null,
      parts: parts.map(({ hostId, bookName, stakeMinor }, at) => ({
        ...{ bookName, stakeMinor, state: this.#toState(replies[at] ?? null) },
        bookId: this.#deps.books().find(book => book.hostId === hostId)?.id ?? hostId,
      })),
    }
  }

  #toState(reply: PartReply | null): PartState {
    if (reply === null) return { kind: 'given' }
    if (reply.kind !== 'placed') return reply
    const { ticketUid, ...rest } = reply
    return { ...rest, ticketId: this.#findTicket(ticketUid) }
  }

  /** Null also while the ledger cannot be used. */
  #findTicket(uid: string): number | null {
    try {
      return this.#deps.findTicket(uid)
    } catch {
      return null
    }
  }

  #toReply(draft: ReplyDraft, currency: string): Reply {
    if (draft.kind === 'placed') {
      const { uid, price } = this.#deps.facts(draft.ticketId)
      return { kind: 'placed', ticketUid: uid, price: price.text }
    }
    if (draft.kind !== 'limited') return draft
    return { kind: 'limited', stakeMinor: readStake(draft.stake, currency), note: draft.note }
  }

  #may(kind: RecordKind): boolean {
    const role = this.#deps.team.state().team?.role
    return role !== undefined && kindsOf(role).includes(kind)
  }

  #assertMay(kind: RecordKind): void {
    if (this.#may(kind)) return
    throw refuse('This desk’s role doesn’t allow that.', 'Ask an owner of the team.')
  }

  async #update(): Promise<void> {
    const { team, secrets } = this.#deps
    const { session } = team
    // Before that the server may not have let this desk in.
    const link = session?.connection.kind === 'connected' ? session.link : undefined
    if (team.settings.shared !== 'all') this.#end()
    else if (link !== undefined && this.#parlays?.link !== link) {
      const held = await secrets.read().catch(() => undefined)
      const facts = team.state().team
      if (held === undefined || facts === null || session?.link !== link) return
      if (readsOwnOnly(facts.role)) return
      this.#parlays ??= this.#open(facts, held)
      this.#parlays.connect(link)
    }
  }

  #open(
    { id, member }: { readonly id: string; readonly member: string },
    { key }: Pick<ConstructorParameters<typeof TeamParlays>[0], 'key'>,
  ): TeamParlays {
    const { team, log } = this.#deps
    const publicKeyOf = (of: string) => team.copy?.publicKeyOf(of)
    const parlays = new TeamParlays({ team: id, member, key, publicKeyOf, onProblem: log })
    parlays.on('parlays', () => this.#push())
    parlays.on('presence', () => this.emit('presence', this.presence()))
    return parlays
  }

  #end(): void {
    this.#parlays?.disconnect()
    this.#parlays = undefined
  }

  #pushed(): TeamWork {
    this.#push()
    return this.work()
  }

  /** The team's state changes more often than its work. */
  #push(): void {
    const work = this.work()
    const text = JSON.stringify(work)
    if (text === this.#lastText) return
    this.#lastText = text
    this.emit('work', work)
  }
}

const toAudience = (members: readonly string[] | null): Audience =>
  members === null ? { kind: 'all' } : { kind: 'some', members: [...members] }

const toShared = (
  { uid, member, audience, title, legs, note, keys, at }: ReadParlay,
  rows: ReadonlyMap<string, number>,
): SharedParlay => ({
  ...{ uid, title, note, at, by: member, legs: [...legs], keys: [...keys] },
  audience: toAudience(audience),
  parlayId: rows.get(toParlayUid(keys)) ?? null,
})

const describe = ({ legs, note }: Parlay) => ({
  keys: legs.map(({ key }) => key),
  title: rowTitle({ note, legs }).slice(0, 500),
  legs: legs.map(toLegText),
})

const toLegText = ({ name, market, game }: LegView): string =>
  `${name}, ${market}, ${game.title}`.slice(0, 500)

function readStake(text: string, currency: string): number {
  const parsed = parseMoney(text, currency)
  if (parsed.ok) return parsed.minor
  throw refuse(parsed.sentence, 'Change the stake.')
}
