/** Schemas of databases, to compare a migrated file with what its version should have. */
import {
  openDatabase,
  readDatabase,
  readPragma,
  rollBackUnfinished,
  type Database,
  type Migrations,
} from '../../../src/main/storage/database.ts'

const read = (database: Database) => ({
  version: Number(readPragma(database, 'user_version')),
  schema: database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all(),
})

/** Version and schema of a file as a kill left it. */
export function readSchema(file: string): ReturnType<typeof read> {
  rollBackUnfinished(file)
  return readDatabase(file, read)
}

/** Schema that migrations give a new file. */
export function makeSchema(migrations: Migrations): ReturnType<typeof read> {
  using database = openDatabase(':memory:', migrations)
  return read(database)
}
