import { expect, it } from 'vitest'
import { runKillRounds } from '../../../tools/torture/rounds.mjs'
import { tempFolder } from '../../support/storage/temp-folder.ts'

it(
  'a ledger whose files are harmed and whose program is killed at any moment has every acknowledged write',
  { timeout: 120_000 },
  async () => {
    const folder = tempFolder()
    const { acknowledged, ofAccounts, lost, records, refused } = await runKillRounds({ folder, rounds: 12 })
    expect(lost).toEqual([])
    expect(ofAccounts).toBeGreaterThan(0)
    expect(acknowledged).toBeGreaterThan(ofAccounts)
    expect(records).toBeGreaterThan(acknowledged)
    if (process.platform !== 'win32')
      expect([...refused].filter(([, actions]) => actions > 0).map(([harm]) => harm)).toEqual([
        'folder moved away and back',
        'files that cannot grow',
      ])
  },
)
