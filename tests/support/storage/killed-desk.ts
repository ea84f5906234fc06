/** A program that opens the desk's file in a folder, for tests that kill it: `node killed-desk.ts FOLDER`. */
import { join } from 'node:path'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'

const [folder = ''] = process.argv.slice(2)
openDatabase(join(folder, 'desk.db'), deskMigrations)
process.stdout.write('opened\n')
