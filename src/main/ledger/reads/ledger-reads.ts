/** All questions to an open ledger: about the demo's tickets or the user's own, never both. */
import { z } from 'zod'
import { Refusal } from '../../../shared/failure.ts'
import {
  allTickets,
  type FilterChoices,
  type LedgerFilter,
} from '../../../shared/model/ticket/ledger-filter.ts'
import type {
  BankrollCurve,
  ClvDistribution,
  Exposure,
  LedgerTotals,
  ProfitReport,
  ReportKind,
  SettledSum,
} from '../../../shared/model/ticket/ledger-report.ts'
import type { TicketDetail } from '../../../shared/model/ticket/ticket-detail.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import type { Database } from '../../storage/database.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { FacetIds } from '../projection/facets.ts'
import { toTicketState } from '../state/ticket-state.ts'
import type { RefundPolicies } from '../tickets/refund-policies.ts'
import { ClvReport } from './clv.ts'
import { ExposureBoard } from './exposure.ts'
import { Matcher } from './matching.ts'
import { Sums } from './sums.ts'
import { TicketDetails } from './ticket-detail.ts'
import { TicketList, type PageRequest } from './ticket-list.ts'

export interface ReadsDeps {
  readonly database: Database
  readonly log: LedgerLog
  readonly facets: FacetIds
  readonly policies: RefundPolicies
  readonly isDemo: () => boolean
}

/** Tickets that are summed one by one in a few milliseconds. */
const maxQuickTickets = 2_000

export class LedgerReads {
  readonly #deps: ReadsDeps
  readonly #list: TicketList
  readonly #sums: Sums
  readonly #clv: ClvReport
  readonly #exposure: ExposureBoard
  readonly #details: TicketDetails
  readonly #choices: FilterChoiceReader

  constructor(deps: ReadsDeps) {
    const { database, facets } = deps
    const matcher = new Matcher(database, facets)
    this.#deps = deps
    this.#list = new TicketList(database, matcher)
    this.#sums = new Sums({ database, matcher, facets })
    this.#clv = new ClvReport({ database, matcher, sums: this.#sums })
    this.#exposure = new ExposureBoard(database, facets)
    this.#details = new TicketDetails(database)
    this.#choices = new FilterChoiceReader(database)
  }

  page(request: PageRequest): ReturnType<TicketList['page']> {
    return this.#list.page(this.#isDemo, request)
  }

  lines(ids: readonly number[]): TicketLine[] {
    return this.#list.lines(this.#isDemo, ids)
  }

  /** Reports are answered in a few milliseconds: from the sums kept by day, or because there are few tickets. */
  isQuickToSum(filter: LedgerFilter): boolean {
    return this.#deps.log.lastTicketId < maxQuickTickets || this.#sums.isSummedByDay(this.#isDemo, filter)
  }

  totals(filter: LedgerFilter): LedgerTotals {
    return this.#sums.totals(this.#isDemo, filter)
  }

  settledSince(at: number): SettledSum {
    return this.#sums.settledSince(this.#isDemo, at)
  }

  profitBy(by: ReportKind, filter: LedgerFilter): ProfitReport {
    return this.#sums.profitBy(this.#isDemo, by, filter)
  }

  bankroll(filter: LedgerFilter): BankrollCurve {
    return this.#sums.bankroll(this.#isDemo, filter)
  }

  clv(filter: LedgerFilter): ClvDistribution {
    return this.#clv.read(this.#isDemo, filter)
  }

  exposure(currency: string | null): Exposure {
    const filter = this.#sums.inCurrency(this.#isDemo, { ...allTickets, currency })
    return this.#exposure.read(this.#isDemo, filter.currency)
  }

  choices(): FilterChoices {
    return this.#choices.read(this.#isDemo)
  }

  /** Throws Refusal for a ticket that does not exist. A voided one can still be opened. */
  ticket(ticketId: number): TicketDetail {
    const { log, policies } = this.#deps
    const line = this.#list.find(this.#isDemo, ticketId)
    if (line === undefined) throw new Refusal({ kind: 'not-found', what: 'the ticket' })
    const records = log.ofTicket(ticketId)
    const state = toTicketState(ticketId, records)
    return this.#details.read({ line, state, records, policy: policies.get(state.facts.book.id) })
  }

  get #isDemo(): boolean {
    return this.#deps.isDemo()
  }
}

const FacetRows = z.array(z.object({ kind: z.string(), value: z.string(), label: z.string() }))
const CurrencyRows = z.array(z.object({ currency: z.string() }))

/** The choices of the filter: books, leagues, markets, tags and currencies that tickets have. */
class FilterChoiceReader {
  readonly #facets: ReturnType<Database['prepare']>
  readonly #currencies: ReturnType<Database['prepare']>

  constructor(database: Database) {
    this.#facets = database.prepare(
      `SELECT kind, value, label FROM facets
       WHERE is_demo = ? AND kind IN ('book', 'league', 'market', 'tag')
         AND EXISTS (SELECT 1 FROM ticket_facets WHERE facet_id = facets.id)
       ORDER BY label`,
    )
    this.#currencies = database.prepare(
      `SELECT currency FROM day_sums JOIN facets ON facets.id = facet_id
       WHERE is_demo = ? AND kind = 'all' GROUP BY currency HAVING sum(tickets) > 0 ORDER BY currency`,
    )
  }

  read(isDemo: boolean): FilterChoices {
    const facets = FacetRows.parse(this.#facets.all(Number(isDemo)))
    const values = (kind: string) => facets.filter(facet => facet.kind === kind).map(({ value }) => value)
    const currencies = CurrencyRows.parse(this.#currencies.all(Number(isDemo)))
    return {
      books: facets
        .filter(({ kind }) => kind === 'book')
        .map(({ value, label }) => ({ id: value, name: label })),
      leagues: values('league'),
      markets: values('market'),
      tags: values('tag'),
      currencies: currencies.map(({ currency }) => currency),
    }
  }
}
