/** What is wrong with the key, said once for the whole window, with the act that mends it. */
import type { AccountState } from '../../../shared/model/settings/profile.ts'

interface AccountAlert {
  readonly says: string
  readonly remedy: string
  /** Name of the button that leads to the key. */
  readonly act: string
  /** True when no calls are made because of it; such an alert cannot be dismissed. */
  readonly isBlocking: boolean
}

/** Undefined while calls can be made with a key that will be there tomorrow. */
export function accountAlert({ keyStatus, activeName }: AccountState): AccountAlert | undefined {
  switch (keyStatus.kind) {
    case 'refused':
      return {
        says: 'The odds service refused the key. No calls are made until you change it.',
        remedy: '',
        act: 'Change key',
        isBlocking: true,
      }
    case 'missing':
      return {
        says: `${activeName} has no API key. No calls are made until you enter it.`,
        remedy: '',
        act: 'Enter key',
        isBlocking: true,
      }
    case 'session':
      return {
        says: 'The key is kept for this session only.',
        remedy: `${keyStatus.reason} To keep the key, start or unlock the keychain, then save the key again.`,
        act: 'Save key again',
        isBlocking: false,
      }
    case 'keychain':
    case 'demo':
      return undefined
  }
}
