/** Exposure of the open tickets: games, players and legs by the stake on them, and tickets with one leg to go. */
import { z } from 'zod'
import { ExposureRow, type Exposure } from '../../../shared/model/ticket/ledger-report.ts'
import { exposureColumns, type ExposureColumns, type ReadContext } from './matching.ts'
import { toTicketLine } from './parse-ticket-row.ts'

const maxRows = 30

/** Tickets that can still win, by the list of those pending. */
const openTickets = `ticket_facets AS d CROSS JOIN tickets AS t ON t.id = d.ticket_id
  WHERE d.facet_id = :pending AND t.currency = :currency AND t.is_provisionally_lost = 0`

/** A ticket counts once under each label and game, however many of its legs do. */
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

const LegName = z.object({ leg: z.string(), own_minor: z.number() })

export function readExposure({ database, facets, isDemo }: ReadContext, currency: string): Exposure {
  const pending = facets.find(isDemo(), { kind: 'result', value: 'pending' }) ?? 0
  const parameters = { pending, currency }
  const rows = (columns: ExposureColumns) =>
    ExposureRow.array().parse(database.prepare(selectRows(columns)).all(parameters))
  return {
    currency,
    games: rows(exposureColumns.game),
    players: rows(exposureColumns.player),
    legs: rows(exposureColumns.leg),
    oneAway: database.prepare(selectOneAway).all(parameters).map(toOneAway),
  }
}

function toOneAway(raw: unknown): Exposure['oneAway'][number] {
  const { id, book, price, legs, potentialMinor } = toTicketLine(raw)
  const { leg, own_minor: stakeMinor } = LegName.parse(raw)
  const total = legs.won + legs.refunded + legs.pending
  return { ticketId: id, leg, book, price, won: legs.won, total, stakeMinor, payoutMinor: potentialMinor }
}
