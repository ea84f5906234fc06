/** Which backups are kept, and when the next is due. Pure; times are epoch ms, days are those of the user's clock. */

export interface Dated {
  readonly at: number
}

const keptOfToday = 3
const keptDays = 14
/** So many records since the last one make a backup worth it on the same day. */
const recordsAReason = 100
const dayMs = 24 * 60 * 60_000
/** No bet waits for a backup: it is made while nothing is being written. */
const quietMs = 20_000
const soonestMs = 15 * 60_000

const dayOf = (at: number) => new Date(at).toDateString()

/** The last three of today, and the last of each of the fourteen last days that have any. */
export function outdated<T extends Dated>(backups: readonly T[], now: number): T[] {
  const newestFirst = backups.toSorted((a, b) => b.at - a.at)
  const today = newestFirst.filter(({ at }) => dayOf(at) === dayOf(now)).slice(0, keptOfToday)
  const days = [...Map.groupBy(newestFirst, ({ at }) => dayOf(at)).values()].slice(0, keptDays)
  const kept = new Set([...today, ...days.flatMap(([last]) => last ?? [])])
  return backups.filter(backup => !kept.has(backup))
}

export interface Situation {
  readonly now: number
  readonly records: number
  /** Of the last record; null when there was none since the start. */
  readonly savedAt: number | null
  readonly newest: { readonly at: number; readonly records: number } | null
}

/** Daily, and after many records; never when nothing was recorded since. */
export function isDue({ now, records, savedAt, newest }: Situation): boolean {
  const isQuiet = savedAt === null || now - savedAt >= quietMs
  const isEmpty = records <= 1
  if (!isQuiet || isEmpty) return false
  if (newest === null) return true
  const age = now - newest.at
  if (records === newest.records) return false
  return (
    age >= dayMs ||
    dayOf(newest.at) !== dayOf(now) ||
    (records - newest.records >= recordsAReason && age >= soonestMs)
  )
}
