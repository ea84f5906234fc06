/** Everything that can be asked of an open ledger, of the demo's tickets or of the user's own, never of both. */
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
import type { Policies } from '../tickets/refund-policies.ts'
import type { FacetIds } from '../projection/facet-ids.ts'
import { ticketState } from '../state/ticket-state.ts'
import { Choices } from './choices.ts'
import { ClvReport } from './clv.ts'
import { ExposureBoard } from './exposure.ts'
import { Matcher } from './matching.ts'
import { SettledSince } from './settled-since.ts'
import { Sums } from './sums.ts'
import { TicketDetails } from './ticket-detail.ts'
import { TicketList, type PageWanted } from './ticket-list.ts'

export interface ReadsOptions {
  readonly database: Database
  readonly log: LedgerLog
  readonly facets: FacetIds
  readonly policies: Policies
  readonly isDemo: () => boolean
}

const fewTickets = 2_000

export class LedgerReads {
  readonly #options: ReadsOptions
  readonly #list: TicketList
  readonly #sums: Sums
  readonly #clv: ClvReport
  readonly #exposure: ExposureBoard
  readonly #details: TicketDetails
  readonly #choices: Choices
  readonly #settled: SettledSince

  constructor(options: ReadsOptions) {
    const { database, facets } = options
    const matcher = new Matcher(database, facets)
    this.#options = options
    this.#list = new TicketList(database, matcher)
    this.#sums = new Sums({ database, matcher, facets })
    this.#clv = new ClvReport({ database, matcher, sums: this.#sums })
    this.#exposure = new ExposureBoard(database, facets)
    this.#details = new TicketDetails(database)
    this.#choices = new Choices(database)
    this.#settled = new SettledSince(database)
  }

  page(wanted: PageWanted): ReturnType<TicketList['page']> {
    return this.#list.page(this.#isDemo, wanted)
  }

  lines(ids: readonly number[]): TicketLine[] {
    return this.#list.lines(this.#isDemo, ids)
  }

  /** Whether reports are answered in a few milliseconds: from the sums kept by day, or as there are few tickets. */
  isSoonSummed(filter: LedgerFilter): boolean {
    return this.#options.log.lastTicketId < fewTickets || this.#sums.areKept(this.#isDemo, filter)
  }

  totals(filter: LedgerFilter): LedgerTotals {
    return this.#sums.totals(this.#isDemo, filter)
  }

  /** In the currency most tickets are in. */
  settledSince(at: number): SettledSum {
    const { currency } = this.#sums.inCurrency(this.#isDemo, allTickets)
    return this.#settled.of(this.#isDemo, { at, currency })
  }

  profitBy(by: ReportKind, filter: LedgerFilter): ProfitReport {
    return this.#sums.profitBy(this.#isDemo, by, filter)
  }

  bankroll(filter: LedgerFilter): BankrollCurve {
    return this.#sums.bankroll(this.#isDemo, filter)
  }

  clv(filter: LedgerFilter): ClvDistribution {
    return this.#clv.of(this.#isDemo, filter)
  }

  exposure(currency: string | null): Exposure {
    const wanted = this.#sums.inCurrency(this.#isDemo, { ...allTickets, currency })
    return this.#exposure.of(this.#isDemo, wanted.currency)
  }

  choices(): FilterChoices {
    return this.#choices.of(this.#isDemo)
  }

  /** Throws Refusal for a ticket that is not here. A voided one can still be opened. */
  ticket(ticketId: number): TicketDetail {
    const { log, policies } = this.#options
    const line = this.#list.any(this.#isDemo, ticketId)
    if (line === undefined) throw new Refusal({ kind: 'not-found', what: 'the ticket' })
    const records = log.ofTicket(ticketId)
    const state = ticketState(ticketId, records)
    return this.#details.of({ line, state, records, policy: policies.of(state.facts.book.id) })
  }

  get #isDemo(): boolean {
    return this.#options.isDemo()
  }
}
