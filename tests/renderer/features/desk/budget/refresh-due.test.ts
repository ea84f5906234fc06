import { flushPromises } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { RefreshDue } from '../../../../../src/shared/model/price/refresh-due.ts'
import { useRefreshDueStore } from '../../../../../src/renderer/features/desk/budget/refresh-due-store.ts'
import { refreshDueText } from '../../../../../src/renderer/features/desk/budget/refresh-due-text.ts'
import { ok, stubDesk } from '../../../../support/bridge/stub-desk.ts'

describe('refreshDueText', () => {
  const now = 1_000_000

  it.each<[RefreshDue, string | undefined]>([
    [{ kind: 'due', at: now + 12_000, isKnown: true }, 'Refreshes in 12s'],
    [{ kind: 'due', at: now + 68_000, isKnown: false }, 'Refreshes within 1 min 8s'],
    [{ kind: 'due', at: now - 1, isKnown: false }, 'Refreshes when a call is free'],
    [{ kind: 'paused', untilAt: now + 9_000 }, 'Refreshes after the pause, in 0:09'],
    [{ kind: 'paused', untilAt: now }, undefined],
    [{ kind: 'first-answers' }, 'Refreshes once the other books are priced'],
    [{ kind: 'off' }, 'Auto-refresh is off for this parlay'],
    [{ kind: 'final' }, 'Not refreshed: a retry wouldn’t change it'],
    [{ kind: 'asked' }, undefined],
    [{ kind: 'not-offered' }, undefined],
  ])('of %j is %s', (due, text) => {
    expect(refreshDueText(due, now)).toBe(text)
  })
})

describe('useRefreshDueStore', () => {
  const cell = { parlayId: 1, bookId: 'alpha' }
  const other = { parlayId: 1, bookId: 'bravo' }

  function open(...answers: readonly RefreshDue[]) {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { api } = stubDesk()
    for (const answer of answers) api.budget.refreshDue.mockResolvedValueOnce(ok(answer))
    return { store: useRefreshDueStore(createPinia()), api }
  }
  const estimate: RefreshDue = { kind: 'due', at: 60_000, isKnown: false }

  it('has the time of the cell that it follows, and of no other', async () => {
    const { store } = open({ kind: 'off' })
    await store.follow(cell)
    expect(store.dueOf(cell)).toEqual({ kind: 'off' })
    expect(store.dueOf(other)).toBeUndefined()
    await store.follow(undefined)
    expect(store.dueOf(cell)).toBeUndefined()
  })

  it('reads again while the first answers of a row are awaited', async () => {
    const { store } = open({ kind: 'first-answers' }, { kind: 'off' })
    await store.follow(cell)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(store.dueOf(cell)).toEqual({ kind: 'off' })
  })

  it('reads a plan again that other answers change, and a known time once it has passed', async () => {
    const { store, api } = open(estimate, { kind: 'due', at: 30_000, isKnown: true }, { kind: 'off' })
    vi.setSystemTime(0)
    await store.follow(cell)
    expect(store.dueOf(cell)).toEqual(estimate)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(store.dueOf(cell)).toEqual({ kind: 'due', at: 30_000, isKnown: true })
    await vi.advanceTimersByTimeAsync(25_000)
    expect(api.budget.refreshDue).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(store.dueOf(cell)).toEqual({ kind: 'off' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.budget.refreshDue).toHaveBeenCalledTimes(3)
  })

  it('never counts up to a later time, except after a new answer', async () => {
    const [later, sooner] = [90_000, 40_000].map(at => ({ ...estimate, at }))
    const { store } = open(estimate, later ?? estimate, sooner ?? estimate, later ?? estimate)
    vi.setSystemTime(0)
    await store.follow(cell)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(store.dueOf(cell)).toEqual(estimate)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(store.dueOf(cell)).toEqual(sooner)
    await store.follow(cell)
    expect(store.dueOf(cell)).toEqual(later)
  })

  it('leaves out the answer for a cell that the user has left', async () => {
    const { store } = open({ kind: 'off' }, { kind: 'final' })
    const first = store.follow(cell)
    await Promise.all([first, store.follow(other), flushPromises()])
    expect(store.dueOf(cell)).toBeUndefined()
    expect(store.dueOf(other)).toEqual({ kind: 'final' })
  })
})
