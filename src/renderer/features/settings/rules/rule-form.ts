/** The form of a rule: typed text, its errors, the draft that it makes, and the sentence of what that does. */
import { ruleCallsRange, type Rule, type RuleDraft } from '../../../../shared/model/rules/rule.ts'
import { majorText } from '../../../../shared/model/ticket/money.ts'
import { parseWhole } from '../settings-form.ts'

export interface RuleForm {
  readonly name: string
  /** Empty for every parlay. */
  readonly parlay: string
  readonly bookIds: readonly string[]
  /** Percent. */
  readonly ev: string
  /** Seconds; blank for the limit in settings. */
  readonly maxAge: string
  /** Blank for any. */
  readonly minStake: string
  readonly actions: RuleDraft['actions']
  readonly calls: string
}

export type RuleErrors = Partial<
  Readonly<Record<'name' | 'ev' | 'maxAge' | 'minStake' | 'actions' | 'calls', string>>
>

export const blankRule: RuleForm = {
  name: '',
  parlay: '',
  bookIds: [],
  ev: '5',
  maxAge: '',
  minStake: '',
  actions: ['requote', 'notify'],
  calls: '10',
}

export const toForm = (rule: Rule, currency: string): RuleForm => ({
  name: rule.name,
  parlay: rule.parlayId === null ? '' : String(rule.parlayId),
  bookIds: rule.bookIds,
  ev: String(Number((rule.ev * 100).toFixed(4))),
  maxAge: rule.maxAgeMs === null ? '' : String(rule.maxAgeMs / 1_000),
  minStake: rule.minStake === null ? '' : majorText(rule.minStake, currency),
  actions: rule.actions,
  calls: String(rule.callsPerMinute),
})

const toNumber = (text: string): number =>
  /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : NaN

/** A number that a field has none of is NaN. */
export function readForm(form: RuleForm) {
  const { min, max } = ruleCallsRange
  const maxAge = form.maxAge.trim()
  return {
    evPercent: toNumber(form.ev),
    maxAgeSeconds: maxAge === '' ? null : (parseWhole(maxAge, 1, 3_600) ?? NaN),
    callsPerMinute: parseWhole(form.calls.trim(), min, max) ?? NaN,
  }
}

export function findErrors(form: RuleForm): RuleErrors {
  const { evPercent, maxAgeSeconds, callsPerMinute } = readForm(form)
  return {
    ...(form.name.trim() === '' && { name: 'Name the rule.' }),
    ...(!(evPercent >= 0 && evPercent <= 1_000) && { ev: 'Enter a percentage, like 5.' }),
    ...(Number.isNaN(maxAgeSeconds) && { maxAge: 'Enter 1 to 3,600 seconds, or leave it blank.' }),
    ...(form.actions.length === 0 && { actions: 'Choose at least one.' }),
    ...(Number.isNaN(callsPerMinute) && { calls: `Enter ${ruleCallsRange.min} to ${ruleCallsRange.max}.` }),
  }
}

/** The draft of a form without errors. */
export function toDraft(form: RuleForm, isOn: boolean): RuleDraft {
  const { evPercent, maxAgeSeconds, callsPerMinute } = readForm(form)
  return {
    name: form.name.trim(),
    parlayId: form.parlay === '' ? null : Number(form.parlay),
    bookIds: [...form.bookIds],
    ev: evPercent / 100,
    maxAgeMs: maxAgeSeconds === null ? null : maxAgeSeconds * 1_000,
    minStake: form.minStake.trim() || null,
    actions: [...form.actions],
    callsPerMinute,
    isOn,
  }
}
