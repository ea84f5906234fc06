import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import { usePriceFlashes } from '../../../../../src/renderer/features/desk/grid/usePriceFlashes.ts'
import { cell, failure, priced, row } from '../../../../support/shared/desk-rows.ts'

const at = (american: number, bravo = 300) =>
  row(1, [cell('alpha', { quote: priced(american) }), cell('bravo', { quote: priced(bravo) })])

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function start() {
  const shown = shallowRef(at(150))
  let flashes = () => ({})
  const view = mount({
    setup() {
      const found = usePriceFlashes(() => shown.value)
      flashes = () => Object.fromEntries(found.value)
    },
    render: () => null,
  })
  const come = async (next: typeof shown.value) => {
    shown.value = next
    await nextTick()
    return flashes()
  }
  return { come, flashes: () => flashes(), view }
}

describe('usePriceFlashes', () => {
  it('flashes the price that changed by its direction', async () => {
    const { come, flashes } = start()
    expect(flashes()).toEqual({})
    expect(await come(at(160))).toEqual({ alpha: 'flash-up' })
    expect(await come(at(155))).toEqual({ alpha: 'flash-down' })
  })

  it('ends a flash after a moment, which begins again with the next change', async () => {
    const { come, flashes } = start()
    await come(at(160))
    vi.advanceTimersByTime(600)
    await come(at(170))
    vi.advanceTimersByTime(600)
    expect(flashes()).toEqual({ alpha: 'flash-up' })
    vi.advanceTimersByTime(400)
    expect(flashes()).toEqual({})
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends each flash in its own time, and those of about one time together', async () => {
    const { come, flashes } = start()
    await come(at(160))
    vi.advanceTimersByTime(100)
    await come(at(160, 310))
    vi.advanceTimersByTime(800)
    expect(flashes()).toEqual({})
    await come(at(150, 310))
    vi.advanceTimersByTime(500)
    await come(at(150, 300))
    vi.advanceTimersByTime(400)
    expect(flashes()).toEqual({ bravo: 'flash-down' })
    vi.advanceTimersByTime(500)
    expect(flashes()).toEqual({})
  })

  it('does not flash for an answer without a change, nor for a price that comes or goes', async () => {
    const { come } = start()
    expect(await come(at(150))).toEqual({})
    const timedOut = failure({ kind: 'timed-out', afterMs: 9 })
    expect(await come(row(1, [cell('alpha', { quote: timedOut }), cell('bravo')]))).toEqual({})
    expect(await come(at(190))).toEqual({})
  })

  it('does not flash when the element draws another row, and waits for nothing once it is gone', async () => {
    const { come, view } = start()
    await come(at(160))
    expect(await come(row(2, at(400).cells))).toEqual({})
    expect(vi.getTimerCount()).toBe(0)
    await come(row(2, at(410).cells))
    view.unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})
