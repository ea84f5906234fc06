/** The hosts whose links this user approved "always", by profile and book. */
import type { Approvals } from '../links/deep-link.ts'
import type { SettingsFile } from './settings-file.ts'

export function approvalsOf(settings: SettingsFile): Approvals {
  const approved = () => settings.read().approvedHosts[settings.read().activeProfileId] ?? {}
  return {
    has: (bookId, host) => approved()[bookId]?.includes(host) ?? false,
    add(bookId, host) {
      const { approvedHosts, activeProfileId } = settings.read()
      const ofProfile = { ...approved(), [bookId]: [...(approved()[bookId] ?? []), host] }
      settings.write({ approvedHosts: { ...approvedHosts, [activeProfileId]: ofProfile } })
    },
  }
}
