/** Where the key is, in the few words of the status bar. */
import type { KeyStatus } from '../../../shared/model/settings/profile.ts'

export const keyStatusText: Readonly<Record<KeyStatus['kind'], string>> = {
  keychain: 'Key in system keychain',
  session: 'Key for this session only',
  missing: 'Key missing',
  refused: 'Key refused',
  demo: 'Demo key',
}
