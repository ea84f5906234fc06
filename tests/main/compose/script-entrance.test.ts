import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createScriptEntrance } from '../../../src/main/compose/script-entrance.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

it('opens the interface for scripts at the next try when its modules could not be loaded', async () => {
  const database = openDatabase(join(tempFolder(), 'desk.db'), deskMigrations)
  onTestFinished(() => database.close())
  const load = vi.fn().mockRejectedValue(new Error('not readable'))
  const entrance = createScriptEntrance({ isOn: () => true, database, load })
  await expect(entrance.open()).rejects.toThrow('not readable')
  load.mockResolvedValue({ calls: 'opened' })
  expect(await entrance.open()).toBe('opened')
  await entrance.open()
  expect(load).toHaveBeenCalledTimes(2)
})
