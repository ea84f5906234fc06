/** Sounds of the window, chosen by event. */
import { z } from 'zod'

export const soundNames = ['off', 'chime', 'ping', 'bell', 'knock'] as const
export const SoundName = z.enum(soundNames)
export type SoundName = z.infer<typeof SoundName>

export const soundVolumes = ['quiet', 'normal', 'loud'] as const
const SoundVolume = z.enum(soundVolumes)

export const Sounds = z.strictObject({
  volume: SoundVolume,
  /** An alert with a sound fired. */
  alert: SoundName,
  /** A ticket was settled. */
  settled: SoundName,
  /** A recheck found a worse price, or none. */
  priceDrop: SoundName,
})
export type Sounds = Readonly<z.infer<typeof Sounds>>
export type SoundEvent = Exclude<keyof Sounds, 'volume'>

export const defaultSounds: Sounds = { volume: 'normal', alert: 'chime', settled: 'off', priceDrop: 'off' }
