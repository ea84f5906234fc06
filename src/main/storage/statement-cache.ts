/** Prepared statements by their SQL, for SQL that depends on what is asked: preparing one takes as long as reading a page. */
import type { Database } from './database.ts'

type Statement = ReturnType<Database['prepare']>

/** A piece of SQL and the values of its parameters. */
export interface SqlPart {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/** More than the filters that are used in turn; the oldest goes first. */
const maxStatements = 64

export class StatementCache {
  readonly #database: Database
  readonly #statements = new Map<string, Statement>()

  constructor(database: Database) {
    this.#database = database
  }

  prepare(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    for (const oldest of this.#statements.keys()) {
      if (this.#statements.size < maxStatements) break
      this.#statements.delete(oldest)
    }
    this.#statements.set(sql, statement)
    return statement
  }
}
