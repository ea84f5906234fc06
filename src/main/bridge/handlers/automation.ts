import type { Handlers } from '../../../shared/contract.ts'
import type { AutomationState } from '../../../shared/model/settings/automation.ts'

/** The calls about scripts, once the interface for them is loaded. */
export type AutomationCalls = Omit<Handlers['automation'], 'snapshot'>

/** The interface for scripts, whose modules are loaded at its first use. */
export interface OfferedAutomation {
  state(): AutomationState
  open(): Promise<AutomationCalls>
}

/** Scripts: their tokens, and what they did. */
export function createAutomationHandlers(offered: OfferedAutomation): Handlers['automation'] {
  const ask =
    <Q, A>(choose: (calls: AutomationCalls) => (request: Q) => A | Promise<A>) =>
    async (request: Q): Promise<A> =>
      choose(await offered.open())(request)
  return {
    snapshot: () => offered.state(),
    setOn: ask(calls => calls.setOn),
    createToken: ask(calls => calls.createToken),
    revokeToken: ask(calls => calls.revokeToken),
    answer: ask(calls => calls.answer),
    activity: ask(calls => calls.activity),
  }
}
