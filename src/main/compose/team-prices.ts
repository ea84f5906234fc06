/** The prices of the grid, shared with the team while it shares more than the ledger. */
import type { Desk } from '../desk/desk.ts'
import { kindsOf, readsOwnOnly } from '../../shared/model/team/roles.ts'
import { TeamQuotes } from '../team/market/team-quotes.ts'
import type { TeamSecrets } from '../team/joining/team-secrets.ts'
import type { TeamLink } from '../team/sync/team-link.ts'
import type { TeamSession } from '../team/sync/team-session.ts'
import type { Team } from '../team/team.ts'
import type { TeamBudget } from './team-budget.ts'

interface TeamPricesDeps {
  readonly budget: Pick<TeamBudget, 'windowName'>
  readonly desk: Pick<Desk, 'on' | 'record' | 'teamCells'>
  readonly log: (error: unknown) => unknown
  readonly secrets: TeamSecrets
  readonly team: Team
}

export class TeamPrices {
  readonly #deps: TeamPricesDeps
  #quotes: TeamQuotes | undefined

  constructor(deps: TeamPricesDeps) {
    this.#deps = deps
    const { desk, team } = deps
    if (team.session !== undefined) this.#follow(team.session)
    team.on('session', session => {
      this.#end()
      if (session !== undefined) this.#follow(session)
    })
    team.on('changed', () => void this.#update())
    desk.on('changed', ({ order }) => {
      if (order !== null) this.#quotes?.cellsChanged()
    })
  }

  #follow(session: TeamSession): void {
    session.on('linked', () => void this.#update())
    session.on('unlinked', () => this.#quotes?.disconnect())
    session.on('notice', text => this.#quotes?.onNotice(text))
  }

  /** Begins or ends sharing, as settings, role and connection say. */
  async #update(): Promise<void> {
    const { team, secrets } = this.#deps
    const { session } = team
    // Before that the server may not have let this desk in.
    const link = session?.connection.kind === 'connected' ? session.link : undefined
    if (team.settings.shared !== 'all') this.#end()
    else if (link !== undefined && this.#quotes?.link !== link) {
      const held = await secrets.read().catch(() => undefined)
      if (held !== undefined && session?.link === link) this.#connect(link, held)
    }
  }

  #connect(
    link: TeamLink,
    { key }: { readonly key: ConstructorParameters<typeof TeamQuotes>[0]['key'] },
  ): void {
    const { team, desk, budget, log } = this.#deps
    const facts = team.state().team
    if (facts === null || readsOwnOnly(facts.role)) return
    this.#quotes ??= new TeamQuotes({
      ...{ team: facts.id, member: facts.member, key },
      publicKeyOf: member => team.copy?.publicKeyOf(member),
      window: () => budget.windowName(),
      cells: () => desk.teamCells.all(),
      onQuote: (cell, quote) => desk.record(cell, quote),
      onProblem: log,
    })
    this.#quotes.connect(link)
    // Other roles read prices, and may not ask.
    desk.teamCells.market = kindsOf(facts.role).includes('instruction') ? this.#quotes : undefined
  }

  #end(): void {
    this.#deps.desk.teamCells.market = undefined
    this.#quotes?.disconnect()
    this.#quotes = undefined
  }
}
