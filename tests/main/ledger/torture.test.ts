import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runKillRounds, standardRounds } from '../../../tools/torture/rounds.mjs'
import { tempFolder } from '../../support/storage/temp-folder.ts'

/** Three of each harm. */
const rounds = 12

it(
  'a ledger whose files are harmed and whose program is killed at any moment has every acknowledged write',
  { timeout: 120_000 },
  async () => {
    const folder = tempFolder()
    const { kills, acknowledged, ofAccounts, lost, records, refused } = await runKillRounds({
      folder,
      rounds,
    })
    expect(lost).toEqual([])
    expect(kills).toBe(12)
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

it('the torture kills as often as docs/quality.md says', () => {
  const quality = readFileSync(new URL('../../../docs/quality.md', import.meta.url), 'utf8')
  expect(quality).toContain(`Killed ${standardRounds} times during writes`)
  expect(standardRounds).toBe(200)
})
