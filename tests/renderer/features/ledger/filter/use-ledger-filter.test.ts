import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { defineComponent, h, KeepAlive, nextTick, shallowRef } from 'vue'
import { useLedgerFilter } from '../../../../../src/renderer/features/ledger/filter/useLedgerFilter.ts'

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
