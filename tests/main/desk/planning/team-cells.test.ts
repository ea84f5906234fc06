/** A desk in a team's market, which the test plays. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CellClaim } from '../../../../src/main/desk/planning/planner.ts'
import type { Market } from '../../../../src/main/desk/planning/team-cells.ts'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import type { QuoteOutcome } from '../../../../src/shared/model/price/quote.ts'
import { at, cellsOf, keysOf, settle, startDesk } from '../../../support/desk/scripted-desk.ts'
import { byHand } from '../../../support/desk/test-budget.ts'

type Wanted = Parameters<Market['claim']>[0]

function startMarket(claim: (wanted: Wanted) => Promise<CellClaim>) {
  const wanted: Wanted[] = []
  const put: { hostId: string; keys: readonly string[]; outcome: QuoteOutcome }[] = []
  const market: Market = {
    claim(request) {
      wanted.push(request)
      return claim(request)
    },
    put: (cell, outcome) => put.push({ ...cell, outcome }),
  }
  return { market, wanted, put }
}

const release = vi.fn()
const yours = () => Promise.resolve<CellClaim>({ kind: 'yours', release })

beforeEach(() => {
  vi.useFakeTimers()
  release.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('A desk in a team', () => {
  it('claims a cell before its call, gives the answer to the others, and ends the claim', async () => {
    const team = startMarket(yours)
    const { desk, asked } = startDesk({ market: team.market })
    await desk.add(keysOf('two', 'one'), noNote)
    await settle()
    expect(team.wanted.map(({ hostId, keys, freshMs }) => [hostId, keys, freshMs])).toEqual([
      ['a', keysOf('two', 'one'), 5_000],
      ['b', keysOf('two', 'one'), 5_000],
    ])
    expect(asked).toHaveLength(2)
    expect(team.put.map(({ hostId, outcome }) => [hostId, outcome])).toEqual([
      ['a', at(150)],
      ['b', at(150)],
    ])
    expect(release).toHaveBeenCalledTimes(2)
  })

  it('makes no call for a cell that another desk answered, and shows who asked', async () => {
    const team = startMarket(({ hostId }) => {
      if (hostId === 'b') return yours()
      started.desk.record(
        { parlayId: 1, bookId: 'a' },
        { at: Date.now() - 4_000, outcome: at(140), author: 'two' },
      )
      return Promise.resolve({ kind: 'answered' })
    })
    const started = startDesk({ market: team.market })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    expect(started.asked.map(({ book }) => book)).toEqual(['b'])
    const { a, b } = cellsOf(started)
    expect(a).toMatchObject({ activity: { kind: 'none' }, quote: { author: 'two', outcome: at(140) } })
    expect(b?.quote).not.toHaveProperty('author')
  })

  it('keeps the author in the price history', async () => {
    const started = startDesk({ market: startMarket(yours).market })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    started.desk.record({ parlayId: 1, bookId: 'a' }, { at: Date.now() + 1, outcome: at(140), author: 'two' })
    started.desk.close()
    started.desk.open()
    expect(cellsOf(started)['a']?.quote).toMatchObject({ author: 'two', outcome: at(140) })
  })

  it('does not let another desk’s older answer replace its own', async () => {
    const started = startDesk({ market: startMarket(yours).market })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    started.desk.record(
      { parlayId: 1, bookId: 'a' },
      { at: Date.now() - 4_000, outcome: at(140), author: 'two' },
    )
    expect(cellsOf(started)['a']?.quote?.outcome).toEqual(at(150))
  })

  it('rechecks a price by a call of its own, also while it waits for another desk', async () => {
    const team = startMarket(
      ({ signal }) =>
        new Promise(resolve => {
          signal.addEventListener('abort', () => resolve({ kind: 'yours', release }))
        }),
    )
    const started = startDesk({ market: team.market })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    expect(started.asked).toEqual([])
    const rechecked = started.desk.recheck({ parlayId: 1, bookId: 'a' }, null)
    await settle()
    await expect(rechecked).resolves.toBeDefined()
    expect(started.asked.map(({ book }) => book)).toEqual(['a'])
    await started.desk.recheck({ parlayId: 1, bookId: 'a' }, null)
    expect(team.wanted).toHaveLength(2)
  })

  it('drops a background call that waits in its queue when another desk’s answer comes', async () => {
    const started = startDesk({ market: startMarket(yours).market, limits: byHand(2) })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    started.desk.planRefresh([{ parlayId: 1, bookId: 'a' }])
    await settle()
    expect(cellsOf(started)['a']?.activity.kind).toBe('waiting')
    started.desk.record({ parlayId: 1, bookId: 'a' }, { at: Date.now(), outcome: at(140), author: 'two' })
    expect(cellsOf(started)['a']).toMatchObject({ activity: { kind: 'none' }, quote: { author: 'two' } })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(started.asked).toHaveLength(2)
    expect(release).toHaveBeenCalledTimes(3)
  })

  it('stops waiting for another desk when its parlay leaves', async () => {
    let isAborted = false
    const team = startMarket(
      ({ signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => (isAborted = true))
        }),
    )
    const { desk } = startDesk({ market: team.market })
    await desk.add(keysOf('one'), noNote)
    await settle()
    desk.remove(1)
    expect(isAborted).toBe(true)
  })
})
