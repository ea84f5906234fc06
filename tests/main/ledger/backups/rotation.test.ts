import { describe, expect, it } from 'vitest'
import { isDue, findOutdated } from '../../../../src/main/ledger/backups/rotation.ts'

const noon = new Date(2026, 10, 20, 12).getTime()
const hour = 3_600_000
const day = 24 * hour
const made = (...ats: number[]) => ats.map(at => ({ at }))

describe('backups that are no longer kept', () => {
  it('are those of today but the last three', () => {
    const today = made(noon, noon - hour, noon - 2 * hour, noon - 3 * hour, noon - 4 * hour)
    expect(findOutdated(today, noon)).toEqual(today.slice(3))
  })

  it('are those of an earlier day but its last', () => {
    const all = made(noon, noon - day, noon - day - hour, noon - 2 * day)
    expect(findOutdated(all, noon)).toEqual(made(noon - day - hour))
  })

  it('are those of days before the last fourteen that have any', () => {
    const all = Array.from({ length: 20 }, (_, at) => ({ at: noon - at * 3 * day }))
    expect(findOutdated(all, noon)).toEqual(all.slice(14))
  })

  it('leave three of today and fourteen days after months of hourly backups', () => {
    let kept: { at: number }[] = []
    const end = noon + 90 * day
    for (let now = noon; now <= end; now += hour) {
      kept.push({ at: now })
      const gone = new Set(findOutdated(kept, now))
      kept = kept.filter(each => !gone.has(each))
    }
    const days = Map.groupBy(kept, ({ at }) => new Date(at).toDateString())
    expect(days.size).toBe(14)
    expect(days.get(new Date(end).toDateString())).toHaveLength(3)
    expect(kept).toHaveLength(16)
  })

  it('are none of the newest, even when the clock went back', () => {
    const all = made(noon + day, noon)
    expect(findOutdated(all, noon)).toEqual([])
  })
})

describe('a backup', () => {
  const situation = {
    now: noon,
    records: 300,
    savedAt: noon - 60_000,
    newest: { at: noon - day, records: 200 },
  }

  it.each([
    ['is due a day later', {}, true],
    ['is due when there is none', { newest: null }, true],
    ['waits while records are being written', { savedAt: noon - 1_000 }, false],
    ['is not made of what was backed up already', { records: 200 }, false],
    ['is not made of an empty ledger', { records: 1, newest: null }, false],
    ['is not made again for a few records', { newest: { at: noon - hour, records: 299 } }, false],
    ['is made again after many records', { newest: { at: noon - hour, records: 200 } }, true],
    ['is not made twice in a few minutes', { newest: { at: noon - 60_000, records: 100 } }, false],
  ])('%s', (_, change, due) => {
    expect(isDue({ ...situation, ...change })).toBe(due)
  })
})
