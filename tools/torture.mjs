/**
 * `npm run torture -- team [kills]`: kills desks of a team, and their server, again and again, and checks that no
 * acknowledged change is lost or doubled, that all ledgers are equal, and that no minute has more calls than the limit.
 *
 * `npm run torture [-- rounds]`: kills a process that records and settles tickets and moves money of an account, at any
 * moment, again and again, after moving its folder away and back, removing its witness, or letting no file grow. Each time
 * it checks that the ledger still has every ticket, every result and every record of an account that was acknowledged. Ends
 * with 1 if not, or if a program ended before it was killed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const args = process.argv.slice(2)
const isTeam = args[0] === 'team'
const folder = await mkdtemp(join(tmpdir(), 'torture-'))
try {
  process.exitCode = (await (isTeam ? tortureTeam : tortureLedger)(Number(args[isTeam ? 1 : 0]) || undefined))
    ? 0
    : 1
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

async function tortureTeam(given) {
  const { runTeamRounds, standardKills } = await import('./torture/team/rounds.mjs')
  const kills = given ?? standardKills
  const { acknowledged, records, calls, most, problems } = await runTeamRounds({
    folder,
    kills,
    report: console.log,
  })
  console.log(
    `${kills} kills, ${acknowledged} changes acknowledged, ${records} in the log, at most ${most} of ${calls} calls in a minute, ${problems.length} problems`,
  )
  for (const problem of problems) console.error(problem)
  return problems.length === 0
}

async function tortureLedger(given) {
  const { runKillRounds, standardRounds } = await import('./torture/rounds.mjs')
  const rounds = given ?? standardRounds
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
  return lost.length === 0 && kills === rounds
}
