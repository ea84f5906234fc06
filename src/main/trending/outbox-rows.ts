/** The outbox's SQL statements, and the schemas of its rows. */
import { z } from 'zod'
import {
  SendOutcome,
  Submission,
  SubmissionEvent,
  SubmissionState,
} from '../../shared/model/parlay/submission.ts'
import type { Database } from '../storage/database.ts'
import { jsonColumn } from '../storage/json-column.ts'

/** A submission with what only the main process needs of it. */
const Row = Submission.extend({
  legs: jsonColumn(Submission.shape.legs),
  state: jsonColumn(SubmissionState),
  outcome: jsonColumn(SendOutcome).nullable(),
  profileId: z.string(),
  /** Odds ids of one book, verbatim and in leg order. */
  ids: jsonColumn(z.array(z.string())),
  place: z.number(),
})
export type StoredSubmission = Readonly<z.output<typeof Row>>

const Kind = z.enum(SubmissionState.options.map(({ shape }) => shape.kind.value))
export const WaitRow = z.object({ kind: Kind, first: z.number(), last: z.number() })
export const CountRow = z.object({ kind: Kind, count: z.number() })
export const IdRow = z.object({ id: z.number() })
export const PlaceRow = z.object({ id: z.number(), place: z.number() })
export const SettingRow = z.object({ retries_full: z.number() })
export const StepRow = z.object({ at: z.number(), event: jsonColumn(SubmissionEvent) })

export const readSubmissions = (rows: unknown): StoredSubmission[] => Row.array().parse(rows)

/** A submission for the window, whose lists need neither ids nor profile. */
export function toSubmission(stored: StoredSubmission): Submission {
  const { id, bookId, title, legs, addedAt, state, stateAt, outcome } = stored
  return { id, bookId, title, legs, addedAt, state, stateAt, outcome }
}

const columns = `id, profile_id AS profileId, book_id AS bookId, odds_ids AS ids, title, legs, added_at AS addedAt, place,
  state, state_at AS stateAt, outcome`
const select = `SELECT ${columns} FROM submissions WHERE profile_id = ?1`
const inLine = `profile_id = ?1 AND shelf = 'waiting'`

const prepareWrites = (database: Database) => ({
  add: database.prepare(
    `INSERT INTO submissions
       (profile_id, identity, book_id, odds_ids, title, legs, added_at, place, state, state_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`,
  ),
  place: database.prepare('UPDATE submissions SET place = ? WHERE id = ?'),
  move: database.prepare('UPDATE submissions SET state = ?, state_at = ?, outcome = ? WHERE id = ?'),
  append: database.prepare('INSERT INTO submission_steps (submission_id, at, event) VALUES (?, ?, ?)'),
  set: database.prepare(
    `INSERT INTO trending_settings VALUES (?, ?)
     ON CONFLICT (profile_id) DO UPDATE SET retries_full = excluded.retries_full`,
  ),
})

const prepareReads = (database: Database) => ({
  get: database.prepare(`SELECT ${columns} FROM submissions WHERE id = ?`),
  find: database.prepare(`${select} AND identity = ? AND shelf IS NOT NULL`),
  due: database.prepare(
    `${select} AND shelf = 'waiting'
       AND (kind = 'waiting' OR (kind = 'full' AND ?2) OR
            (kind IN ('limited', 'unreached', 'unknown') AND again_at <= ?3))
     ORDER BY place LIMIT 1`,
  ),
  waits: database.prepare(
    `SELECT kind, min(again_at) AS first, max(again_at) AS last FROM submissions
     WHERE profile_id = ? AND again_at IS NOT NULL GROUP BY kind`,
  ),
  counts: database.prepare(
    'SELECT kind, count(*) AS count FROM submissions WHERE profile_id = ? AND shelf IS NOT NULL GROUP BY kind',
  ),
  idsIn: database.prepare(
    `SELECT id FROM submissions
     WHERE profile_id = ? AND shelf IS NOT NULL AND kind IN (SELECT value FROM json_each(?)) ORDER BY place`,
  ),
  all: database.prepare(`${select} AND shelf IS NOT NULL ORDER BY id DESC LIMIT ? OFFSET ?`),
  line: database.prepare(`${select} AND shelf = 'waiting' ORDER BY place LIMIT ? OFFSET ?`),
  shelf: database.prepare(`${select} AND shelf = ? ORDER BY id DESC LIMIT ? OFFSET ?`),
  ahead: database.prepare(
    `SELECT id, place FROM submissions WHERE ${inLine} AND place < ?2 ORDER BY place DESC LIMIT 1`,
  ),
  behind: database.prepare(
    `SELECT id, place FROM submissions WHERE ${inLine} AND place > ?2 ORDER BY place LIMIT 1`,
  ),
  steps: database.prepare(
    'SELECT at, event FROM submission_steps WHERE submission_id = ? ORDER BY id DESC LIMIT ?',
  ),
  stepCount: database.prepare('SELECT count(*) AS count FROM submission_steps WHERE submission_id = ?'),
  setting: database.prepare('SELECT retries_full FROM trending_settings WHERE profile_id = ?'),
})

export const prepareStatements = (database: Database) => ({
  ...prepareWrites(database),
  ...prepareReads(database),
})
