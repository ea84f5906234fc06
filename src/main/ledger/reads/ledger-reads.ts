/** All queries of an open ledger: of the demo's tickets or the user's own, never of both. */
import { z } from 'zod'
import { Refusal } from '../../../shared/failure.ts'
import {
  allTickets,
  newestFirst,
  type FilterChoices,
  type LedgerFilter,
} from '../../../shared/model/ticket/ledger-filter.ts'
import type { Exposure } from '../../../shared/model/ticket/ledger-report.ts'
import type { TicketDetail } from '../../../shared/model/ticket/ticket-detail.ts'
import type { TaxReport, TaxRequest } from '../../../shared/model/accounts/tax-report.ts'
import { readTaxCsv, readTaxReport, type TaxTable } from '../accounts/tax-report.ts'
import { createLineAuthors } from './authors.ts'
import { ExposureReport } from './exposure.ts'
import { createStakesReader } from './largest-stakes.ts'
import type { ReadContext } from './matching.ts'
import { createOpenBetsReader, type OpenBets } from './open-bets.ts'
import { createProofReader } from './proof.ts'
import { createSpellingReader } from './spelling.ts'
import { Sums } from './sums.ts'
import { createDetailReader, type DetailDeps } from './ticket-detail.ts'
import { TicketList } from './ticket-list.ts'

type ReadsDeps = ReadContext & DetailDeps

/** Number of tickets that can be summed one by one in a few milliseconds. */
const maxQuickTickets = 2_000

export class LedgerReads {
  readonly list: TicketList
  readonly sums: Sums
  /** The choices of the filter: books, leagues, markets, tags and currencies that tickets have. */
  readonly choices: () => FilterChoices
  readonly findSpelling: ReturnType<typeof createSpellingReader>
  /** Open tickets of a currency as bets, and the number of those in others. */
  readonly openBets: (currency: string) => OpenBets
  readonly proof: ReturnType<typeof createProofReader>
  readonly largestStakes: ReturnType<typeof createStakesReader>
  readonly #exposure: ExposureReport
  readonly #readDetail: ReturnType<typeof createDetailReader>
  readonly #deps: ReadsDeps

  constructor(deps: ReadsDeps) {
    this.list = new TicketList(deps, createLineAuthors(deps))
    this.sums = new Sums(deps)
    this.choices = createChoicesReader(deps)
    this.findSpelling = createSpellingReader(deps, text => this.#hasTickets(text))
    this.openBets = createOpenBetsReader(deps)
    this.proof = createProofReader(deps, filter => this.sums.inCurrency(filter))
    this.largestStakes = createStakesReader(deps, () => this.sums.findUsualCurrency())
    this.#exposure = new ExposureReport(deps)
    this.#readDetail = createDetailReader(deps)
    this.#deps = deps
  }

  /** True when a report takes only a few milliseconds: from the sums by day, or because there are few tickets. */
  isQuickToSum(filter: LedgerFilter): boolean {
    return this.#deps.log.lastTicketId < maxQuickTickets || this.sums.isSummedByDay(filter)
  }

  /** False when the ledger's file may have been moved or replaced: only this connection can then read it. */
  get isFoundByPath(): boolean {
    return this.#deps.log.writeProblem === undefined
  }

  tax(request: TaxRequest): TaxReport {
    return readTaxReport(this.#deps, request)
  }

  taxCsv(request: TaxRequest): TaxTable {
    return readTaxCsv(this.#deps, request)
  }

  #hasTickets(text: string): boolean {
    const request = { filter: { ...allTickets, text }, sort: newestFirst, after: null, limit: 1 }
    return this.list.page(request).lines.length > 0
  }

  exposure(filter: LedgerFilter): Exposure {
    return this.#exposure.read(this.sums.inCurrency(filter))
  }

  /** Throws Refusal for a ticket that does not exist, or is not in the tables yet. A voided one can still be opened. */
  ticket(ticketId: number): TicketDetail {
    const line = this.list.find(ticketId)
    if (line !== undefined) return this.#readDetail(line)
    const [first] = this.#deps.log.ofTicket(ticketId)
    const isRecorded = first?.record.kind === 'recorded' && first.record.facts.isDemo === this.#deps.isDemo()
    if (!isRecorded) throw new Refusal({ kind: 'not-found', what: 'the ticket' })
    const sentence = `Ticket ${ticketId} is saved, but can’t be shown while the ledger is read-only. Export to see it.`
    throw new Refusal({ kind: 'storage', sentence })
  }
}

const FacetRows = z.array(z.object({ kind: z.string(), value: z.string(), label: z.string() }))
const CurrencyRows = z.array(z.object({ currency: z.string() }))

const selectFacets = `
  SELECT kind, value, label FROM facets
  WHERE is_demo = ? AND kind IN ('book', 'league', 'market', 'tag')
    AND EXISTS (SELECT 1 FROM ticket_facets WHERE facet_id = facets.id)
  ORDER BY label`
const selectCurrencies = `
  SELECT currency FROM day_sums JOIN facets ON facets.id = facet_id
  WHERE is_demo = ? AND kind = 'all' GROUP BY currency HAVING sum(tickets) > 0 ORDER BY currency`

function createChoicesReader({ database, isDemo }: ReadContext): () => FilterChoices {
  const facetRows = database.prepare(selectFacets)
  const currencyRows = database.prepare(selectCurrencies)
  return () => {
    const facets = FacetRows.parse(facetRows.all(Number(isDemo())))
    const currencies = CurrencyRows.parse(currencyRows.all(Number(isDemo())))
    const ofKind = (kind: string) => facets.filter(facet => facet.kind === kind)
    const values = (kind: string) => ofKind(kind).map(({ value }) => value)
    return {
      books: ofKind('book').map(({ value, label }) => ({ id: value, name: label })),
      leagues: values('league'),
      markets: values('market'),
      tags: values('tag'),
      currencies: currencies.map(({ currency }) => currency),
    }
  }
}
