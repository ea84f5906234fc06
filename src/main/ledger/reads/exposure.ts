/** Exposure of the open tickets: games, players and legs by their stake, and tickets with one leg to go. */
import { z } from 'zod'
import { ExposureRow, type Exposure } from '../../../shared/model/ticket/ledger-report.ts'
import type { Database } from '../../storage/database.ts'
import { exposureColumns, type ExposureColumns, type ReadContext } from './matching.ts'
import { toTicketLine } from './parse-ticket-row.ts'

const maxRows = 30

/** Tickets that can still win, by the list of those pending. */
const openTickets = `ticket_facets AS d CROSS JOIN tickets AS t ON t.id = d.ticket_id
  WHERE d.facet_id = :pending AND t.currency = :currency AND t.is_provisionally_lost = 0`

/** A ticket counts once under each label and game, however many of its legs have them. */
const selectRows = ({ label, detail }: ExposureColumns) => `
  SELECT label, detail, game_key AS gameKey, min(start_at) AS startAt, count(*) AS tickets, sum(own_minor) AS stakeMinor,
    sum(potential_minor) AS payoutMinor
  FROM (
    SELECT ${label} AS label, ${detail} AS detail, l.game_key AS game_key, min(l.start_at) AS start_at,
      t.own_minor, t.potential_minor
    FROM (SELECT t.id, t.own_minor, t.potential_minor FROM ${openTickets}) AS t
    CROSS JOIN legs AS l ON l.ticket_id = t.id
    WHERE l.result = 'pending' AND ${label} <> ''
    GROUP BY t.id, 1, 2, 3
  )
  GROUP BY label, detail, game_key ORDER BY stakeMinor DESC, label LIMIT ${maxRows}`

const selectOneAway = `
  SELECT t.*, (SELECT name FROM legs WHERE ticket_id = t.id AND result = 'pending') AS leg FROM ${openTickets}
  AND t.legs_pending = 1 AND t.legs_lost = 0 AND t.legs_won + t.legs_refunded > 0
  ORDER BY t.potential_minor DESC, t.id LIMIT ${maxRows}`

const Rows = ExposureRow.array()
const LegName = z.object({ leg: z.string(), own_minor: z.number() })

const prepareStatements = (database: Database) => ({
  games: database.prepare(selectRows(exposureColumns.game)),
  players: database.prepare(selectRows(exposureColumns.player)),
  legs: database.prepare(selectRows(exposureColumns.leg)),
  oneAway: database.prepare(selectOneAway),
})

export class ExposureReport {
  readonly #context: ReadContext
  readonly #run: ReturnType<typeof prepareStatements>

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = prepareStatements(context.database)
  }

  read(currency: string): Exposure {
    const { facets, isDemo } = this.#context
    const pending = facets.find(isDemo(), { kind: 'result', value: 'pending' }) ?? 0
    const parameters = { pending, currency }
    return {
      currency,
      games: Rows.parse(this.#run.games.all(parameters)),
      players: Rows.parse(this.#run.players.all(parameters)),
      legs: Rows.parse(this.#run.legs.all(parameters)),
      oneAway: this.#run.oneAway.all(parameters).map(toOneAway),
    }
  }
}

function toOneAway(raw: unknown): Exposure['oneAway'][number] {
  const { id, book, price, legs, potentialMinor } = toTicketLine(raw)
  const { leg, own_minor: stakeMinor } = LegName.parse(raw)
  const total = legs.won + legs.refunded + legs.pending
  return { ticketId: id, leg, book, price, won: legs.won, total, stakeMinor, payoutMinor: potentialMinor }
}
