import { expect, it } from 'vitest'
import { runKillRounds } from '../../../tools/torture/rounds.mjs'
import { tempFolder } from '../../support/storage/temp-folder.ts'

it(
  'a ledger whose program is killed at any moment has every acknowledged write',
  { timeout: 120_000 },
  async () => {
    const { acknowledged, lost, records } = await runKillRounds({ folder: tempFolder(), rounds: 10 })
    expect(lost).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
    expect(records).toBeGreaterThan(acknowledged)
  },
)
