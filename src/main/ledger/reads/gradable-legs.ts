/** Legs the service can grade: those not settled yet, and those settled lately, whose result may change. */
import { z } from 'zod'
import type { Database } from '../../storage/database.ts'
import { LegResult } from '../../../shared/model/ticket/settlement.ts'

const LegRow = z.object({
  ticketId: z.number(),
  place: z.number(),
  grade: z.string(),
  startAt: z.number().nullable(),
  placedAt: z.number(),
  result: LegResult,
  resultedAt: z.number().nullable(),
  /** Time of the last check with the service; null for never. */
  checkedAt: z.number().nullable(),
})
export type GradableLeg = Readonly<z.output<typeof LegRow>>
const CountRow = z.object({ count: z.number() })
const AtRow = z.object({ at: z.number() }).optional()
const StartingRow = z.object({
  ticketId: z.number(),
  placedAt: z.number(),
  /** Start of its first game. */
  startAt: z.number(),
  closing: z.enum(['none', 'priced', 'unquotable']),
})
/** An open ticket and the start of its first game. */
export type StartingTicket = Readonly<z.output<typeof StartingRow>>

const columns = `l.ticket_id AS ticketId, l.place, l.grade, l.start_at AS startAt, t.placed_at AS placedAt, l.result,
  l.resulted_at AS resultedAt, p.at AS checkedAt`
const joined = `JOIN tickets AS t ON t.id = l.ticket_id
  LEFT JOIN progress AS p ON p.ticket_id = l.ticket_id AND p.place = l.place`
const isUnsettled = "l.result IN ('pending', 'unknown')"
/** An empty token names no bet. */
const hasToken = "l.grade IS NOT NULL AND l.grade <> ''"
const isAwaited = `${hasToken} AND ${isUnsettled}`
const startsThen = 'l.start_at > :after AND l.start_at <= :upTo'
const isOurs = 't.profile_id = :profileId AND t.is_voided = 0'

const pageSize = 500
/** Legs after the last of a page, in the order of a time, their ticket and their place. */
const after = (time: string) =>
  `(${time}, l.ticket_id, l.place) > (:time, :ticketId, :place) ORDER BY ${time}, l.ticket_id, l.place LIMIT ${pageSize}`

const prepareStatements = (database: Database) => ({
  undated: database.prepare(
    `SELECT ${columns} FROM legs AS l ${joined} WHERE ${isAwaited} AND l.start_at IS NULL AND ${isOurs}`,
  ),
  dated: database.prepare(
    `SELECT ${columns} FROM legs AS l ${joined} WHERE ${isAwaited} AND ${isOurs} AND l.start_at <= :upTo
     AND ${after('l.start_at')}`,
  ),
  count: database.prepare(
    `SELECT count(*) AS count FROM legs AS l INDEXED BY legs_awaited CROSS JOIN tickets AS t ON t.id = l.ticket_id
     WHERE ${isAwaited} AND ${isOurs}`,
  ),
  nextStart: database.prepare(
    `SELECT l.start_at AS at FROM legs AS l JOIN tickets AS t ON t.id = l.ticket_id
     WHERE ${isAwaited} AND ${isOurs} AND l.start_at > :after ORDER BY l.start_at LIMIT 1`,
  ),
  recent: database.prepare(
    `SELECT ${columns} FROM legs AS l INDEXED BY legs_resulted ${joined}
     WHERE l.resulted_at IS NOT NULL AND ${hasToken} AND l.result NOT IN ('pending', 'unknown')
     AND ${isOurs} AND ${after('l.resulted_at')}`,
  ),
  // Two halves, as each has its own index.
  starting: database.prepare(
    `WITH starting AS (
       SELECT l.ticket_id, l.start_at FROM legs AS l
       WHERE l.grade IS NOT NULL AND ${isUnsettled} AND ${startsThen}
       UNION ALL SELECT l.ticket_id, l.start_at FROM legs AS l
       WHERE l.grade IS NULL AND ${isUnsettled} AND ${startsThen}
     )
     SELECT t.id AS ticketId, t.placed_at AS placedAt, min(s.start_at) AS startAt, t.closing ->> 'kind' AS closing
     FROM starting AS s JOIN tickets AS t ON t.id = s.ticket_id
     WHERE ${isOurs} AND t.result = 'pending' GROUP BY t.id
     HAVING (SELECT min(o.start_at) FROM legs AS o WHERE o.ticket_id = t.id) = min(s.start_at)
     ORDER BY min(s.start_at), t.id`,
  ),
})

const ever = Number.MAX_SAFE_INTEGER
/** Before any leg. */
const longAgo = { time: -ever, ticketId: 0, place: 0 }

/** Reads gradable legs, those of one profile at a time, because only its grader knows them. Many legs come in pages. */
export class GradableLegs {
  readonly #run: ReturnType<typeof prepareStatements>

  constructor(database: Database) {
    this.#run = prepareStatements(database)
  }

  /**
   * Legs that are pending, or whose result is an unknown word, and that start at or before a time: those without a
   * known start, then the earliest first.
   */
  *awaited(profileId: string, upTo = ever): Generator<GradableLeg[], void> {
    yield LegRow.array().parse(this.#run.undated.all({ profileId }))
    yield* readPages(
      last => this.#run.dated.all({ profileId, upTo, ...last }),
      leg => leg.startAt,
    )
  }

  countAwaited(profileId: string): number {
    return CountRow.parse(this.#run.count.get({ profileId })).count
  }

  /** Epoch ms of the next start of an awaited leg; null for none. */
  nextStart(profileId: string, after: number): number | null {
    return AtRow.parse(this.#run.nextStart.get({ profileId, after }))?.at ?? null
  }

  /** Legs settled at or after a time. */
  settledSince(profileId: string, at: number): Generator<GradableLeg[], void> {
    return readPages(
      last => this.#run.recent.all({ profileId, ...last }),
      leg => leg.resultedAt,
      { ...longAgo, time: at },
    )
  }

  /** Open tickets whose first game starts after one time and not after another, the earliest first. */
  startingBetween(profileId: string, after: number, upTo: number): StartingTicket[] {
    return StartingRow.array().parse(this.#run.starting.all({ profileId, after, upTo }))
  }
}

function* readPages(
  read: (after: typeof longAgo) => readonly unknown[],
  timeOf: (leg: GradableLeg) => number | null,
  from = longAgo,
): Generator<GradableLeg[], void> {
  let after: typeof longAgo | undefined = from
  while (after !== undefined) {
    const legs: GradableLeg[] = LegRow.array().parse(read(after))
    yield legs
    const last = legs.length < pageSize ? undefined : legs.at(-1)
    after = last && { time: timeOf(last) ?? ever, ticketId: last.ticketId, place: last.place }
  }
}
