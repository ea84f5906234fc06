/** The ledger's backups, and its way out to files and in from them. */
import { join } from 'node:path'
import { shell } from 'electron'
import type { Announce } from '../../shared/contract.ts'
import { demoProfileId } from '../../shared/model/settings/profile.ts'
import type { Account } from '../account/account.ts'
import type { UserSettings } from '../account/settings.ts'
import { chooseTickets, chooseWhereToSaveLedger } from '../files/choose-files.ts'
import { Backups } from '../ledger/backups/backups.ts'
import { ledgerFilesIn } from '../ledger/opening/ledger-file.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { Imports } from '../ledger/transfer/imports.ts'

interface Need {
  readonly folder: string
  readonly log: (error: unknown) => string
  readonly ledger: Ledger
  readonly account: Account
  readonly settings: UserSettings
}

export function openBackups({ folder, log, ledger, account, settings }: Need) {
  const files = ledgerFilesIn(folder)
  const backups = new Backups({ ledger, folder, files, log })
  /** What was set aside last: what the next import is likely to be of. */
  let setAside: string | undefined
  backups.on('replaced', keptAs => (setAside = ledgerFilesIn(join(folder, 'kept', keptAs)).database))
  const imports = new Imports({
    ledger,
    askWhich: () => chooseTickets(setAside),
    reader: () => ({
      whose: {
        isDemo: account.isDemo,
        profileId: account.activeId,
        profileIds: [demoProfileId, ...account.state().profiles.map(({ id }) => id)],
      },
      books: settings.state().books,
      currency: ledger.reads.choices().currencies[0] ?? 'USD',
    }),
  })
  return {
    backups,
    transferNeed: { ledger, imports, askWhere: chooseWhereToSaveLedger },
    backupsNeed: { ledger, backups, show: () => shell.showItemInFolder(files.database) },
  }
}

type Connected = ReturnType<typeof openBackups> &
  Pick<Need, 'account' | 'ledger'> & { readonly announce: Announce }

/** Backups are looked for once the ledger was read, and made while it is open. */
export function connectBackups({ announce, account, ledger, backups, transferNeed }: Connected): void {
  ledger.on('opened', () => backups.start())
  ledger.on('closed', () => backups.start())
  backups.on('replaced', keptAs =>
    account.addNotice(
      `The ledger was replaced. The files that were there are kept in kept/${keptAs}. Tickets that the new one lacks can be imported from there.`,
    ),
  )
  backups.on('changed', state => announce('backups', 'changed', state))
  transferNeed.imports.on('progress', progress => announce('transfer', 'progress', progress))
}
