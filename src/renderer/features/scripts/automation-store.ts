/** Mirror of the interface for scripts: on or off, its tokens, and the scripts that wait for a yes. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { Outcome } from '../../../shared/failure.ts'
import {
  noAutomation,
  type AutomationState,
  type ScriptTokenDraft,
  type WaitingScript,
} from '../../../shared/model/settings/automation.ts'
import { bridge } from '../../bridge.ts'
import { createMirror } from '../../mirror.ts'

export const useAutomationStore = defineStore('automation', () => {
  const { value, failure, start, adopt } = createMirror<AutomationState>(() => bridge().automation)
  const state = computed<AutomationState>(() => value.value ?? noAutomation)

  const setOn = async (isOn: boolean) => adopt(await bridge().automation.setOn({ isOn }))
  const revoke = async (id: string) => adopt(await bridge().automation.revokeToken({ id }))
  /** Returns the text of the token, which is nowhere else. */
  async function create(draft: ScriptTokenDraft): Promise<Outcome<string>> {
    const outcome = await bridge().automation.createToken(draft)
    if (!outcome.ok) return outcome
    adopt({ ok: true, value: outcome.value.state })
    return { ok: true, value: outcome.value.token }
  }
  const answer = async ({ tokenId, scope }: WaitingScript, isAllowed: boolean) =>
    adopt(await bridge().automation.answer({ tokenId, scope, isAllowed }))

  return { state, failure, start, setOn, create, revoke, answer }
})
