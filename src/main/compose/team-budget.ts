/** The calls of the user's keys, counted with the team's while it shares more than the ledger. */
import { demoProfileId } from '../../shared/model/settings/profile.ts'
import type { Account } from '../account/account.ts'
import { systemClock, type Budgets } from '../desk/budget/budgets.ts'
import { ServiceError } from '../odds-service/failures.ts'
import { TeamCalls, toWindowName } from '../team/calls/team-calls.ts'
import type { TeamSecrets } from '../team/joining/team-secrets.ts'
import { setCalls } from '../team/schema/slot-calls.ts'
import type { TeamSession } from '../team/sync/team-session.ts'
import { toRefusal } from '../team/team-refusal.ts'
import type { Team } from '../team/team.ts'

interface TeamBudgetDeps {
  readonly account: Pick<Account, 'activeId' | 'keys'>
  readonly budgets: Pick<Budgets, 'share'>
  readonly log: (error: unknown) => unknown
  readonly secrets: TeamSecrets
  readonly team: Team
}

export class TeamBudget {
  readonly #deps: TeamBudgetDeps
  #secret: Buffer | undefined
  #calls: TeamCalls | undefined

  constructor(deps: TeamBudgetDeps) {
    this.#deps = deps
    const { team } = deps
    team.on('session', session => {
      if (session !== undefined) this.#follow(session)
      this.update()
    })
    team.on('changed', () => this.update())
  }

  /** Begins or ends sharing, as the team's settings say. Until the team's secret was read, no call is sent. */
  update(): void {
    const { team, budgets } = this.#deps
    const isShared = team.session !== undefined && team.settings.shared === 'all'
    if (isShared === (this.#calls !== undefined)) return
    const calls = isShared ? this.#open() : undefined
    this.#calls?.disconnect()
    this.#calls = calls
    budgets.share(profileId =>
      calls === undefined || profileId === demoProfileId
        ? undefined
        : (own, onFree) => calls.open(profileId, own, onFree),
    )
    const link = team.session?.link
    if (link !== undefined) calls?.connect(link.writer)
  }

  /** Name of the calls of the key in use; undefined without one, and for the demo. */
  windowName(): string | undefined {
    const { activeId } = this.#deps.account
    const key = activeId === demoProfileId ? undefined : this.#keyOf(activeId)
    return key === undefined || this.#secret === undefined ? undefined : toWindowName(this.#secret, key)
  }

  /** Sets the limit of the key in use for all desks, as an owner. */
  async setLimit(perMinute: number): Promise<void> {
    const { account, team } = this.#deps
    const [link, key] = [team.session?.link, this.#keyOf(account.activeId)]
    if (link === undefined || key === undefined || this.#secret === undefined) return
    await toRefusal(setCalls(link.writer.query, toWindowName(this.#secret, key), perMinute))
  }

  /** Sends no more calls, and gives this desk's share back to the others. Never rejects. */
  async signOff(): Promise<void> {
    await this.#calls?.signOff()
  }

  #open(): TeamCalls {
    const { log } = this.#deps
    return new TeamCalls({
      secret: () => this.#secret,
      keyOf: profileId => this.#keyOf(profileId),
      clock: systemClock,
      onProblem: log,
    })
  }

  #keyOf(profileId: string): string | undefined {
    try {
      return this.#deps.account.keys.current(profileId)
    } catch (error) {
      if (error instanceof ServiceError) return undefined
      throw error
    }
  }

  #follow(session: TeamSession): void {
    session.on('linked', link => {
      void this.#readSecret().then(() => this.#calls?.connect(link.writer))
    })
    session.on('unlinked', () => this.#calls?.disconnect())
    session.on('notice', text => {
      if (text === 'calls') this.#calls?.refresh()
    })
    void this.#readSecret()
  }

  async #readSecret(): Promise<void> {
    const held = await this.#deps.secrets.read().catch(() => undefined)
    if (held !== undefined) this.#secret = Buffer.from(held.teamSecret, 'base64url')
  }
}
