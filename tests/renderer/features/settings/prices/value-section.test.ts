import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, test } from 'vitest'
import {
  toValueDraft,
  parseValueDraft,
} from '../../../../../src/renderer/features/settings/prices/value-form.ts'
import { defaultValueSettings, ValueSettings } from '../../../../../src/shared/model/settings/settings.ts'
import { failed } from '../../../../support/bridge/stub-desk.ts'
import { button } from '../../../../support/renderer/screen.ts'
import {
  fill,
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

  it('takes the minor units of the currency', () => {
    const draft = { ...toValueDraft(defaultValueSettings), bankroll: '5,000', currency: ' jpy ' }
    expect(parseValueDraft(draft).settings).toMatchObject({ bankrollMinor: 5_000, currency: 'JPY' })
  })

  it.each([
    ['margin', '51', 'from 0 to 50'],
    ['margin', '-1', 'from 0 to 50'],
    ['margin', '', 'from 0 to 50'],
    ['fewestBooks', '0', 'from 1 to 30'],
    ['fewestBooks', '2.5', 'from 1 to 30'],
    ['bankroll', '-5', 'such as 5000'],
    ['bankroll', '5.001', 'such as 5000'],
    ['bankroll', '99999999999999', 'such as 5000'],
    ['currency', 'dollars', 'three letters'],
    ['currency', 'XQX', 'three letters'],
    ['kellyCap', '0', 'from 0.01 to 100'],
    ['kellyCap', '101', 'from 0.01 to 100'],
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
  const opened = async () => {
    const settings = await openSettings()
    const save = async () => {
      await button(settings.pane, 'Save value settings').trigger('submit')
      await flushPromises()
    }
    return { ...settings, save }
  }

  test('saves what was typed and chosen', async () => {
    const { pane, api, save } = await opened()
    await fill(pane, 'Bankroll', '5,000')
    await fill(pane, 'Margin taken off the consensus (%)', '6.5')
    const [kelly, singles] = pane.findAll('.value select')
    await kelly?.setValue('Half')
    await singles?.setValue('Decimal')
    await save()
    expect(api.settings.setValue).toHaveBeenCalledExactlyOnceWith({
      ...defaultValueSettings,
      bankrollMinor: 500_000,
      margin: 0.065,
      kellyFraction: 0.5,
      singlesFormat: 'decimal',
    })
    expect(getFieldValue(pane, 'Bankroll')).toBe('5000')
  })

  test('shows the error at the field and saves nothing', async () => {
    const { pane, api, save } = await opened()
    await fill(pane, 'Fewest other books for a consensus', 'few')
    await save()
    expect(getFieldNote(pane, 'Fewest other books for a consensus')).toContain('from 1 to 30')
    expect(api.settings.setValue).not.toHaveBeenCalled()
  })

  test('says why settings could not be saved', async () => {
    const { pane, api, save } = await opened()
    api.settings.setValue.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await fill(pane, 'Bankroll', '10')
    await save()
    expect(pane.get('[role=alert]').text()).toContain('The disk is full.')
  })
})
