import { expect, it, vi } from 'vitest'
import { SoundSettings } from '../../../src/main/account/sound-settings.ts'
import { defaultSounds } from '../../../src/shared/model/settings/sounds.ts'
import { emptySettings } from '../../support/account/account-fixture.ts'

it('SoundSettings keeps the sounds in the settings file, and reports a change', () => {
  const file = emptySettings()
  const sounds = new SoundSettings(file)
  expect(sounds.state()).toEqual(defaultSounds)
  const changed = vi.fn()
  sounds.on('changed', changed)
  sounds.save({ ...defaultSounds, settled: 'bell' })
  expect(new SoundSettings(file).state()).toEqual({ ...defaultSounds, settled: 'bell' })
  expect(changed).toHaveBeenCalledOnce()
})
