/** Account states for tests. */
import type { AccountState, KeyStatus, Profile } from '../../../../src/shared/model/settings/profile.ts'

export const profile = (id: string, name: string): Profile => ({
  id,
  name,
  pricing: `https://{book}.${id}.example/`,
  queue: `https://queue.${id}.example/`,
  grader: `https://grader.${id}.example`,
  feed: null,
})

export const demo = (given: Partial<AccountState> = {}): AccountState => ({
  profiles: [],
  activeId: 'demo',
  activeName: 'Demo',
  isDemo: true,
  keyStatus: { kind: 'demo' },
  notices: [],
  ...given,
})

/** An own profile in use, with its key in this state. */
export const own = (keyStatus: KeyStatus, given: Partial<AccountState> = {}): AccountState => ({
  profiles: [profile('p1', 'Mine')],
  activeId: 'p1',
  activeName: 'Mine',
  isDemo: false,
  keyStatus,
  notices: [],
  ...given,
})

export const everyKeyStatus: readonly KeyStatus[] = [
  { kind: 'missing' },
  { kind: 'unreadable', reason: 'The system keychain is locked or no longer has your key.' },
  { kind: 'reading' },
  { kind: 'keychain' },
  { kind: 'session', reason: 'The system keychain didn’t respond.' },
  { kind: 'refused' },
  { kind: 'demo' },
]
