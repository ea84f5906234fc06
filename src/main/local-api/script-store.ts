/** Stores the tokens of scripts and what scripts did in the desk's file. */
import { z } from 'zod'
import {
  ActivityLine,
  Scope,
  ScriptToken,
  type ActivityPage,
} from '../../shared/model/settings/automation.ts'
import { transact, type Database } from '../storage/database.ts'
import { jsonColumn, toJsonColumn } from '../storage/json-column.ts'

const TokenRow = ScriptToken.extend({ scopes: jsonColumn(z.array(Scope)), hash: z.string() })
export type StoredToken = Readonly<z.output<typeof TokenRow>>

const LineRow = ActivityLine.extend({ isDone: z.number().transform(value => value === 1) })
export type NewLine = Omit<ActivityLine, 'id'>

/** Maximum lines kept; the oldest go. */
export const maxLines = 5_000

const prepareStatements = (database: Database) => ({
  tokens: database.prepare(
    `SELECT id, name, hash, scopes, calls_per_minute AS callsPerMinute, created_at AS createdAt,
       last_used_at AS lastUsedAt
     FROM script_tokens ORDER BY created_at, id`,
  ),
  addToken: database.prepare('INSERT INTO script_tokens VALUES (?, ?, ?, ?, ?, ?, NULL)'),
  removeToken: database.prepare('DELETE FROM script_tokens WHERE id = ?'),
  used: database.prepare('UPDATE script_tokens SET last_used_at = ? WHERE id = ?'),
  addLine: database.prepare(
    'INSERT INTO script_activity (at, name, what, times, is_done, sentence) VALUES (?, ?, ?, ?, ?, ?)',
  ),
  repeatLine: database.prepare('UPDATE script_activity SET times = ? WHERE id = ?'),
  dropLines: database.prepare(
    'DELETE FROM script_activity WHERE id <= (SELECT max(id) FROM script_activity) - ?',
  ),
  lines: database.prepare(
    `SELECT id, at, name, what, times, is_done AS isDone, sentence FROM script_activity
     WHERE ? IS NULL OR id < ? ORDER BY id DESC LIMIT ?`,
  ),
})

export class ScriptStore {
  readonly #database: Database
  readonly #run: ReturnType<typeof prepareStatements>

  constructor(database: Database) {
    this.#database = database
    this.#run = prepareStatements(database)
  }

  /** Oldest first. A row that cannot be understood gives no access. */
  tokens(): StoredToken[] {
    return this.#run.tokens.all().flatMap(row => TokenRow.safeParse(row).data ?? [])
  }

  addToken({ id, name, hash, scopes, callsPerMinute, createdAt }: StoredToken): void {
    transact(this.#database, () =>
      this.#run.addToken.run(id, name, hash, toJsonColumn(scopes), callsPerMinute, createdAt),
    )
  }

  removeToken(id: string): void {
    transact(this.#database, () => this.#run.removeToken.run(id))
  }

  /** Writes uses and lines in one transaction; returns the ids of the new lines. */
  write({ used, added, repeated }: ScriptChanges): number[] {
    return transact(this.#database, () => {
      for (const [id, at] of used) this.#run.used.run(at, id)
      for (const [id, times] of repeated) this.#run.repeatLine.run(times, id)
      const ids = added.map(({ at, name, what, times, isDone, sentence }) =>
        Number(this.#run.addLine.run(at, name, what, times, Number(isDone), sentence).lastInsertRowid),
      )
      if (ids.length > 0) this.#run.dropLines.run(maxLines)
      return ids
    })
  }

  activity(before: number | null, limit: number): ActivityPage {
    const found = this.#run.lines.all(before, before, limit + 1)
    const lines = found.flatMap(row => LineRow.safeParse(row).data ?? [])
    return { lines: lines.slice(0, limit), isMore: found.length > limit }
  }
}

export interface ScriptChanges {
  /** Time of each token's last use. */
  readonly used: ReadonlyMap<string, number>
  readonly added: readonly NewLine[]
  /** Number of actions of lines written before, by id. */
  readonly repeated: ReadonlyMap<number, number>
}
