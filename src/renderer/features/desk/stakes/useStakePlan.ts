/**
 * The stake plan of the selected parlay, beside all open tickets. It is made again after a pause of the prices, the
 * settings or the ledger; an answer that is out of date is dropped.
 */
import { watchDebounced } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import type { StakePlan } from '../../../../shared/model/ticket/stake-plan.ts'
import { bridge } from '../../../bridge.ts'
import { useAccountsStore } from '../../accounts/accounts-store.ts'
import { useLedgerStore } from '../../ledger/ledger-store.ts'
import { useColumns } from '../columns/useColumns.ts'
import { createDeskContext } from '../context/desk-context.ts'
import { useDisplay } from '../context/useDisplay.ts'
import { useSelection } from '../context/useSelection.ts'
import { getRowValue } from '../value/best-price.ts'

const pauseMs = 150
/** Maximum wait while prices keep changing. */
const maxWaitMs = 1_000

export const [provideStakePlan, useStakePlan] = createDeskContext('stake plan', () => {
  const { row } = useSelection()
  const { columns } = useColumns()
  const display = useDisplay()
  const ledger = useLedgerStore()
  const accounts = useAccountsStore()
  const isShown = shallowRef(false)
  const answer = shallowRef<{ readonly parlayId: number; readonly plan: StakePlan }>()
  let run = 0

  /** All that a plan depends on, as text; undefined without a parlay or a bankroll. */
  const input = computed(() => {
    if (row.value === undefined || display.value.value.bankrollMinor === 0) return undefined
    const { ranked, limited } = getRowValue(row.value, columns.value, display.value)
    const prices = [...ranked, ...limited].map(({ bookId, price, worth, limitMinor }) => [
      ...[bookId, price.decimal, worth?.p, limitMinor],
    ])
    const { status } = ledger
    const records = status.kind === 'open' ? status.records : status.kind
    return JSON.stringify([row.value.id, prices, display.value.value, records, accounts.version])
  })

  async function ask(): Promise<void> {
    run++
    const asked = run
    const parlayId = row.value?.id
    if (parlayId === undefined || input.value === undefined) {
      answer.value = undefined
      return
    }
    const outcome = await bridge().stakes.plan({ parlayId })
    if (run === asked) answer.value = outcome.ok ? { parlayId, plan: outcome.value } : undefined
  }
  watchDebounced(input, ask, { debounce: pauseMs, maxWait: maxWaitMs, immediate: true })

  return {
    /** Undefined until it is known. */
    plan: computed(() => (answer.value?.parlayId === row.value?.id ? answer.value?.plan : undefined)),
    isShown,
    show: () => (isShown.value = true),
  }
})
