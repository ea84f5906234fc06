/** Construction of the team. Loaded only when a team is set, or is about to be. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { noTeam, type TeamState } from '../../shared/model/team/team-state.ts'
import { maxUnsharedListed, type UnsharedRecord } from '../../shared/model/team/unshared-record.ts'
import type { Announce } from '../../shared/contract.ts'
import { Refusal } from '../../shared/failure.ts'
import type { Account } from '../account/account.ts'
import type { UserSettings } from '../account/settings.ts'
import type { KeyVault } from '../account/key-vault.ts'
import type { TeamCalls } from '../bridge/handlers/team.ts'
import type { Budgets } from '../desk/budget/budgets.ts'
import type { Desk } from '../desk/desk.ts'
import type { Backups } from '../ledger/backups/backups.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { describeUnshared } from '../ledger/sharing/describe-unshared.ts'
import { saveLedger } from '../ledger/transfer/export-file.ts'
import type { Imports } from '../ledger/transfer/imports.ts'
import { describeUnsent } from '../team/copy/describe-unsent.ts'
import { TeamSecrets } from '../team/joining/team-secrets.ts'
import { Team } from '../team/team.ts'
import { TeamBudget } from './team-budget.ts'
import { TeamPrices } from './team-prices.ts'
import { TeamWorkBoard } from './team-work.ts'
import type { OpenedTeam } from './team-entrance.ts'

export interface TeamBase {
  readonly announce: Announce
  readonly folder: string
  readonly vault: KeyVault
  readonly account: Pick<Account, 'isDemo' | 'activeId' | 'keys'>
  readonly log: (error: unknown) => unknown
  readonly ledger: Ledger
  readonly backups: Backups
  readonly imports: Imports
  readonly budgets: Pick<Budgets, 'share'>
  readonly desk: Desk
  readonly settings: UserSettings
}

/** Opens the team of the data folder; a damaged file of it is a problem in the state. */
export function openTeam(base: TeamBase): OpenedTeam {
  const { announce, folder, vault, account, log, ledger, backups, budgets } = base
  const secrets = new TeamSecrets(vault)
  const team = new Team({
    file: join(folder, 'team.db'),
    ...{ secrets, log, ledger: ledger.shared },
    replaceLedger: () => backups.startNew('team'),
  })
  ledger.shared.onUnshared(() => team.ledgerChanged())
  ledger.on('opened', () => team.ledgerOpened())
  backups.on('replaced', keptAs => team.ledgerReplaced(keptAs))
  team.on('changed', state => announce('team', 'changed', state))
  const budget = new TeamBudget({ account, budgets, log, secrets, team })
  new TeamPrices({ budget, desk: base.desk, log, secrets, team })
  const damaged = openFile(team, log)
  const work = openWork(base, team, secrets)
  return {
    calls: createCalls(base, { team, budget, work }),
    state: () => (damaged === undefined ? team.state() : { ...noTeam, connection: damaged }),
    work: () => work.work(),
    get member() {
      return team.member
    },
    redact: text => secrets.redact(text),
    close() {
      const link = team.session?.release()
      team.close()
      return budget.signOff().finally(() => link?.close())
    },
  }
}

function openFile(team: Team, log: TeamBase['log']): TeamState['connection'] | undefined {
  try {
    team.open()
    return undefined
  } catch (error) {
    log(error)
    const problem = {
      sentence:
        'This desk’s copy of the team’s log (team.db) can’t be read. Nothing is shared; what you record waits here.',
      remedy:
        'Quit, and put team.db back from a backup; or remove it, and join again by a new invitation. Then import the ledger that is kept.',
    }
    return { kind: 'stopped', sinceAt: Date.now(), problem }
  }
}

function openWork(base: TeamBase, team: Team, secrets: TeamSecrets): TeamWorkBoard {
  const { announce, log, ledger, desk, settings, account } = base
  const work = new TeamWorkBoard({
    ...{ team, secrets, log, desk },
    books: () => settings.shownBooks(),
    currency: () => settings.state().value.currency,
    sums: () => (account.isDemo ? [] : ledger.accounts.overview().currencies),
    facts: id => ledger.facts(id),
    findTicket: uid => ledger.findTicket(uid),
  })
  work.on('work', now => announce('team', 'workChanged', now))
  work.on('presence', now => announce('team', 'presence', now))
  return work
}

interface TeamParts {
  readonly team: Team
  readonly budget: TeamBudget
  readonly work: TeamWorkBoard
}

function createCalls(base: TeamBase, { team, budget, work }: TeamParts): TeamCalls {
  return {
    test: draft => team.test(draft),
    found: draft => team.found(draft),
    invite: draft => team.invite(draft),
    join: draft => team.join(draft),
    admit: draft => team.admit(draft),
    setRole: draft => team.setRole(draft),
    remove: draft => team.remove(draft),
    leave: ({ ledger: which, ...how }) =>
      team.leave(how, {
        makePlain: keptLedger => (which === 'kept' ? putBack(base, keptLedger) : makePlain(base)),
        onStayed: () => base.ledger.open(),
      }),
    unshared: () => listUnshared(base, team),
    retry: () => team.retry(),
    returnRecords: () => team.returnRecords(),
    async setShared(settings) {
      const state = await team.setShared(settings)
      if (settings.callsPerMinute !== null) await budget.setLimit(settings.callsPerMinute)
      return state
    },
    decideWaiting(word) {
      base.ledger.decideWaiting(word)
      return team.state()
    },
    present: draft => work.present(draft),
    instruct: draft => work.instruct(draft),
    reply: draft => work.reply(draft),
    share: draft => work.share(draft),
    sendStatements: () => work.sendStatements(),
  }
}

function listUnshared({ ledger }: TeamBase, team: Team): UnsharedRecord[] {
  const others = team.copy === undefined ? [] : describeUnsent(team.copy, maxUnsharedListed)
  return [...describeUnshared(ledger.core, maxUnsharedListed), ...others]
    .toSorted((a, b) => a.at - b.at)
    .slice(0, maxUnsharedListed)
}

/** Puts the ledger from before the team back, or begins an empty one. */
const putBack = ({ backups }: TeamBase, keptLedger: string | null): Promise<unknown> =>
  keptLedger === null ? backups.startNew() : backups.putBack(keptLedger)

/** Writes the team's ledger as one without a team: exports it, and imports that into an empty one. */
async function makePlain({ folder, account, ledger, backups, imports }: TeamBase): Promise<void> {
  if (account.isDemo)
    throw new Refusal({
      kind: 'team',
      sentence: 'The demo is in use, and its tickets aren’t the team’s.',
      remedy: 'Switch to your own profile, then leave the team.',
    })
  const file = join(folder, 'team-ledger.json')
  try {
    await saveLedger(
      { ledger, askWhere: () => Promise.resolve(file) },
      { format: 'json', scope: { kind: 'all' } },
      Date.now(),
    )
    await backups.startNew('team')
    await imports.importAll(file)
  } finally {
    rmSync(file, { force: true })
  }
}
