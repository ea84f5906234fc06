import { describe, expect, it } from 'vitest'
import { isDue, findOutdated } from '../../../../src/main/ledger/backups/rotation.ts'

const noon = new Date(2026, 10, 20, 12).getTime()
const hour = 3_600_000
const day = 24 * hour
const made = (...ats: number[]) => ats.map(at => ({ at }))

describe('findOutdated', () => {
  it('finds all backups of today but the last three', () => {
    const today = made(noon, noon - hour, noon - 2 * hour, noon - 3 * hour, noon - 4 * hour)
    expect(findOutdated(today, noon)).toEqual(today.slice(3))
  })

  it('finds all backups of an earlier day but its last', () => {
    const all = made(noon, noon - day, noon - day - hour, noon - 2 * day)
    expect(findOutdated(all, noon)).toEqual(made(noon - day - hour))
  })

  it('finds the backups of days before the last fourteen that have any', () => {
    const all = Array.from({ length: 20 }, (_, at) => ({ at: noon - at * 3 * day }))
    expect(findOutdated(all, noon)).toEqual(all.slice(14))
  })

  it('after months of hourly backups, leaves three of today and fourteen days', () => {
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

  it('finds none of the newest, even when the clock went back', () => {
    const all = made(noon + day, noon)
    expect(findOutdated(all, noon)).toEqual([])
  })
})

describe('isDue', () => {
  const facts = {
    now: noon,
    records: 300,
    savedAt: noon - 60_000,
    newest: { at: noon - day, records: 200 },
  }

  it.each([
    ['is true a day later', {}, true],
    ['is true without any backup', { newest: null }, true],
    ['is false while records are being written', { savedAt: noon - 1_000 }, false],
    ['is false without new records', { records: 200 }, false],
    ['is false for an empty ledger', { records: 1, newest: null }, false],
    ['is false after a few records', { newest: { at: noon - hour, records: 299 } }, false],
    ['is true after many records', { newest: { at: noon - hour, records: 200 } }, true],
    ['is false for a few minutes after a backup', { newest: { at: noon - 60_000, records: 100 } }, false],
  ])('%s', (_, change, due) => {
    expect(isDue({ ...facts, ...change })).toBe(due)
  })
})
