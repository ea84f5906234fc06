import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '../../../src/main/storage/database.ts'
import { prepareStatements } from '../../../src/main/trending/outbox-rows.ts'
import { Outbox, readSchedule } from '../../../src/main/trending/outbox.ts'
import type { SendOutcome } from '../../../src/shared/model/parlay/submission.ts'
import { legOf, trendingMigrations } from '../../support/trending/parlay-file.ts'

const many = 10_000
let database: Database
let outbox: Outbox

/** Ten thousand that are done, and one that waits behind them. */
beforeAll(() => {
  database = openDatabase(':memory:', trendingMigrations)
  outbox = new Outbox(database)
  const draftOf = (name: string) => {
    const { key, market, game } = legOf(name)
    const legs = [{ key, name, market, game }]
    return { profileId: 'mine', bookId: 'a', title: name, legs, ids: [`a#${key}`], at: 1 }
  }
  const added = outbox.add(Array.from({ length: many + 1 }, (_, place) => draftOf(`leg ${place}`)))
  const ids = added.slice(0, many).map(({ stored }) => stored.id)
  outbox.applyAll(ids, { kind: 'sent' }, 2)
  outbox.applyAll(ids, { kind: 'answered', outcome: { kind: 'queued' }, raw: null }, 3)
  return () => {
    database.close()
  }
})

/** The query plan of a statement of the outbox. */
function planOf(name: keyof ReturnType<typeof prepareStatements>): string {
  const { sourceSQL } = prepareStatements(database)[name]
  const rows = database.prepare(`EXPLAIN QUERY PLAN ${sourceSQL}`).all()
  return rows.map(row => String(row['detail'])).join('; ')
}

describe('Outbox of 10,000 submissions', () => {
  it('finds queued submissions without a scan', () => {
    for (const name of ['due', 'line', 'ahead', 'behind'] as const)
      expect(planOf(name)).toMatch(/^SEARCH submissions USING (COVERING )?INDEX submissions_line \(/)
    expect(planOf('waits')).toContain('INDEX submissions_timed (profile_id=?)')
    expect(outbox.due('mine', 5, true)?.title).toBe(`leg ${many}`)
    expect(outbox.waits('mine').size).toBe(0)
  })

  it('is searched, paged and opened by index, and never sorted', () => {
    expect(planOf('find')).toContain('USING INDEX submissions_once (profile_id=? AND identity=?)')
    expect(planOf('all')).toBe('SEARCH submissions USING INDEX submissions_listed (profile_id=?)')
    expect(planOf('shelf')).toBe(
      'SEARCH submissions USING INDEX submissions_shelved (profile_id=? AND shelf=?)',
    )
    for (const name of ['steps', 'stepCount'] as const) expect(planOf(name)).toContain('steps_of_submission')
    for (const name of ['get', 'move', 'place'] as const) expect(planOf(name)).toContain('PRIMARY KEY')
  })

  it('is paged from either end, newest first, and in queue order while waiting', () => {
    const page = (from: number) => outbox.page('mine', 'queued', from, 3).map(({ title }) => title)
    expect(page(0)).toEqual(['leg 9999', 'leg 9998', 'leg 9997'])
    expect(page(many - 2)).toEqual(['leg 1', 'leg 0'])
    expect(outbox.page('mine', 'all', 0, 1).map(({ title }) => title)).toEqual([`leg ${many}`])
    expect(outbox.page('mine', 'waiting', 0, 5)).toHaveLength(1)
    expect(outbox.counts('mine')).toEqual(
      new Map([
        ['queued', many],
        ['waiting', 1],
      ]),
    )
  })
})

describe('Outbox file', () => {
  it('refuses to change the contents of a submission, or to delete any of it', () => {
    for (const sql of [
      `UPDATE submissions SET odds_ids = '[]' WHERE id = 1`,
      `UPDATE submissions SET profile_id = 'other' WHERE id = 1`,
      'DELETE FROM submissions WHERE id = 1',
      `UPDATE submission_steps SET at = 0 WHERE id = 1`,
      'DELETE FROM submission_steps WHERE id = 1',
      `INSERT OR REPLACE INTO submission_steps VALUES (1, 1, 0, '{}')`,
    ])
      expect(() => database.exec(sql)).toThrow(/never|constraint/)
  })

  it('stores all of a batch or nothing', () => {
    const before = outbox.counts('mine')
    expect(() => outbox.applyAll([many + 1, 1], { kind: 'cancelled' }, 9)).toThrow()
    expect(outbox.counts('mine')).toEqual(before)
  })
})

describe('readSchedule', () => {
  function openOutbox() {
    const file = openDatabase(':memory:', trendingMigrations)
    onTestFinished(() => file.close())
    const waiting = new Outbox(file, { full: [30, 30], lost: [20, 20] })
    const names = ['one', 'two', 'three']
    waiting.add(
      names.map(name => ({ profileId: 'p', bookId: 'a', title: name, legs: [], ids: [name], at: 0 })),
    )
    /** Sends the submission of this id at time 0. */
    const answer = (id: number, outcome: SendOutcome) => {
      waiting.apply(id, { kind: 'sent' }, 0)
      waiting.apply(id, { kind: 'answered', outcome, raw: null }, 0)
    }
    const plan = (now: number) => {
      const { due, ...times } = readSchedule(waiting, 'p', now)
      return { due: due?.title, ...times }
    }
    return { answer, plan }
  }

  it('holds all until the end of a rate limit', () => {
    const { answer, plan } = openOutbox()
    const free = { due: 'one', nextAt: undefined, fullAgainAt: undefined, limitedUntilAt: undefined }
    expect(plan(0)).toEqual(free)
    answer(1, { kind: 'limited', untilAt: 50 })
    expect(plan(49)).toEqual({ ...free, due: undefined, nextAt: 50, limitedUntilAt: 50 })
    expect(plan(50)).toEqual(free)
  })

  it('waits for the first of those that are tried again', () => {
    const { answer, plan } = openOutbox()
    answer(1, { kind: 'full', notBeforeAt: null })
    answer(2, { kind: 'lost', failure: { kind: 'timed-out', afterMs: 1 } })
    answer(3, { kind: 'queued' })
    const times = { nextAt: 20, fullAgainAt: 30, limitedUntilAt: undefined }
    expect(plan(19)).toEqual({ due: undefined, ...times })
    expect(plan(20)).toEqual({ due: 'two', ...times })
    expect(plan(30)).toEqual({ due: 'one', ...times })
  })
})
