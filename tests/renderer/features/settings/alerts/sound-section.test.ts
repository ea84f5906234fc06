import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it, onTestFinished } from 'vitest'
import SoundSection from '../../../../../src/renderer/features/settings/alerts/SoundSection.vue'
import { useSoundStore } from '../../../../../src/renderer/sound-store.ts'
import { defaultSounds } from '../../../../../src/shared/model/settings/sounds.ts'
import { stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { hearSounds } from '../../../../support/renderer/desk/heard-sounds.ts'
import { button } from '../../../../support/renderer/screen.ts'

async function choose(pane: VueWrapper, setting: string, value: string): Promise<void> {
  await pane.find(`[data-setting="${setting}"] select`).setValue(value)
  await flushPromises()
}

async function openSounds() {
  const desk = stubDesk({})
  const heard = hearSounds()
  const pinia = createPinia()
  const pane = mount(SoundSection, { global: { plugins: [pinia] }, attachTo: document.body })
  onTestFinished(() => pane.unmount())
  const store = useSoundStore(pinia)
  await store.start()
  await flushPromises()
  return { pane, heard, store, ...desk }
}

it('a sound is off but for alerts, and heard and saved when it is chosen', async () => {
  const { pane, heard, store, api } = await openSounds()
  expect(store.sounds).toEqual({ volume: 'normal', alert: 'chime', settled: 'off', priceDrop: 'off' })
  store.play('settled')
  expect(heard).toEqual([])
  await choose(pane, 'settled-sound', 'bell')
  expect(api.sounds.save).toHaveBeenCalledExactlyOnceWith({ ...defaultSounds, settled: 'bell' })
  expect(heard.splice(0)).toEqual([784, 1568])
  store.play('settled')
  expect(heard.splice(0)).toEqual([784, 1568])
  await button(pane, 'Play: Price alert').trigger('click')
  expect(heard).toEqual([660, 880])
})

it('the volume is saved and heard', async () => {
  const { pane, heard, api } = await openSounds()
  await choose(pane, 'sound-volume', 'loud')
  expect(api.sounds.save).toHaveBeenCalledExactlyOnceWith({ ...defaultSounds, volume: 'loud' })
  expect(heard).toHaveLength(2)
})
