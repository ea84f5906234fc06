/** Void rules of the books, stored in the ledger. Empty while the ledger is not open. */
import { computed, onActivated, onMounted, shallowReadonly, shallowRef, watch } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type { PolicyList } from '../../../../shared/model/ticket/ledger-status.ts'
import type { BookPolicy } from '../../../../shared/model/ticket/refund-policy.ts'
import { bridge } from '../../../bridge.ts'
import { useLedgerStore } from '../../ledger/ledger-store.ts'
import { useSaving } from '../settings-view-store.ts'

export type StoredPolicy = PolicyList['policies'][number]

export function usePolicies() {
  const ledger = useLedgerStore()
  const saveShown = useSaving()
  const policies = shallowRef<readonly StoredPolicy[]>([])
  const byBook = computed(() => new Map(policies.value.map(policy => [policy.bookId, policy])))
  const failure = shallowRef<Failure>()

  function adopt(outcome: Outcome<PolicyList>): Outcome<PolicyList> {
    if (outcome.ok) policies.value = outcome.value.policies
    failure.value = outcome.ok ? undefined : outcome.failure
    return outcome
  }

  async function read(): Promise<void> {
    if (ledger.isOpen) adopt(await bridge().ledger.policies())
  }

  const send = async (policy: BookPolicy) => adopt(await bridge().ledger.savePolicy(policy))
  /** Saves part of a book's rule. */
  function savePolicy(stored: StoredPolicy, part: Partial<BookPolicy>): Promise<Outcome<PolicyList>> {
    const { bookId, policy, source, asOf } = stored
    const before = { bookId, policy, source, asOf }
    return saveShown(
      () => send({ ...before, ...part }),
      () => send(before),
    )
  }

  onMounted(read)
  onActivated(read)
  watch(() => ledger.isOpen, read)

  return { policies: shallowReadonly(policies), byBook, failure: shallowReadonly(failure), savePolicy }
}
