/** Mirror of the rules and their last decisions. Read when first shown. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { RuleDraft, RuleState } from '../../../../shared/model/rules/rule.ts'
import { bridge } from '../../../bridge.ts'
import { createMirror } from '../../../mirror.ts'

export const useRulesStore = defineStore('rules', () => {
  const { value, failure, start, adopt } = createMirror<RuleState>(() => bridge().rules)
  const rules = computed(() => value.value?.rules ?? [])
  const decisions = computed(() => value.value?.decisions ?? [])

  const save = async (id: number | null, draft: RuleDraft) => adopt(await bridge().rules.save({ id, draft }))
  const remove = async (id: number) => adopt(await bridge().rules.remove({ id }))
  const setOn = async (id: number, isOn: boolean) => adopt(await bridge().rules.setOn({ id, isOn }))

  return { failure, start, rules, decisions, save, remove, setOn }
})
