/**
 * The team that this desk is in: set up or joined by the user, kept in `team.db` and the keychain, and shared with as long
 * as the session lives. Without a team it holds nothing.
 */
import { EventEmitter } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import type { ServerDraft, ServerTest } from '../../shared/model/team/team-server.ts'
import { RecordKind } from '../../shared/model/team/roles.ts'
import { noTeam, type Shared, type TeamState } from '../../shared/model/team/team-state.ts'
import { Coalescer } from '../async/coalescer.ts'
import type { Database } from '../storage/database.ts'
import { openTeamFile, readAbout, writeAbout, type TeamAbout } from './copy/team-about.ts'
import { TeamCopy } from './copy/team-copy.ts'
import { askIn } from './joining/ask-in.ts'
import { readInvitation } from './joining/invitation.ts'
import { returnMissing } from './joining/return-missing.ts'
import { prepareTeam, readServer, testServer } from './joining/set-up.ts'
import { proveKey, type TeamSecrets } from './joining/team-secrets.ts'
import { createSigningKey, type SigningKey } from './log/signing.ts'
import type { ConnectionOptions } from './postgres/connection.ts'
import { teamMigrations } from './schema/migrate.ts'
import { TeamSession, sessionTimes, type SessionTimes } from './sync/team-session.ts'
import type { TeamLedger } from './sync/team-sync.ts'
import { TeamMembers } from './team-members.ts'
import { refuse, toRefusal } from './team-refusal.ts'
import { plainSettings, readSettings, type SettingsPayload } from './team-settings.ts'

export interface TeamDeps extends ConnectionOptions {
  /** `team.db` in the data folder. */
  readonly file: string
  readonly secrets: TeamSecrets
  readonly ledger: TeamLedger
  /**
   * Moves the ledger aside and begins a new one, which opens with `member`. `ledgerReplaced` is called between, with the
   * folder of the old files. Throws Refusal.
   */
  readonly replaceLedger: () => Promise<unknown>
  readonly log: (error: unknown) => unknown
  readonly now?: () => number
  readonly times?: SessionTimes
}

/** `session`: another team is set, or none: what belongs to one is opened again. */
interface TeamEvents {
  changed: [TeamState]
  session: [TeamSession | undefined]
}

interface LeavingLedger {
  /** Makes a ledger without a team, or puts the one from before back, by its folder in `kept`. */
  readonly makePlain: (keptLedger: string | null) => Promise<unknown>
  /** That failed: opens the ledger as the team's again, which the copy then completes. */
  readonly onStayed: () => void
}

/** A team that is set, with all that belongs to it. */
interface OpenTeam {
  readonly database: Database
  readonly copy: TeamCopy
  readonly session: TeamSession
  readonly members: TeamMembers
}

export class Team extends EventEmitter<TeamEvents> {
  readonly #deps: TeamDeps
  readonly #now: () => number
  readonly #push = new Coalescer(() => this.emit('changed', this.state()))
  #about: TeamAbout | undefined
  #isLeaving = false
  #open: OpenTeam | undefined

  constructor(deps: TeamDeps) {
    super()
    this.#deps = deps
    this.#now = deps.now ?? Date.now
  }

