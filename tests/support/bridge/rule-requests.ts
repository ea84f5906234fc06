/** Requests about rules. */
import { none, nothing, type Requests } from './ledger-requests.ts'
import type { Facts } from './program-facts.ts'

const rule = {
  ...{ name: 'Worth a bet', parlayId: null, bookIds: [], ev: 0.05, maxAgeMs: null, minStake: '10' },
  ...{ actions: ['requote' as const, 'notify' as const, 'prepare-slip' as const] },
  ...{ callsPerMinute: 5, isOn: true },
}
const ids = ({ ruleIds }: Facts) => [...new Set([...ruleIds.slice(0, 2), 1, none])].map(id => ({ id }))

export const ruleRequests: Requests['rules'] = {
  snapshot: nothing,
  save: facts =>
    [null, facts.rows[0]?.id ?? none].flatMap(parlayId => [
      { id: null, draft: { ...rule, parlayId } },
      { id: none, draft: { ...rule, parlayId, minStake: 'x' } },
    ]),
  setOn: facts => ids(facts).flatMap(({ id }) => [false, true].map(isOn => ({ id, isOn }))),
  replay: () => [
    { rule: { ...rule, ev: 0 }, from: 0, to: 4_000_000_000_000 },
    { rule, from: 1, to: 1 },
    { rule: none, from: 0, to: 1 },
  ],
  remove: ids,
}
