/** The two-minute tour: offered once on the demo, started again from Help and the palette. */
import { defineStore } from 'pinia'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { useNavigationStore } from '../../navigation-store.ts'
import { useViewStore } from '../../view-store.ts'
import { useAccountStore } from '../account/account-store.ts'
import { tourSteps } from './tour-steps.ts'
import { useTourFacts } from './useTourFacts.ts'

export const useTourStore = defineStore('tour', () => {
  const account = useAccountStore()
  const view = useViewStore()
  const navigation = useNavigationStore()

  const readFacts = useTourFacts()
  /** State of the window when the tour began. */
  const before = shallowRef(readFacts())

  /** Place of the step among all, from 0; undefined while no tour is on. */
  const at = shallowRef<number>()
  const isOffered = shallowRef(false)
  /** True if it should be offered: on the demo, the first time. */
  const isNew = computed(() => account.isDemo && view.state?.tour === 'new')
  const step = computed(() => (at.value === undefined ? undefined : tourSteps[at.value]))
  const isLast = computed(() => at.value === tourSteps.length - 1)

  /** Records that the tour was offered, whatever the user answers. */
  function offer(): void {
    isOffered.value = true
    void view.saveTour('offered')
  }

  function skip(): void {
    isOffered.value = false
  }

  function start(): void {
    skip()
    before.value = readFacts()
    navigation.goTo('desk')
    at.value = 0
  }

  function leave(): void {
    at.value = undefined
  }

  function next(): void {
    if (at.value === undefined) return
    if (!isLast.value) at.value += 1
    else {
      leave()
      void view.saveTour('finished')
    }
  }

  function back(): void {
    if (at.value !== undefined && at.value > 0) at.value -= 1
  }

  /** Goes back to a step to do it again: what was done before counts no more. */
  function repeat(step: number): void {
    before.value = readFacts()
    goTo(step)
  }

  function goTo(step: number): void {
    if (at.value !== undefined) at.value = step
  }

  return {
    at: shallowReadonly(at),
    before: shallowReadonly(before),
    step,
    isLast,
    isNew,
    isOffered: shallowReadonly(isOffered),
    offer,
    skip,
    start,
    next,
    back,
    goTo,
    repeat,
    leave,
  }
})
