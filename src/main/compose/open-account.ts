/** The profile in use, by the command line's word where it has one. */
import { app } from 'electron'
import { Refusal } from '../../shared/failure.ts'
import { demoProfileId } from '../../shared/model/settings/profile.ts'
import { Account } from '../account/account.ts'
import { chooseVault } from '../account/keytar-vault.ts'
import { startDemo } from '../account/demo-service.ts'
import { keepDemoEpoch } from '../account/stored-preferences.ts'
import type { SettingsFile } from '../account/settings-file.ts'
import { readProfileFile } from '../switches.ts'
import { workerFile } from './built.ts'

/** `--demo` and `--profile=FILE` choose the profile; a file that does not fit is told as a notice. */
export function openAccount(file: SettingsFile): Account {
  const vault = chooseVault({ isPackaged: app.isPackaged, env: process.env })
  const account = new Account({
    settings: file,
    vault,
    startDemo: () => startDemo(workerFile('demo-worker'), keepDemoEpoch(file, Date.now())),
  })
  const profileFile = app.commandLine.getSwitchValue('profile')
  try {
    if (app.commandLine.hasSwitch('demo')) account.choose(demoProfileId)
    else if (profileFile !== '') account.choose(account.saveByName(readProfileFile(profileFile)).id)
  } catch (error) {
    account.addNotice(sentenceOf(error))
  }
  return account
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refusal && error.failure.kind === 'invalid') return error.failure.sentence
  return error instanceof Error ? error.message : String(error)
}
