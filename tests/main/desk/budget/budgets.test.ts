import { copyFileSync, renameSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deskMigrations } from '../../../../src/main/storage/migrations/desk/desk-migrations.ts'
import { BudgetStore } from '../../../../src/main/desk/budget/budget-store.ts'
import { Budgets } from '../../../../src/main/desk/budget/budgets.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { answered, byHand, callRequest } from '../../../support/desk/test-budget.ts'

const file = () => join(tempFolder(), 'desk.db')

function open(path: string) {
  const database = openDatabase(path, deskMigrations)
  const store = new BudgetStore(database)
  const limits = { now: byHand(100) }
  const budgets = new Budgets({ store, limits: () => limits.now })
  const close = () => {
    budgets.close()
    if (database.isOpen) database.close()
  }
  onTestFinished(close)
  return { database, store, budgets, limits, close }
}

const callFor = async (
  { budgets }: Pick<ReturnType<typeof open>, 'budgets'>,
  profileId: string,
  count: number,
) => {
  for (let call = 0; call < count; call += 1)
    (await budgets.acquire({ ...callRequest('a'), profileId })).release(answered)
}

describe('Budgets', () => {
  it('count after a restart the calls each profile sent before', async () => {
    const path = file()
    const first = open(path)
    await callFor(first, 'mine', 30)
    await callFor(first, 'other', 3)
    first.close()
    const { budgets } = open(path)
    expect(['mine', 'other', 'new'].map(id => budgets.of(id).meter().lastMinute)).toEqual([30, 3, 0])
  })

  it('record a call on disk before it is sent', async () => {
    const path = file()
    const first = open(path)
    await callFor(first, 'mine', 25)
    // As a crash would leave it: nothing is closed.
    const { sent, reserved, uptimeMs } = new BudgetStore(first.database).read('mine') ?? {
      ...{ sent: [], reserved: 0, uptimeMs: 0 },
    }
    expect(Math.abs(uptimeMs - uptime() * 1_000)).toBeLessThan(60_000)
    const known = sent.reduce((calls, [, count]) => calls + count, 0)
    expect(known + reserved).toBeGreaterThanOrEqual(25)
    expect(known + reserved).toBeLessThanOrEqual(35)
  })

  it('write once for a burst, whatever its size', async () => {
    const { database, budgets } = open(file())
    const burst = Array.from({ length: 30 }, async () =>
      (await budgets.acquire(callRequest('a'))).release(answered),
    )
    await Promise.all(burst)
    expect(database.prepare('SELECT total_changes() AS writes').get()).toEqual({ writes: 1 })
  })

  it('start empty where the stored state cannot be read', () => {
    const path = file()
    const { database, budgets } = open(path)
    database.prepare('INSERT INTO call_budgets VALUES (?, ?)').run('mine', '{"uptimeMs":"long"}')
    expect(budgets.of('mine').meter().lastMinute).toBe(0)
  })

  it('refuse calls that cannot be recorded, until they can', async () => {
    const { database, store, budgets } = open(file())
    await callFor({ budgets }, 'mine', 1)
    database.exec('PRAGMA query_only = 1')
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, async () => (await budgets.acquire(callRequest('a'))).release(answered)),
    )
    const refused = results.filter(each => each.status === 'rejected')
    const { sent = [], reserved = 0 } = store.read('mine') ?? {}
    const recorded = sent.reduce((calls, [, count]) => calls + count, 0) + reserved
    expect(1 + results.length - refused.length).toBeLessThanOrEqual(recorded)
    expect(refused.length).toBeGreaterThan(30)
    expect(refused[0]?.reason).toMatchObject({ failure: { kind: 'storage' } })
    expect(String(refused[0]?.reason)).toMatch(/can’t be written.*No calls are sent/)
    database.exec('PRAGMA query_only = 0')
    await callFor({ budgets }, 'mine', 1)
  })

  it.runIf(process.platform !== 'win32')('refuse calls once their file was replaced', async () => {
    const path = file()
    const { budgets } = open(path)
    await callFor({ budgets }, 'mine', 1)
    copyFileSync(path, `${path}.new`)
    renameSync(`${path}.new`, path)
    await expect(callFor({ budgets }, 'mine', 50)).rejects.toThrow(/Another file.*No calls are sent/)
  })

  it('apply limits that change, and emit "limited"', async () => {
    const { budgets, limits } = open(file())
    let pushed = 0
    budgets.on('limited', () => (pushed += 1))
    limits.now = byHand(1)
    await callFor({ budgets }, 'mine', 1)
    expect((budgets.of('mine').meter().nextAt ?? 0) - Date.now()).toBeLessThanOrEqual(60_500)
    const second = callFor({ budgets }, 'mine', 1)
    limits.now = byHand(2)
    budgets.limitsChanged('mine')
    await second
    expect(pushed).toBe(1)
  })

  it('pause a host also after a restart, until the user ends that, and emit "unpaused"', async () => {
    const path = file()
    const first = open(path)
    const untilAt = Date.now() + 3 * 86_400_000
    ;(await first.budgets.acquire(callRequest('a'))).release({ kind: 'limited', untilAt })
    first.close()
    const { budgets } = open(path)
    const ended: string[] = []
    budgets.on('unpaused', profileId => ended.push(profileId))
    expect(budgets.of('mine').meter().pausedHosts).toEqual([{ host: 'a', why: 'limited', untilAt }])
    budgets.endLongPauses('mine')
    expect([budgets.of('mine').meter().pausedHosts, ended]).toEqual([[], ['mine']])
  })

  it('emit "changed" for each call', async () => {
    const { budgets } = open(file())
    let pushed = 0
    budgets.on('changed', () => (pushed += 1))
    const permit = await budgets.acquire(callRequest('a'))
    permit.release(answered)
    expect(pushed).toBe(2)
  })
})