  /** Opens the team of the data folder, if there is one, and begins to share. Throws when its file is damaged. */
  open(): void {
    if (!existsSync(this.#deps.file)) return
    const database = openTeamFile(this.#deps.file)
    const about = readAbout(database)
    if (about === undefined) database.close()
    else this.#use(database, about)
  }

  close(): void {
    this.#push.cancel()
    this.#open?.session.end()
    this.#open?.database.close()
    this.#open = undefined
  }

  /** This desk in the team that shares the ledger; null without one, and until the ledger was replaced. */
  get member(): string | null {
    return this.#about?.hasLedger === true ? this.#about.member : null
  }

  /** Undefined without a team. */
  get session(): TeamSession | undefined {
    return this.#open?.session
  }

  /** This desk's copy of the team's log; undefined without a team. */
  get copy(): TeamCopy | undefined {
    return this.#open?.copy
  }

  /** Settings of the team, by an owner. */
  get settings(): SettingsPayload {
    return readSettings(this.#open?.copy)
  }

  state(): TeamState {
    const [about, open] = [this.#about, this.#open]
    if (about === undefined || open === undefined) return noTeam
    const { session, copy, members } = open
    return {
      ...noTeam,
      ...this.settings,
      connection: session.connection,
      team: {
        id: about.team,
        name: about.name,
        address: `${about.login}@${about.host}:${about.port}/${about.database}`,
        member: about.member,
        memberName: copy.state.members.get(about.member)?.name ?? about.memberName,
        role: session.role,
        schemaVersion: teamMigrations.length,
        servedVersion: session.served?.version ?? null,
        head: copy.head,
        canReturnRecords: session.role === 'owner' && !copy.state.isPartial,
      },
      members: members.list(session.heads),
      invited: members.invited(),
      unshared: session.countUnshared(),
      warnings: session.warnings,
      keptLedger: about.keptLedger,
    }
  }

  test(draft: ServerDraft): Promise<ServerTest> {
    return testServer(draft)
  }

  /** Sets up a team with this desk as its owner, which shares all or the ledger from its first record. Throws Refusal. */
  async found(
    draft: ServerDraft & { readonly name: string; readonly memberName: string; readonly shared?: Shared },
  ): Promise<TeamState> {
    this.#assertNone()
    const server = readServer(draft)
    const { name, memberName, shared = 'all' } = draft
    const at = this.#now()
    const founded = await toRefusal(prepareTeam(server, { name, memberName }, at))
    await this.#deps.secrets.write(founded.secrets)
    const { host, port, database } = server.address
    const { team, member, login } = founded
    const about: TeamAbout = {
      ...{ team, name, host, port, database, login, certificate: server.certificate, member, memberName },
      ...{ role: 'owner', isIn: false, hasLedger: false, keptLedger: null, invited: [] },
    }
    const opened = this.#create(about)
    const copy = new TeamCopy(opened, { team, member })
    copy.enqueueFounding(founded.record)
    const settings = { payload: { ...plainSettings, shared }, at }
    if (shared !== 'all') copy.enqueue({ member, key: founded.secrets.key }, 'settings', settings)
    return this.#begin(opened, about)
  }

  /** Asks to be let in, by an invitation. In a team, one of the same team gives this desk a new key. Throws Refusal. */
  async join({ invitation: text }: { readonly invitation: string }): Promise<TeamState> {
    const invitation = readInvitation(text)
    const before = this.#about
    if (before !== undefined && before.team !== invitation.team)
      throw refuse(
        `This invitation is for another team, and this desk is in ${before.name}.`,
        `Ask an owner of ${before.name} for one, or leave the team first.`,
      )
    const { team, teamName: name, member, name: memberName, role, certificate } = invitation
    const { host, port, database, login, password, proofSecret, teamSecret } = invitation
    const key = createSigningKey()
    const address = { host, port, database, login, password }
    const { publicKey } = key
    await toRefusal(
      askIn({ address, certificate }, publicKey, proveKey(proofSecret, { team, member, publicKey })),
    )
    await this.#deps.secrets.write({ password, key, teamSecret })
    const about: TeamAbout = {
      ...{ team, name, host, port, database, login, certificate, member, memberName, role, isIn: false },
      ...{ hasLedger: before?.hasLedger ?? false, keptLedger: before?.keptLedger ?? null, invited: [] },
    }
    return this.#begin(this.#takeOver(about, key) ?? this.#create(about), about)
  }

  readonly invite: TeamMembers['invite'] = draft => toRefusal(this.#members().invite(draft))

  async admit({ member }: { readonly member: string }): Promise<TeamState> {
    return this.#after(this.#members().admit(member))
  }

  async setRole(draft: Parameters<TeamMembers['setRole']>[0]): Promise<TeamState> {
    return this.#after(this.#members().setRole(draft))
  }

  async remove({ member }: { readonly member: string }): Promise<TeamState> {
    return this.#after(this.#members().remove(member))
  }

  async retry(): Promise<TeamState> {
    await this.#need().session.retry()
    return this.state()
  }

  /** Gives a server that was restored from an older backup what it lost. Throws Refusal. */
  async returnRecords(): Promise<TeamState> {
    const { copy, session } = this.#need()
    const [held, about] = [await this.#deps.secrets.read(), this.#about]
    if (held === undefined || about === undefined) throw refuse('This desk’s key isn’t in the keychain.')
    session.end()
    const address = { ...about, password: held.password }
    await toRefusal(returnMissing({ address, certificate: about.certificate }, copy)).finally(() =>
      this.#restart(),
    )
    return this.state()
  }

  async setShared(settings: SettingsPayload): Promise<TeamState> {
    if (this.#need().session.role !== 'owner') throw refuse('Only an owner changes what is shared.')
    return this.#after(this.enqueue('settings', settings))
  }

  /** Signs a record of this desk and sends it as soon as the server answers. Throws Refusal. */
  async enqueue(kind: RecordKind, payload: unknown): Promise<void> {
    const { copy, session } = this.#need()
    const [held, about] = [await this.#deps.secrets.read(), this.#about]
    if (held === undefined || about === undefined) throw refuse('This desk’s key isn’t in the keychain.')
    copy.enqueue({ member: about.member, key: held.key }, kind, { payload, at: this.#now() })
    session.kick()
  }

  /**
   * Leaves the team. `evenUnshared`: records that were not shared stay in the ledger alone. Throws Refusal; the desk then
   * stays.
   */
  async leave(
    { evenUnshared }: { readonly evenUnshared: boolean },
    ledger: LeavingLedger,
  ): Promise<TeamState> {
    const { session } = this.#need()
    const unshared = session.countUnshared()
    if (unshared > 0 && !evenUnshared)
      throw refuse(
        unshared === 1 ? '1 record isn’t shared yet.' : `${unshared} records aren’t shared yet.`,
        'Wait until they are, or leave without sharing them.',
      )
    await session.leave()
    await this.#withoutMember(ledger)
    this.close()
    this.#about = undefined
    for (const end of ['', '-wal', '-shm']) rmSync(this.#deps.file + end, { force: true })
    await this.#deps.secrets.remove()
    this.emit('session', undefined)
    this.#push.request()
    return this.state()
  }

  async #withoutMember({ makePlain, onStayed }: LeavingLedger): Promise<void> {
    const about = this.#about
    if (about?.hasLedger !== true) return
    this.#open?.session.end()
    this.#isLeaving = true
    this.#write({ hasLedger: false })
    try {
      await makePlain(about.keptLedger)
    } catch (error) {
      this.#write({ hasLedger: true })
      onStayed()
      this.#restart()
      throw error
    } finally {
      this.#isLeaving = false
    }
  }

  /** The ledger can be used, maybe with another file. */
  ledgerOpened(): void {
    this.#open?.session.ledgerOpened()
  }

  /** The ledger wrote own changes. */
  ledgerChanged(): void {
    this.#open?.session.kick()
    this.#push.request()
  }

  /** The ledger from before the team is in this folder of `kept`; the new one is about to open. */
  ledgerReplaced(keptAs: string): void {
    if (this.#about?.isIn === true && !this.#about.hasLedger && !this.#isLeaving)
      this.#write({ hasLedger: true, keptLedger: keptAs })
  }

  async #admitted(): Promise<void> {
    if (this.#about?.isIn === false) this.#write({ isIn: true })
    if (this.#about?.hasLedger === false) await this.#deps.replaceLedger()
  }

  #write(change: Partial<TeamAbout>): void {
    if (this.#about === undefined || this.#open === undefined) return
    const about = { ...this.#about, ...change }
    writeAbout(this.#open.database, about)
    this.#about = about
    this.#push.request()
  }

  #assertNone(): void {
    if (this.#about !== undefined)
      throw refuse('This desk is in a team already.', 'Leave it first, in Settings, Team.')
  }

  #create(about: TeamAbout): Database {
    const database = openTeamFile(this.#deps.file)
    writeAbout(database, about)
    return database
  }

  /**
   * The file of the team that this desk comes back to under a new key, which signs what waits there; undefined for a desk
   * that is in none.
   */
  #takeOver(about: TeamAbout, key: SigningKey): Database | undefined {
    const open = this.#open
    if (open === undefined) return undefined
    open.session.end()
    const work = open.copy.workRecords().filter(({ isShared }) => !isShared)
    open.copy.emptyOutbox()
    writeAbout(open.database, about)
    const copy = new TeamCopy(open.database, about)
    for (const { kind, payload } of work)
      copy.enqueue({ member: about.member, key }, RecordKind.parse(kind), { payload, at: this.#now() })
    return open.database
  }

  async #begin(database: Database, about: TeamAbout): Promise<TeamState> {
    this.#use(database, about)
    await this.#open?.session.retry()
    return this.state()
  }

  #restart(): void {
    const [open, about] = [this.#open, this.#about]
    if (open !== undefined && about !== undefined) this.#use(open.database, about)
  }

  #use(database: Database, about: TeamAbout): void {
    this.#about = about
    const { secrets, ledger, log, times = sessionTimes, connectWithinMs, answerWithinMs } = this.#deps
    const copy = new TeamCopy(database, about)
    const session = new TeamSession({
      ...{ secrets, ledger, log, times, copy, now: this.#now },
      ...(connectWithinMs !== undefined && { connectWithinMs }),
      ...(answerWithinMs !== undefined && { answerWithinMs }),
      about: () => this.#about ?? about,
      onAdmitted: () => this.#admitted(),
    })
    const members = new TeamMembers({
      ...{ copy, secrets, session },
      about: () => this.#about ?? about,
      write: change => this.#write(change),
      enqueue: (kind, payload) => this.enqueue(kind, payload),
    })
    this.#open = { database, copy, session, members }
    session.on('changed', () => this.#push.request())
    session.on('notice', text => {
      if (text === 'members') void members.readAsking()
    })
    session.on('linked', () => void members.readAsking())
    members.on('changed', () => this.#push.request())
    this.emit('session', session)
    session.start()
  }

  async #after(work: Promise<void>): Promise<TeamState> {
    await toRefusal(work)
    const session = this.#open?.session
    // A desk that this removed may be what stopped sharing.
    await (session?.attester === undefined ? session?.round() : session.retry())
    return this.state()
  }

  #need(): OpenTeam {
    if (this.#open !== undefined) return this.#open
    throw refuse('This desk isn’t in a team.', 'Set one up in Settings, Team.')
  }

  #members(): TeamMembers {
    return this.#need().members
  }
}
