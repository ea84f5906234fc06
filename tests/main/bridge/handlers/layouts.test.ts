import { describe, expect, it } from 'vitest'
import { UserSettings } from '../../../../src/main/account/settings.ts'
import { ProfilePart, StoredPart } from '../../../../src/main/account/stored-part.ts'
import { ViewSettings } from '../../../../src/main/account/view-settings.ts'
import { createLayoutsHandlers } from '../../../../src/main/bridge/handlers/layouts.ts'
import type { Arrangement } from '../../../../src/shared/model/settings/saved-layout.ts'
import { plainLayout } from '../../../../src/shared/model/settings/settings.ts'
import { plainLedgerLayout, plainPanes } from '../../../../src/shared/model/settings/view.ts'
import { catchFailure, emptySettings } from '../../../support/account/account-fixture.ts'

function start() {
  const file = emptySettings()
  const settings = new UserSettings(file)
  settings.addNewBooks([
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ])
  const announced: unknown[] = []
  const calls = createLayoutsHandlers({
    account: { activeId: file.read().activeProfileId },
    layouts: new StoredPart(file, 'layouts'),
    grids: new ProfilePart(file, 'grids', plainLayout),
    view: new ViewSettings(file),
    settings,
    announce: (...event) => void announced.push(event),
  })
  const arrangement: Arrangement = {
    profileId: file.read().activeProfileId,
    panes: { ...plainPanes, isLegsOpen: !plainPanes.isLegsOpen },
    ledger: plainLedgerLayout,
    grid: { ...plainLayout, density: 'compact' },
    books: [
      { id: 'b', name: 'B', isOn: true },
      { id: 'a', name: 'A', isOn: false },
    ],
    filter: { tag: null, text: '' },
  }
  return { file, settings, announced, calls, arrangement }
}

describe('layout calls', () => {
  it('keep what is saved, and answer with it', async () => {
    const { calls, arrangement } = start()
    const layouts = [{ name: 'Evening', arrangement }]
    expect(await calls.snapshot(null)).toEqual([])
    expect(await calls.save({ layouts })).toEqual(layouts)
    expect(await calls.snapshot(null)).toEqual(layouts)
  })

  it('apply panes, ledger, grid and books, and push the grid to the windows', async () => {
    const { file, settings, announced, calls, arrangement } = start()
    await calls.apply(arrangement)
    const { panes, grids } = file.read()
    expect(panes).toEqual(arrangement.panes)
    expect(grids[arrangement.profileId]).toEqual(arrangement.grid)
    expect(settings.state().books.map(({ id, isOn }) => [id, isOn])).toEqual([
      ['b', true],
      ['a', false],
    ])
    expect(announced).toEqual([['grid', 'changed', arrangement.grid]])
  })

  it('change nothing for a layout of another profile', async () => {
    const { file, announced, calls, arrangement } = start()
    const before = file.read()
    const refused = await catchFailure(() => calls.apply({ ...arrangement, profileId: 'other' }))
    expect(refused).toEqual({ kind: 'not-found', what: 'this profile' })
    expect(file.read()).toEqual(before)
    expect(announced).toEqual([])
  })
})
