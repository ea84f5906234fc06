/** The hosts whose links this user approved "always", by profile and book. */
import type { Approvals } from '../links/deep-link.ts'
import type { SettingsFile } from './settings-file.ts'

export function approvalsOf(settings: SettingsFile): Approvals {
  // A book may be called anything, `constructor` too.
  const ofProfile = () =>
    new Map(Object.entries(settings.read().approvedHosts[settings.read().activeProfileId] ?? {}))
  return {
    has: (bookId, host) => ofProfile().get(bookId)?.includes(host) ?? false,
    add(bookId, host) {
      const { approvedHosts, activeProfileId } = settings.read()
      const hosts = ofProfile()
      hosts.set(bookId, [...(hosts.get(bookId) ?? []), host])
      settings.write({ approvedHosts: { ...approvedHosts, [activeProfileId]: Object.fromEntries(hosts) } })
    },
  }
}
