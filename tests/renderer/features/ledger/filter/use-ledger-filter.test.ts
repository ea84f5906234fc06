import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { defineComponent, h, KeepAlive, nextTick, shallowRef } from 'vue'
import { describeDays, narrowToRow } from '../../../../../src/renderer/features/ledger/filter/narrowing.ts'
import { useLedgerFilter } from '../../../../../src/renderer/features/ledger/filter/useLedgerFilter.ts'

beforeEach(() => setActivePinia(createPinia()))

/** The filter of a ledger that can be left and entered again. */
function mountFilter() {
  let used: ReturnType<typeof useLedgerFilter> | undefined
  const Ledger = defineComponent(() => {
    used = useLedgerFilter()
    return () => h('hr')
  })
  const isShown = shallowRef(true)
  mount(() => h(KeepAlive, () => (isShown.value ? h(Ledger) : h('p'))))
  const leaveAndReturn = async () => {
    for (const to of [false, true]) {
      isShown.value = to
      await nextTick()
    }
  }
  if (used === undefined) throw new Error('The ledger was not mounted.')
  return { ...used, leaveAndReturn }
}

it('useLedgerFilter drops a requested filter once the ledger is left', async () => {
  const { filter, period, narrow, showRequested, leaveAndReturn } = mountFilter()
  narrow({ bookId: 'bravo' })
  const own = filter.value
  showRequested({ tag: 'sharp' })
  showRequested({ tag: 'props' })
  expect([filter.value.tag, filter.value.bookId, period.value]).toEqual(['props', null, 'all'])
  await leaveAndReturn()
  expect([filter.value, period.value]).toEqual([own, 'month'])
})

it('useLedgerFilter keeps what the user set, also in a requested filter', async () => {
  const { filter, narrow, showRequested, leaveAndReturn } = mountFilter()
  showRequested({ tag: 'sharp' })
  narrow({ bookId: 'bravo' })
  await leaveAndReturn()
  expect([filter.value.tag, filter.value.bookId]).toEqual(['sharp', 'bravo'])
})

describe('a number opened in the ledger', () => {
  const settledPart = { kind: 'figure', value: 'settled' } as const
  const withClose = { kind: 'figure', value: 'clv' } as const
  const settled = { currency: 'USD', also: [settledPart] }
  const bravo = { ...settled, bookId: 'bravo' }

  /** The filter, a point of its chart of profit, and all that is shown, to be compared. */
  function mountNumbers() {
    const mounted = mountFilter()
    const { filter, period } = mounted
    const upTo = (toDay: string) => ({
      ...{ currency: 'USD', fromDay: filter.value.fromDay, toDay },
      also: [withClose],
    })
    return { ...mounted, upTo, shown: () => ({ ...filter.value, period: period.value }) }
  }

  it.each([settled, bravo, { currency: 'USD', result: 'won' as const }])(
    'is taken back whole by the same press: %j',
    part => {
      const { narrow, shown } = mountNumbers()
      const before = shown()
      narrow(part)
      expect(shown()).toEqual({ ...before, ...part })
      narrow(part)
      expect(shown()).toEqual(before)
    },
  )

  it('is taken back whole with one of its chips: the point of a chart with its days', () => {
    const { narrow, filter, period, shown, upTo } = mountNumbers()
    const before = shown()
    narrow(upTo('2026-11-20'))
    // Its days narrow the period and are said in its chip: the period stays.
    expect([period.value, filter.value.toDay]).toEqual(['month', '2026-11-20'])
    expect(describeDays(filter.value, period.value)).toMatch(/ to Nov 20, 2026$/)
    expect(describeDays({ ...filter.value, fromDay: null }, period.value)).toBe('to Nov 20, 2026')
    expect([describeDays(filter.value, 'days'), describeDays(before, 'month')]).toEqual(['', ''])
    filter.value = { ...filter.value, also: [] }
    expect(shown()).toEqual(before)
    narrow(upTo('2026-11-20'))
    narrow(upTo('2026-11-20'))
    expect(shown()).toEqual(before)
  })

  it('is taken back whole when another period is chosen, or its field is emptied', () => {
    const { narrow, filter, period, shown, upTo } = mountNumbers()
    const before = shown()
    narrow(upTo('2026-11-20'))
    period.value = 'all'
    filter.value = { ...filter.value, fromDay: null, toDay: null }
    expect(shown()).toEqual({ ...before, fromDay: null, period: 'all' })
    narrow(bravo)
    filter.value = { ...filter.value, bookId: null }
    expect(shown()).toEqual({ ...before, fromDay: null, period: 'all' })
  })

  it('is taken back by Escape, the last one first, unless another part used the key', () => {
    const { narrow, shown, upTo, closeByEscape } = mountNumbers()
    const before = shown()
    narrow(bravo)
    narrow(upTo('2026-11-20'))
    const press = (target: Element = document.body) => {
      const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      target.addEventListener('keydown', () => closeByEscape(event), { once: true })
      target.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(press(document.createElement('dialog'))).toBe(false)
    const used = new KeyboardEvent('keydown', { cancelable: true })
    used.preventDefault()
    closeByEscape(used)
    expect(shown()).toMatchObject({ bookId: 'bravo', toDay: '2026-11-20' })
    expect(press()).toBe(true)
    expect(shown()).toEqual({ ...before, ...bravo })
    expect(press()).toBe(true)
    expect(shown()).toEqual(before)
    expect(press()).toBe(false)
  })

  it('keeps its chip while its field is changed to another value', () => {
    const { narrow, filter } = mountNumbers()
    narrow(bravo)
    filter.value = { ...filter.value, bookId: 'alpha', text: 'thorn' }
    expect(filter.value).toMatchObject({ bookId: 'alpha', also: [settledPart] })
  })

  it('leaves what a later number needs, which goes with that one', () => {
    const { narrow, filter, shown, upTo } = mountNumbers()
    const before = shown()
    narrow(settled)
    narrow(bravo)
    narrow(upTo('2026-11-20'))
    narrow(upTo('2026-11-12'))
    narrow(settled)
    expect(filter.value.also).toEqual([settledPart, withClose])
    narrow(bravo)
    expect(filter.value).toMatchObject({ bookId: null, currency: 'USD', also: [withClose] })
    narrow(upTo('2026-11-12'))
    expect(filter.value.toDay).toBe('2026-11-20')
    narrow(upTo('2026-11-20'))
    expect(shown()).toEqual(before)
  })

  it('that was opened elsewhere is taken back too, while days and currency stay', () => {
    const { narrow, filter, showRequested, upTo } = mountNumbers()
    showRequested({ ...bravo, toDay: '2026-11-20' })
    narrow(bravo)
    expect(filter.value).toMatchObject({ bookId: null, currency: 'USD', also: [] })
    showRequested({ toDay: '2026-11-20', also: [withClose] })
    narrow(upTo('2026-11-20'))
    expect(filter.value).toMatchObject({ toDay: '2026-11-20', also: [] })
  })

  it('of a league is the same row once it is open, also beside that of a second one', () => {
    const { narrow, filter, shown } = mountNumbers()
    const before = shown()
    const press = (league: string) =>
      narrow(narrowToRow({ by: 'league', currency: 'USD' }, league, filter.value))
    press('ubl')
    press('ufl')
    expect(filter.value).toMatchObject({
      league: 'ubl',
      also: [settledPart, { kind: 'league', value: 'ufl' }],
    })
    press('ubl')
    press('ufl')
    expect(shown()).toEqual(before)
  })
})
