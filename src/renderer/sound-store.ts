/** Mirror of the user's sounds by event. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { defaultSounds, type SoundEvent, type Sounds } from '../shared/model/settings/sounds.ts'
import { bridge } from './bridge.ts'
import { createMirror } from './mirror.ts'
import { playSound } from './sounds.ts'
import { getWindowName } from './window-name.ts'

export const useSoundStore = defineStore('sounds', () => {
  const { value, failure, start, adopt } = createMirror<Sounds>(() => bridge().sounds)

  const sounds = computed(() => value.value ?? defaultSounds)
  /** All windows get alerts and results; only the main window plays the sound. */
  function play(event: SoundEvent): void {
    if (event === 'priceDrop' || getWindowName() === 'main')
      playSound(sounds.value[event], sounds.value.volume)
  }
  const save = async (change: Partial<Sounds>) =>
    adopt(await bridge().sounds.save({ ...sounds.value, ...change }))

  return { sounds, failure, start, play, save }
})
