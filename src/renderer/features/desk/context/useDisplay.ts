/** Clock and settings that every part of the desk is drawn with. */
import { createSharedComposable, useIntervalFn, useTimestamp } from '@vueuse/core'
import { computed, getCurrentScope, type ComputedRef, type Ref } from 'vue'
import type { OpenPromotions } from '../../../../shared/model/price/promoted-price.ts'
import type { ValueContext } from '../../../../shared/model/price/row-value.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { createAfterInput } from '../../../after-input.ts'
import { useAccountsStore } from '../../accounts/accounts-store.ts'
import { useSettingsStore } from '../../settings/settings-store.ts'
import { useGridLayoutStore } from '../columns/grid-layout-store.ts'
import { createDeskContext } from './desk-context.ts'

export interface DisplayContext extends ValueContext {
  readonly format: PriceFormat
  /** Open promotions of the user’s accounts; absent when there are none, or they are hidden. */
  readonly promotions?: OpenPromotions
}

const tickMs = 1000
const useClock = createSharedComposable(() =>
  useTimestamp({ scheduler: tick => useIntervalFn(createAfterInput(tick), tickMs) }),
)

/** Epoch ms, updated every second by one timer for all callers, which stops without callers. */
export function useNow(): Readonly<Ref<number>> {
  if (getCurrentScope() === undefined) throw new Error('useNow outside a scope would never stop')
  return useClock()
}

export const [provideDisplay, useDisplay] = createDeskContext('display', (): ComputedRef<DisplayContext> => {
  const settings = useSettingsStore()
  const accounts = useAccountsStore()
  const grid = useGridLayoutStore()
  const now = useNow()
  const promotions = computed(() => {
    const open = accounts.openPromotions
    return open.size === 0 || grid.layout.hidesPromotions === true ? {} : { promotions: open }
  })
  return computed(() => ({
    now: now.value,
    staleAfterMs: settings.staleAfterMs,
    value: settings.value,
    format: settings.priceFormat,
    ...promotions.value,
  }))
})
