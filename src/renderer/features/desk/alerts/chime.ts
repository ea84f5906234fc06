/** The sound of an alert: two short tones, made here, so that it needs no file and the system no notices. */
const tones = [
  { hertz: 660, atSeconds: 0 },
  { hertz: 880, atSeconds: 0.14 },
]
const toneSeconds = 0.12
const volume = 0.15

export function chime(): void {
  const context = new AudioContext()
  const loudness = new GainNode(context, { gain: volume })
  loudness.connect(context.destination)
  for (const { hertz, atSeconds } of tones) {
    const tone = new OscillatorNode(context, { frequency: hertz })
    tone.connect(loudness)
    tone.start(context.currentTime + atSeconds)
    tone.stop(context.currentTime + atSeconds + toneSeconds)
    tone.onended = () => {
      if (atSeconds > 0) void context.close()
    }
  }
}
