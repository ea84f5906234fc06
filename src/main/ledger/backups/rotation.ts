/**
 * Rules for backups: which ones are kept, and when the next is due. Pure; times are epoch ms, days are in the user's
 * time zone.
 */

const keptOfToday = 3
const keptDays = 14
/** New records after which another backup is made on the same day. */
const minNewRecords = 100
const dayMs = 24 * 60 * 60_000
/** Time without a new record before a backup is made, so that no bet waits for it. */
const minQuietMs = 20_000
const minIntervalMs = 15 * 60_000

const toDay = (at: number) => new Date(at).toDateString()

/** Returns all but the last three of today, and the last of each of the fourteen last days that have any. */
export function findOutdated<T extends { readonly at: number }>(backups: readonly T[], now: number): T[] {
  const newestFirst = backups.toSorted((a, b) => b.at - a.at)
  const today = newestFirst.filter(({ at }) => toDay(at) === toDay(now)).slice(0, keptOfToday)
  const days = [...Map.groupBy(newestFirst, ({ at }) => toDay(at)).values()].slice(0, keptDays)
  const kept = new Set([...today, ...days.flatMap(([last]) => last ?? [])])
  return backups.filter(backup => !kept.has(backup))
}

interface BackupFacts {
  readonly now: number
  /** Records in the ledger. */
  readonly records: number
  /** Time of the last record; null when there was none since the start. */
  readonly savedAt: number | null
  readonly newest: { readonly at: number; readonly records: number } | null
}

/** Daily, and after many records; never when nothing was recorded since. */
export function isDue({ now, records, savedAt, newest }: BackupFacts): boolean {
  const isQuiet = savedAt === null || now - savedAt >= minQuietMs
  const isEmpty = records <= 1
  if (!isQuiet || isEmpty) return false
  if (newest === null) return true
  const age = now - newest.at
  if (records === newest.records) return false
  return (
    age >= dayMs ||
    toDay(newest.at) !== toDay(now) ||
    (records - newest.records >= minNewRecords && age >= minIntervalMs)
  )
}
