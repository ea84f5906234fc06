import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import type { DisplayContext } from '../../../../../src/renderer/features/desk/context/useDisplay.ts'
import {
  useCoarseClock,
  useRowDisplays,
  type RowDisplay,
} from '../../../../../src/renderer/features/desk/grid/useRowDisplays.ts'
import { leg, noon, row } from '../../../../support/shared/desk-rows.ts'
import { defaultValueSettings } from '../../../../../src/shared/model/settings/settings.ts'

const rows = Array.from({ length: 60 }, (_, index) => index)
const first: DisplayContext = {
  now: 1_000,
  staleAfterMs: 30_000,
  format: 'american',
  value: defaultValueSettings,
}

const display = shallowRef(first)
const rowCount = shallowRef(rows.length)
let scope: EffectScope
let displayOf: (index: number) => RowDisplay

beforeEach(() => {
  vi.useFakeTimers()
  display.value = first
  rowCount.value = rows.length
  scope = effectScope()
  displayOf =
    scope.run(() => useRowDisplays({ display: () => display.value, rowCount: () => rowCount.value })) ??
    (() => display)
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

const change = async (to: Partial<DisplayContext>) => {
  display.value = { ...display.value, ...to }
  await nextTick()
}
const nextFrame = () => vi.advanceTimersToNextTimer()
const withNewest = () => rows.filter(index => displayOf(index).value === display.value)

describe('useRowDisplays', () => {
  it('hands a second of the clock to a few rows a frame, each once', async () => {
    await change({ now: 2_000 })
    const bands = [withNewest()]
    while (withNewest().length < rows.length) {
      const before = new Set(withNewest())
      nextFrame()
      bands.push(withNewest().filter(index => !before.has(index)))
    }
    expect(bands).toHaveLength(6)
    expect(bands.flat().toSorted((a, b) => a - b)).toEqual(rows)
    for (const band of bands) expect(band.length).toBeLessThanOrEqual(12)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('asks for no more frames than its rows need, and has the newest second for a row that is added', async () => {
    rowCount.value = 6
    await change({ now: 2_000 })
    expect(vi.getTimerCount()).toBe(1)
    nextFrame()
    expect(vi.getTimerCount()).toBe(0)
    expect(withNewest()).toEqual(rows)
  })

  it.each<Partial<DisplayContext>>([
    { format: 'decimal' },
    { staleAfterMs: 60_000 },
    { value: { ...defaultValueSettings, fewestBooks: 9 } },
  ])('hands a setting to all rows at once: %o', async setting => {
    await change({ ...setting, now: 2_000 })
    expect(withNewest()).toEqual(rows)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('hands a setting to all rows also while a second is handed out', async () => {
    await change({ now: 2_000 })
    nextFrame()
    await change({ format: 'decimal' })
    expect(withNewest()).toEqual(rows)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no row behind where a second goes by without a frame', async () => {
    await change({ now: 2_000 })
    await change({ now: 3_000 })
    expect(withNewest()).toEqual(rows)
  })

  it('asks for no frame once it is gone', async () => {
    await change({ now: 2_000 })
    scope.stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves the frame of a key to its result', async () => {
    await change({ now: 2_000 })
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    const begun = withNewest().length
    vi.advanceTimersByTime(39)
    expect(withNewest()).toHaveLength(begun)
    vi.advanceTimersByTime(120)
    expect(withNewest()).toEqual(rows)
  })
})

it('useCoarseClock is updated in the second in which a game of a row starts', async () => {
  const now = shallowRef(noon + 8_000)
  const starting = row(1, [], [leg('Harbor City', 'Moneyline', { startAt: noon + 9_000 })])
  const rows = shallowRef([{ row: shallowRef(starting) }])
  const clock = scope.run(() => useCoarseClock(() => now.value, rows))
  const tick = async (to: number) => {
    now.value = to
    await nextTick()
    return clock?.value
  }
  expect(clock?.value).toBe(noon)
  expect(await tick(noon + 9_000)).toBe(noon + 9_000)
  expect(await tick(noon + 14_000)).toBe(noon + 9_000)
})
