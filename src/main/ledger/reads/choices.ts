/** What there is to filter by: books, leagues, markets, tags and currencies that tickets have. */
import { z } from 'zod'
import type { FilterChoices } from '../../../shared/model/ticket/ledger-filter.ts'
import type { Database } from '../../storage/database.ts'

const Facets = z.array(z.object({ kind: z.string(), value: z.string(), label: z.string() }))
const Currencies = z.array(z.object({ currency: z.string() }))

export class Choices {
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

  of(isDemo: boolean): FilterChoices {
    const facets = Facets.parse(this.#facets.all(Number(isDemo)))
    const values = (kind: string) => facets.filter(facet => facet.kind === kind).map(({ value }) => value)
    return {
      books: facets
        .filter(({ kind }) => kind === 'book')
        .map(({ value, label }) => ({ id: value, name: label })),
      leagues: values('league'),
      markets: values('market'),
      tags: values('tag'),
      currencies: Currencies.parse(this.#currencies.all(Number(isDemo))).map(({ currency }) => currency),
    }
  }
}
