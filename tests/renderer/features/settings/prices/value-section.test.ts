import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, test } from 'vitest'
import {
  toValueDraft,
  parseValueDraft,
} from '../../../../../src/renderer/features/settings/prices/value-form.ts'
import { defaultValueSettings, ValueSettings } from '../../../../../src/shared/model/settings/settings.ts'
import { failed } from '../../../../support/bridge/stub-desk.ts'
import { field } from '../../../../support/renderer/screen.ts'
import {
  enter,
  getFieldNote,
  openSettings,
  getFieldValue,
} from '../../../../support/renderer/settings/mounted-settings.ts'

describe('parseValueDraft', () => {
  it('gives back the settings that a draft was made of', () => {
    const settings = { ...defaultValueSettings, bankrollMinor: 500_050, margin: 0.0725 }
    expect(parseValueDraft(toValueDraft(settings))).toEqual({ settings, errors: {} })
    expect(parseValueDraft(toValueDraft(defaultValueSettings))).toEqual({
      settings: defaultValueSettings,
      errors: {},
    })
  })

  it('reads presets with any separator, and none from an empty text', () => {
    const presets = (stakePresets: string) =>
      parseValueDraft({ ...toValueDraft(defaultValueSettings), stakePresets }).settings.stakePresets
    expect(presets('10; 25 50.50')).toEqual([1_000, 2_500, 5_050])
    expect(presets(' ')).toEqual([])
  })

  it('reads the weights of a blend by the names of its methods, the others 0', () => {
    const draft = { ...toValueDraft(defaultValueSettings), fairWeights: 'power 2,  Odds ratio 1' }
    const { settings, errors } = parseValueDraft(draft)
    expect(errors).toEqual({})
    expect(settings.fairWeights).toMatchObject({ power: 2, oddsRatio: 1, shin: 0, goto: 0 })
    expect(toValueDraft(settings).fairWeights).toBe('Power 2, Odds ratio 1')
  })

  it('takes the minor units of the currency', () => {
    const draft = { ...toValueDraft(defaultValueSettings), bankroll: '5,000', currency: ' jpy ' }
    expect(parseValueDraft(draft).settings).toMatchObject({ bankrollMinor: 5_000, currency: 'JPY' })
  })

  it.each([
    ['margin', '51', 'Enter 0 to 50%'],
    ['margin', '-1', 'Enter 0 to 50%'],
    ['margin', '', 'Enter 0 to 50%'],
    ['fewestBooks', '0', 'Enter 1 to 30 books'],
    ['fewestBooks', '2.5', 'Enter 1 to 30 books'],
    ['bankroll', '-5', 'such as 5,000.50'],
    ['bankroll', '5.001', 'such as 5,000.50'],
    ['bankroll', '99999999999999', 'such as 5,000.50'],
    ['currency', 'dollars', 'three letters'],
    ['currency', 'XQX', 'three letters'],
    ['stakePresets', '10, much', 'up to 6 amounts'],
    ['stakePresets', '1, 2, 3, 4, 5, 6, 7', 'up to 6 amounts'],
    ['fairWeights', '', 'like Power 2, Shin 1'],
    ['fairWeights', 'Power', 'like Power 2, Shin 1'],
    ['fairWeights', 'Luck 2', 'like Power 2, Shin 1'],
    ['fairWeights', 'Shin 1, Shin 2', 'Enter each method once with its weight, like Power 2, Shin 1'],
    ['fairWeights', 'Power 0', 'like Power 2, Shin 1'],
    ['fairWeights', 'Power 101', 'like Power 2, Shin 1'],
    ['kellyCap', '0', 'Enter 0.01 to 100%'],
    ['kellyCap', '101', 'Enter 0.01 to 100%'],
    ['gameCap', '0', 'Enter 0.01 to 100%'],
    ['openCap', '', 'Enter 0.01 to 100%'],
  ] as const)('refuses %s “%s” in plain words', (name, typed, says) => {
    const { errors } = parseValueDraft({ ...toValueDraft(defaultValueSettings), [name]: typed })
    expect(Object.keys(errors)).toEqual([name])
    expect(errors[name]).toContain(says)
  })

  it('gives settings that the contract takes whenever there are no errors', () => {
    for (const bankroll of ['', '0', '10000000000'])
      for (const percent of ['0.01', '50'])
        expect(
          ValueSettings.safeParse(
            parseValueDraft({ ...toValueDraft(defaultValueSettings), bankroll, kellyCap: percent }).settings,
          ).success,
        ).toBe(true)
  })
})

describe('ValueSection', () => {
  test('saves each field when it is left, and each choice', async () => {
    const { pane, api } = await openSettings()
    await enter(pane, 'Bankroll', '5,000')
    expect(api.settings.setValue).toHaveBeenLastCalledWith({
      ...defaultValueSettings,
      bankrollMinor: 500_000,
    })
    await enter(pane, 'Vig to remove', '6.5')
    expect(api.settings.setValue.mock.lastCall?.[0]).toMatchObject({ margin: 0.065 })
    await pane.get('[data-setting=kelly-fraction] select').setValue('0.5')
    await flushPromises()
    expect(api.settings.setValue.mock.lastCall?.[0]).toMatchObject({ kellyFraction: 0.5 })
    await pane.get('[data-setting=singles-format] select').setValue('decimal')
    await flushPromises()
    expect(api.settings.setValue.mock.lastCall?.[0]).toMatchObject({ singlesFormat: 'decimal' })
  })

  test('sends nothing for a field that is left as it was saved', async () => {
    const { pane, api } = await openSettings()
    await enter(pane, 'Currency', ' usd ')
    expect(api.settings.setValue).not.toHaveBeenCalled()
    expect(getFieldValue(pane, 'Currency')).toBe('USD')
  })

  test('shows the error at the field and saves nothing; Esc brings back what is saved', async () => {
    const { pane, api } = await openSettings()
    const label = 'Books needed for a consensus'
    await enter(pane, label, 'few')
    expect(getFieldNote(pane, label)).toContain('Enter 1 to 30 books')
    expect(api.settings.setValue).not.toHaveBeenCalled()
    await field(pane, label).trigger('keydown', { key: 'Escape' })
    expect(getFieldValue(pane, label)).toBe('3')
    expect(getFieldNote(pane, label)).not.toContain('Enter')
  })

  test('says why settings could not be saved, and keeps what was typed', async () => {
    const { pane, api } = await openSettings()
    api.settings.setValue.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await enter(pane, 'Bankroll', '10')
    expect(pane.get('[role=alert]').text()).toContain('The disk is full.')
    expect(getFieldValue(pane, 'Bankroll')).toBe('10')
  })
})
