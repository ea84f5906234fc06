/** Selects the profile that a start requests by `--demo` or `--profile=FILE`. */
import { Refusal } from '../../shared/failure.ts'
import { demoProfileId } from '../../shared/model/settings/profile.ts'
import type { Account } from '../account/account.ts'
import { readProfileFile } from '../account/profile-file.ts'
import type { StartRequest } from './start-request.ts'

/** `choose` makes a profile the one in use. An invalid file is reported as a notice. */
export function chooseProfile(
  account: Account,
  { isDemo, profileFile }: StartRequest,
  choose: (id: string) => void,
): void {
  try {
    if (isDemo) choose(demoProfileId)
    else if (profileFile === '')
      throw new Error('No file was named. Start the program with --profile=FILE, without spaces around “=”.')
    else if (profileFile !== null) choose(account.saveByName(readProfileFile(profileFile)).id)
  } catch (error) {
    account.addNotice(describeFault(error))
  }
}

function describeFault(error: unknown): string {
  if (error instanceof Refusal && error.failure.kind === 'invalid') return error.failure.sentence
  return error instanceof Error ? error.message : String(error)
}
