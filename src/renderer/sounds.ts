/** Plays the sounds of the window: short tones that are synthesized, so that no files are needed. */
import type { SoundName, Sounds } from '../shared/model/settings/sounds.ts'

interface Tone {
  readonly hertz: number
  readonly atSeconds: number
  readonly seconds: number
  readonly shape: OscillatorType
}

const tone = (hertz: number, atSeconds: number, seconds: number, shape: OscillatorType = 'sine'): Tone => ({
  ...{ hertz, atSeconds, seconds, shape },
})

const tones: Readonly<Record<SoundName, readonly Tone[]>> = {
  off: [],
  chime: [tone(660, 0, 0.12), tone(880, 0.14, 0.12)],
  ping: [tone(1320, 0, 0.16)],
  bell: [tone(784, 0, 0.7), tone(1568, 0, 0.4)],
  knock: [tone(180, 0, 0.07, 'triangle'), tone(180, 0.13, 0.07, 'triangle')],
}

const gains: Readonly<Record<Sounds['volume'], number>> = { quiet: 0.05, normal: 0.15, loud: 0.4 }

export function playSound(name: SoundName, volume: Sounds['volume']): void {
  if (tones[name].length === 0) return
  const context = new AudioContext()
  let left = tones[name].length
  for (const { hertz, atSeconds, seconds, shape } of tones[name]) {
    const startAt = context.currentTime + atSeconds
    const loudness = new GainNode(context, { gain: gains[volume] })
    // Fades out, because a tone that is cut off clicks.
    loudness.gain.setTargetAtTime(0, startAt, seconds / 3)
    loudness.connect(context.destination)
    const source = new OscillatorNode(context, { frequency: hertz, type: shape })
    source.connect(loudness)
    source.start(startAt)
    source.stop(startAt + seconds)
    source.onended = () => {
      left -= 1
      if (left === 0) void context.close()
    }
  }
}
