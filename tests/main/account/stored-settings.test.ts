import { describe, expect, it } from 'vitest'
import { StoredSettings, StoredSource } from '../../../src/main/account/stored-settings.ts'
import { defaultValueSettings, plainLayout } from '../../../src/shared/model/settings/settings.ts'
import { plainPanes } from '../../../src/shared/model/settings/view.ts'
import { defaults, filled } from '../../support/account/settings-content.ts'

/** An object without these fields. */
const without = <T extends object>(whole: T, ...fields: (keyof T)[]) =>
  Object.fromEntries(Object.entries(whole).filter(([field]) => !fields.some(name => name === field)))

describe('StoredSettings', () => {
  it('are those of a new user where a file has none', () => {
    expect(StoredSettings.parse({})).toEqual(defaults)
    expect(StoredSettings.parse(filled)).toEqual(filled)
  })

  it.each([
    'singlesMaxAgeMs',
    'stakePresets',
    'fairSource',
    'fairMethod',
    'fairWeights',
    'gameCap',
    'openCap',
    'partitionMaxAgeMs',
  ] as const)('have the default of %s, which came later', field => {
    const { value } = StoredSettings.parse({ value: without(defaultValueSettings, field) })
    expect(value).toEqual(defaultValueSettings)
  })

  it('have the order of rows of a layout that had none', () => {
    const stored = { ...plainLayout, density: 'compact', frozen: ['bravo'] }
    const { grids } = StoredSettings.parse({ grids: { demo: without(stored, 'rowSort', 'myOrder') } })
    expect(grids).toEqual({ demo: { ...stored, rowSort: 'added', myOrder: [] } })
  })

  it('have the panes of a team open where they came later, also in a layout', () => {
    const stored = without({ ...plainPanes, isLegsOpen: false }, 'isInstructionsOpen', 'isSharedOpen')
    const layouts = filled.layouts.map(({ name, arrangement }) => ({
      name,
      arrangement: { ...arrangement, panes: stored },
    }))
    const settings = StoredSettings.parse({ panes: stored, layouts })
    expect(settings.layouts).toHaveLength(1)
    for (const { panes } of [settings, ...settings.layouts.map(({ arrangement }) => arrangement)])
      expect(panes).toEqual({ ...plainPanes, isLegsOpen: false })
  })

  it('have a window without a place, closed', () => {
    const place = { bounds: null, displayId: null, isMaximized: false, isOpen: false }
    expect(StoredSettings.parse({ windows: { blue: {} } }).windows).toEqual({ blue: place })
  })

  it('refuse what no version wrote, at every depth', () => {
    const bounds = { x: 1, y: 2, width: 900, height: 600 }
    for (const content of [
      { colors: 'bright' },
      { windows: { main: { bounds, opacity: 1 } } },
      { windows: { main: { bounds: { ...bounds, depth: 3 } } } },
      { windows: { main: { bounds: { ...bounds, x: 1.5 } } } },
      { ticketForms: [{ window: 'main', id: '1 at bravo', form: { stake: '', typed: null }, more: 1 }] },
    ])
      expect([content, StoredSettings.safeParse(content).success]).toEqual([content, false])
  })
})

describe('StoredSource', () => {
  const isValid = (origin: object) =>
    StoredSource.safeParse({ id: 'f-1', name: 'Odds', origin, isOn: true, lastLoad: null }).success

  it('is of one of five origins', () => {
    const plan = { leagues: [], isLiveOnly: false, isMainOnly: false, everySeconds: null }
    for (const origin of [
      { kind: 'paste' },
      { kind: 'dropped' },
      { kind: 'file', path: 'a' },
      { kind: 'watch', path: 'a', isFolder: true },
      { kind: 'feed', plan },
    ])
      expect([origin, isValid(origin), isValid({ ...origin, more: 1 })]).toEqual([origin, true, false])
    expect([isValid({}), isValid({ kind: 'web' })]).toEqual([false, false])
  })

  it('names its file', () => {
    expect(isValid({ kind: 'file', path: '' })).toBe(false)
    expect(isValid({ kind: 'watch', path: '', isFolder: false })).toBe(false)
  })
})
