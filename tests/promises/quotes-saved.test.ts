/** Source: docs/quality.md, 2. A second connection reads the desk's file, as the next start would after a kill. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '../../src/main/storage/database.ts'
import { deskMigrations } from '../../src/main/storage/migrations/desk/desk-migrations.ts'
import { noNote } from '../../src/shared/model/parlay/parlay.ts'
import { at, keysOf, startDesk } from '../support/desk/scripted-desk.ts'
import { tempFolder } from '../support/storage/temp-folder.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A desk with a parlay that both books were asked for, and the number of quotes in its file. */
async function startAsked() {
  const file = join(tempFolder(), 'desk.db')
  const database = openDatabase(file, deskMigrations)
  const reader = new DatabaseSync(file, { readOnly: true })
  onTestFinished(() => {
    reader.close()
    database.close()
  })
  const { desk, asked } = startDesk({ reply: undefined }, database)
  await desk.add(keysOf('one'), noNote)
  await vi.advanceTimersByTimeAsync(20)
  const [first, last] = asked
  if (first === undefined || last === undefined) throw new Error('the books were not asked')
  return { first, last, saved: () => reader.prepare('SELECT count(*) AS n FROM quotes').get()?.['n'] }
}

describe('A killed program loses at most the quotes of the last tenth of a second, and none once all have come.', () => {
  it('saves a quote within 100 ms of its place on the screen, while others are awaited', async () => {
    const { first, saved } = await startAsked()
    // The screen shows it within the time that this waits.
    await first.answer(at(150))
    await vi.advanceTimersByTimeAsync(100)
    expect(saved()).toBe(1)
  })

  it('saves the last quote of a burst, and all before it, as soon as the screen shows it', async () => {
    const { first, last, saved } = await startAsked()
    await first.answer(at(150))
    expect(saved()).toBe(0)
    await last.answer(at(140))
    expect(saved()).toBe(2)
  })
})
