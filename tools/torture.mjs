/**
 * `npm run torture [-- rounds]`: kills a process that records and settles tickets and moves money of an account, at any
 * moment, again and again, after moving its folder away and back, removing its witness, or letting no file grow. Each time
 * it checks that the ledger still has every ticket, every result and every record of an account that was acknowledged. Ends
 * with 1 if not, or if a program ended before it was killed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runKillRounds, standardRounds } from './torture/rounds.mjs'

const rounds = Number(process.argv[2] ?? standardRounds)
const folder = await mkdtemp(join(tmpdir(), 'torture-'))
try {
  const { kills, acknowledged, ofAccounts, lost, records, refused } = await runKillRounds({
    folder,
    rounds,
    report: console.log,
  })
  console.log(
    `${kills} kills, ${acknowledged} actions acknowledged (${ofAccounts} of accounts), ${records} records, ${lost.length} actions lost`,
  )
  for (const [harm, actions] of refused) console.log(`${harm}: ${actions} actions refused`)
  for (const what of lost) console.error(`lost: ${what}`)
  process.exitCode = lost.length === 0 && kills === rounds ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
