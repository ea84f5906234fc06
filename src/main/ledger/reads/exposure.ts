/** Exposure of the open tickets of a filter: games, players and legs by their stake, and tickets with one leg to go. */
import { z } from 'zod'
import { ExposureRow, type Exposure } from '../../../shared/model/ticket/ledger-report.ts'
import { StatementCache } from '../../storage/statement-cache.ts'
import {
  exposureColumns,
  Matcher,
  type ExposureColumns,
  type ReadContext,
  type SumFilter,
  type TicketQuery,
} from './matching.ts'
import { toTicketLine } from './parse-ticket-row.ts'

const maxRows = 30

/** Matching tickets that can still win. */
const selectOpen = ({ from, where }: TicketQuery) => `${from} CROSS JOIN tickets AS t ON t.id = d.ticket_id
  WHERE ${where} AND t.is_provisionally_lost = 0`

/** A ticket counts once under each label and game, however many of its legs have them. */
const selectRows = (open: string, { label, detail }: ExposureColumns) => `
  SELECT label, detail, game_key AS gameKey, min(start_at) AS startAt, count(*) AS tickets, sum(own_minor) AS stakeMinor,
    sum(potential_minor) AS payoutMinor
  FROM (
    SELECT ${label} AS label, ${detail} AS detail, l.game_key AS game_key, min(l.start_at) AS start_at,
      t.own_minor, t.potential_minor
    FROM (SELECT t.id, t.own_minor, t.potential_minor FROM ${open}) AS t
    CROSS JOIN legs AS l ON l.ticket_id = t.id
    WHERE l.result = 'pending' AND ${label} <> ''
    GROUP BY t.id, 1, 2, 3
  )
  GROUP BY label, detail, game_key ORDER BY stakeMinor DESC, label LIMIT ${maxRows}`

const selectOneAway = (open: string) => `
  SELECT t.*, (SELECT name FROM legs WHERE ticket_id = t.id AND result = 'pending') AS leg FROM ${open}
  AND t.legs_pending = 1 AND t.legs_lost = 0 AND t.legs_won + t.legs_refunded > 0
  ORDER BY t.potential_minor DESC, t.id LIMIT ${maxRows}`

const Rows = ExposureRow.array()
const LegName = z.object({ leg: z.string(), own_minor: z.number() })

export class ExposureReport {
  readonly #matcher: Matcher
  readonly #statements: StatementCache

  constructor(context: ReadContext) {
    this.#matcher = new Matcher(context)
    this.#statements = new StatementCache(context.database)
  }

  read(filter: SumFilter): Exposure {
    const { currency, result } = filter
    const isOpen = result === null || result === 'pending'
    const matching = isOpen ? this.#matcher.matchAll({ ...filter, result: 'pending' }) : undefined
    if (matching === undefined) return { currency, games: [], players: [], legs: [], oneAway: [] }
    const open = selectOpen(matching)
    const read = (sql: string): unknown[] => this.#statements.prepare(sql).all(...matching.values)
    return {
      currency,
      games: Rows.parse(read(selectRows(open, exposureColumns.game))),
      players: Rows.parse(read(selectRows(open, exposureColumns.player))),
      legs: Rows.parse(read(selectRows(open, exposureColumns.leg))),
      oneAway: read(selectOneAway(open)).map(toOneAway),
    }
  }
}

function toOneAway(raw: unknown): Exposure['oneAway'][number] {
  const { id, book, price, legs, potentialMinor } = toTicketLine(raw)
  const { leg, own_minor: stakeMinor } = LegName.parse(raw)
  const total = legs.won + legs.refunded + legs.pending
  return { ticketId: id, leg, book, price, won: legs.won, total, stakeMinor, payoutMinor: potentialMinor }
}
