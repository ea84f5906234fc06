/** What became of the key, as the settings say it. */
import type { KeyStatus } from '../../../../shared/model/settings/profile.ts'

export function keySentence(status: KeyStatus): string {
  switch (status.kind) {
    case 'keychain':
      return 'The key is in the system keychain.'
    case 'session':
      return `The key is kept for this session only. ${status.reason}`
    case 'missing':
      return 'There is no key yet: no calls are made.'
    case 'refused':
      return 'The odds service refused this key: no calls are made until you change it.'
    case 'demo':
      return 'The demo makes its own key each time it starts. Your own key belongs to a profile of yours.'
  }
}
