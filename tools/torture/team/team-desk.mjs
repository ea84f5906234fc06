/** A desk of a team in a folder, without a window: its ledger, its copy of the team's log, and its secrets in a file. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ledgerFilesIn } from '../../../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../../../src/main/ledger/ledger.ts'
import { TeamSecrets } from '../../../src/main/team/joining/team-secrets.ts'
import { Team } from '../../../src/main/team/team.ts'

/** Shorter than in the program: the server is away for moments, not for days. */
const times = { retryMs: 100, readEveryMs: 1_000 }

/** Opens the desk; it shares as soon as it is in a team. */
export function openTeamDesk(folder, log) {
  const ledger = new Ledger({
    files: ledgerFilesIn(folder),
    isDemo: () => false,
    log,
    member: () => team.member,
  })
  const secrets = new TeamSecrets(openVault(folder))
  const team = new Team({
    ...{ file: join(folder, 'team.db'), secrets, log, times },
    ledger: ledger.shared,
    replaceLedger: () => {
      ledger.close()
      team.ledgerReplaced('none')
      ledger.open()
      team.ledgerOpened()
      return Promise.resolve()
    },
  })
  ledger.on('unshared', () => team.ledgerChanged())
  ledger.on('opened', () => team.ledgerOpened())
  team.open()
  if (team.member !== null) ledger.open()
  return {
    ledger,
    team,
    secrets,
    close() {
      team.close()
      ledger.close()
    },
  }
}

/** In place of the keychain, which outlives a kill too. */
function openVault(folder) {
  const file = join(folder, 'vault.json')
  const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
  const write = entries => {
    writeFileSync(`${file}.new`, JSON.stringify(entries))
    renameSync(`${file}.new`, file)
  }
  return {
    read: name => Promise.resolve(read()[name]),
    write: (name, value) => Promise.resolve(write({ ...read(), [name]: value })),
    remove: name => {
      const { [name]: removed, ...rest } = read()
      write(rest)
      return Promise.resolve(removed !== undefined)
    },
  }
}
