/** Wherever the program dies, an alert reaches a phone at most once. Real processes, killed; a real server; a real file. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PhoneStore } from '../../../src/main/phone/phone-store.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'
import type { PhoneLife } from '../../support/phone/phone-life.ts'
import { answers, startService } from '../../support/odds-service/server.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const script = join(import.meta.dirname, '../../support/phone/phone-life.ts')

/** Lives until it ends or is killed. */
async function live(life: PhoneLife): Promise<void> {
  const child = spawn(process.execPath, [script, JSON.stringify(life)], { timeout: 20_000 })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const [code, signal] = await new Promise<[number | null, string | null]>(resolve =>
    child.once('close', (...end) => resolve(end)),
  )
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`ended by ${code ?? signal}: ${complaint}`)
}

const unsure = { kind: 'unsure', reason: { kind: 'interrupted' } }
const ends: { readonly [D in PhoneLife['death']]: { calls: number; state: unknown } } = {
  written: { calls: 1, state: { kind: 'delivered' } },
  marked: { calls: 0, state: unsure },
  answered: { calls: 1, state: unsure },
  noted: { calls: 1, state: { kind: 'delivered' } },
  none: { calls: 1, state: { kind: 'delivered' } },
} as const

const deaths = ['written', 'marked', 'answered', 'noted', 'none'] as const

it.each(deaths)('an alert whose program dies when it is %s is sent once at most', async death => {
  const end = ends[death]
  const service = await startService(answers({}))
  const file = join(tempFolder(), 'desk.db')
  const life = { file, port: service.port }
  await live({ ...life, death })
  await live({ ...life, death: 'none' })
  await live({ ...life, death: 'none' })
  const database = openDatabase(file, deskMigrations)
  const store = new PhoneStore(database)
  store.open(Date.now())
  expect(store.deliveries().map(({ state }) => state)).toEqual([end.state])
  expect(service.seen).toHaveLength(end.calls)
  database.close()
})
