import { describe, expect, it, vi } from 'vitest'
import { ViewSettings } from '../../../src/main/account/view-settings.ts'
import { plainLedgerLayout, plainPanes } from '../../../src/shared/model/settings/view.ts'
import { emptySettings } from '../../support/account/account-fixture.ts'

describe('ViewSettings', () => {
  it('zooms through the steps of a browser, no further than their ends, and back to 100%', () => {
    const view = new ViewSettings(emptySettings())
    const zooms = (['in', 'in', 'out', 'reset', 'out'] as const).map(to => {
      view.zoom(to)
      return view.state().zoom
    })
    expect(zooms).toEqual([1.1, 1.25, 1.1, 1, 0.9])
    for (let step = 0; step < 20; step++) view.zoom('in')
    expect(view.state().zoom).toBe(3)
    for (let step = 0; step < 20; step++) view.zoom('out')
    expect(view.state().zoom).toBe(0.5)
  })

  it('zooms from a factor that is no step to the next one', () => {
    const file = emptySettings()
    file.write({ zoom: 1.3 })
    const view = new ViewSettings(file)
    view.zoom('in')
    expect(view.state().zoom).toBe(1.5)
  })

  it('keeps panes, zoom, the ledger’s table and the offer of the tour in the settings file, and reports each change', () => {
    const file = emptySettings()
    const view = new ViewSettings(file)
    const changed = vi.fn()
    view.on('changed', changed)
    view.savePanes({ ...plainPanes, isCellOpen: false, legsWidth: 300 })
    view.zoom('in')
    view.saveLedger({ ...plainLedgerLayout, hidden: ['close'] })
    expect(view.state().tour).toBe('new')
    view.saveTour('offered')
    expect(changed).toHaveBeenCalledTimes(4)
    expect(new ViewSettings(file).state()).toEqual({
      zoom: 1.1,
      panes: { ...plainPanes, isCellOpen: false, legsWidth: 300 },
      ledger: { ...plainLedgerLayout, hidden: ['close'] },
      tour: 'offered',
    })
  })
})
