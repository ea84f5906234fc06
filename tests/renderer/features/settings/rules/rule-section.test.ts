import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it, onTestFinished } from 'vitest'
import RuleSection from '../../../../../src/renderer/features/settings/rules/RuleSection.vue'
import { useSettingsStore } from '../../../../../src/renderer/features/settings/settings-store.ts'
import type {
  ExplainedDecision,
  Rule,
  RuleFiring,
  RuleState,
} from '../../../../../src/shared/model/rules/rule.ts'
import { failed, ok, stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { button, buttonNames, field } from '../../../../support/renderer/screen.ts'
import { book, plainSettings } from '../../../../support/shared/desk-rows.ts'

const rule: Rule = {
  id: 4,
  name: 'Value',
  parlayId: null,
  bookIds: ['bravo'],
  ev: 0.05,
  maxAgeMs: null,
  minStake: 50_00,
  actions: ['requote', 'notify'],
  callsPerMinute: 10,
  isOn: true,
}
const replayed: ExplainedDecision = {
  parlayId: 7,
  bookId: 'bravo',
  at: Date.now(),
  outcome: 'met',
  inputs: {
    quoteId: 1,
    price: null,
    ageMs: 0,
    isSuspect: false,
    worth: null,
    maxStakeMinor: null,
    callsAsked: 0,
  },
  slip: null,
  sentence: 'Bravo at +400: +6.0% EV by your fair price (rule: over +5.0%), 1s old. The rule is met.',
}
const decision: RuleFiring = { ...replayed, id: 1, ruleId: 4 }

async function open(rules: RuleState = { rules: [], decisions: [] }) {
  const desk = stubDesk({
    rules,
    settings: {
      ...plainSettings,
      books: [book('alpha', 'Alpha', false), book('bravo', 'Bravo'), book('unused', 'Unused', false)],
    },
  })
  const pane = mount(RuleSection, { global: { plugins: [createPinia()] }, attachTo: document.body })
  onTestFinished(() => pane.unmount())
  await useSettingsStore().start()
  await flushPromises()
  const press = async (name: string) => {
    await expect.poll(() => buttonNames(pane), { timeout: 5_000 }).toContain(name)
    await button(pane, name).trigger('click')
    await flushPromises()
  }
  return { pane, press, ...desk }
}

it('RuleSection says what each rule does, and explains its last decisions', async () => {
  const { pane, press, api } = await open({ rules: [rule], decisions: [decision] })
  expect(pane.text()).toContain(
    'When Bravo has a fresh price over 5% EV for any parlay on the desk and takes at least $50.00',
  )
  expect(pane.get('[aria-label="Last decisions"]').text()).toContain(decision.sentence)
  api.rules.setOn.mockResolvedValueOnce(ok({ rules: [{ ...rule, isOn: false }], decisions: [] }))
  await pane.get('[role=switch]').trigger('click')
  await flushPromises()
  expect(api.rules.setOn).toHaveBeenCalledExactlyOnceWith({ id: 4, isOn: false })
  api.rules.remove.mockResolvedValueOnce(ok({ rules: [], decisions: [] }))
  await press('Remove Value')
  expect(pane.find('[aria-label="Rules"]').exists()).toBe(false)
})

it('RuleSection keeps the form that is open when another rule is removed, and closes that of the rule itself', async () => {
  const other: Rule = { ...rule, id: 5, name: 'Other' }
  const { pane, press, api } = await open({ rules: [rule, other], decisions: [] })
  await press('Edit Value')
  await expect.poll(() => pane.find('form').exists()).toBe(true)
  await field(pane, 'Name').setValue('Half typed')
  api.rules.remove.mockResolvedValueOnce(ok({ rules: [rule], decisions: [] }))
  await press('Remove Other')
  expect(field(pane, 'Name').element).toHaveProperty('value', 'Half typed')
  api.rules.remove.mockResolvedValueOnce(ok({ rules: [], decisions: [] }))
  await press('Remove Value')
  expect(pane.find('form').exists()).toBe(false)
})

it('RuleForm keeps a parlay that left the desk, and books that are off or removed', async () => {
  const named: Rule = { ...rule, parlayId: 7, bookIds: ['alpha', 'bravo', 'gone'] }
  const { pane, press, api } = await open({ rules: [named], decisions: [] })
  await press('Edit Value')
  await expect.poll(() => pane.find('form').exists()).toBe(true)
  expect(pane.get('form').text()).toContain('Alpha (off)')
  expect(pane.get('form').text()).toContain('gone (removed)')
  expect(pane.get('[aria-label="What this rule does"]').text()).toContain('for a parlay that left the desk')
  expect(pane.get('form').text()).not.toContain('Unused')
  await pane.findAll('form [role=checkbox], form input[type=checkbox]')[0]?.trigger('click')
  api.rules.save.mockResolvedValueOnce(ok({ rules: [named], decisions: [] }))
  await pane.get('form').trigger('submit')
  await flushPromises()
  expect(api.rules.save.mock.lastCall?.[0].draft).toMatchObject({ parlayId: 7, bookIds: ['bravo', 'gone'] })
})

it('RuleForm adds a rule with what was typed, and names an amount that is none at its field', async () => {
  const { pane, press, api } = await open()
  await press('New rule…')
  await press('Add rule')
  expect(pane.text()).toContain('Name the rule.')
  await field(pane, 'Name').setValue('Value')
  await field(pane, 'EV over, in %').setValue('2.5')
  await field(pane, 'Book takes at least (USD)').setValue('much')
  expect(pane.get('[aria-label="What this rule does"]').text()).toContain('over 2.5% EV')
  const sentence = 'Enter an amount, like 40 or 40.50.'
  api.rules.save.mockResolvedValueOnce(failed({ kind: 'invalid', field: 'minStake', sentence }))
  await pane.get('form').trigger('submit')
  await flushPromises()
  expect(pane.text()).toContain(sentence)
  await field(pane, 'Book takes at least (USD)').setValue('50')
  api.rules.save.mockResolvedValueOnce(ok({ rules: [rule], decisions: [] }))
  await pane.get('form').trigger('submit')
  await flushPromises()
  expect(api.rules.save.mock.lastCall?.[0]).toEqual({
    id: null,
    draft: {
      ...{ name: 'Value', parlayId: null, bookIds: [], ev: 0.025, maxAgeMs: null, minStake: '50' },
      ...{ actions: ['requote', 'notify'], callsPerMinute: 10, isOn: true },
    },
  })
  expect(pane.find('form').exists()).toBe(false)
})

it('RuleReplay lists what a rule would have decided on past prices', async () => {
  const { pane, press, api } = await open({ rules: [rule], decisions: [] })
  await press('Edit Value')
  api.rules.replay.mockResolvedValueOnce(
    ok({ quotes: 1_200, asked: 3, fired: 1, decisions: [replayed], more: 2 }),
  )
  await press('Try on past prices')
  expect(pane.text()).toContain('1,200 prices: it would have gone off 1 time, for 3 calls.')
  const list = pane.get('[aria-label="Decisions on past prices"]').text()
  expect(list).toContain(decision.sentence)
  expect(list).toContain('… and 2 more')
  expect(api.rules.replay.mock.lastCall?.[0].rule).toMatchObject({ minStake: '50.00' })
  expect(api.rules.save).not.toHaveBeenCalled()
})
