/** The store of scripts in an empty desk's file, which the test's end closes. */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { ScriptStore } from '../../../src/main/local-api/script-store.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'
import { tempFolder } from '../storage/temp-folder.ts'

export function openScriptStore(): ScriptStore {
  const database = openDatabase(join(tempFolder(), 'desk.db'), deskMigrations)
  onTestFinished(() => database.close())
  return new ScriptStore(database)
}
