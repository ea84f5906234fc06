/** When the demo's world began, in the settings file, so that it goes on through a restart of the program. */
import type { SettingsFile } from './settings-file.ts'

const dayMs = 86_400_000
const dayOf = (at: number) => Math.floor(at / dayMs)

/**
 * The beginning kept from today, or else now, which is then kept. A bet of the demo ends as it would have had the
 * program run on; each day (UTC) has a world of its own, in which the games of earlier days are over.
 */
export function demoEpoch(settings: SettingsFile, now: number): number {
  const { demoBegunAt: kept } = settings.read()
  if (kept !== null && kept <= now && dayOf(kept) === dayOf(now)) return kept
  settings.write({ demoBegunAt: now })
  return now
}
