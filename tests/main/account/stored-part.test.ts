import { expect, it, vi } from 'vitest'
import { ProfilePart, StoredPart } from '../../../src/main/account/stored-part.ts'
import { plainLayout, type GridLayout } from '../../../src/shared/model/settings/settings.ts'
import { defaultSounds } from '../../../src/shared/model/settings/sounds.ts'
import { emptySettings } from '../../support/account/account-fixture.ts'

it('StoredPart keeps its value in the settings file, and reports a change', () => {
  const file = emptySettings()
  const sounds = new StoredPart(file, 'sounds')
  expect(sounds.read()).toEqual(defaultSounds)
  const changed = vi.fn()
  sounds.on('changed', changed)
  sounds.write({ ...defaultSounds, settled: 'bell' })
  expect(file.read().sounds).toEqual({ ...defaultSounds, settled: 'bell' })
  expect(new StoredPart(file, 'sounds').read()).toEqual(sounds.read())
  expect(changed).toHaveBeenCalledOnce()
})

const compact: GridLayout = {
  density: 'compact',
  frozen: ['bravo'],
  widths: [{ bookId: 'bravo', px: 90 }],
  rowSort: 'mine',
  myOrder: [3, 1, 2],
}

it('ProfilePart keeps the value of each profile apart from the others', () => {
  const file = emptySettings()
  const grids = new ProfilePart(file, 'grids', plainLayout)
  expect(grids.read()).toEqual(plainLayout)
  grids.write(compact)
  file.write({ activeProfileId: 'p-1' })
  expect(grids.read()).toEqual(plainLayout)
  file.write({ activeProfileId: 'demo' })
  expect(grids.read()).toEqual(compact)
})

it('ProfilePart reads and writes that of another profile where one is named', () => {
  const grids = new ProfilePart(emptySettings(), 'grids', plainLayout)
  grids.write(compact, 'p-1')
  expect([grids.read(), grids.read('p-1')]).toEqual([plainLayout, compact])
  grids.write({ ...compact, myOrder: [] })
  expect([grids.read().myOrder, grids.read('p-1')]).toEqual([[], compact])
})
