/** Replaces the browser's audio, which happy-dom lacks, and records the tones. */
import { vi } from 'vitest'

export function hearSounds(): number[] {
  const heard: number[] = []
  class Node {
    onended: (() => void) | undefined
    readonly gain = { setTargetAtTime: () => {} }
    readonly #hertz: number | undefined
    constructor(_context: unknown, { frequency }: { frequency?: number }) {
      this.#hertz = frequency
    }
    connect(): void {}
    start(): void {
      if (this.#hertz !== undefined) heard.push(this.#hertz)
    }
    stop(): void {
      this.onended?.()
    }
  }
  class Context {
    readonly destination = {}
    readonly currentTime = 0
    close(): Promise<void> {
      return Promise.resolve()
    }
  }
  vi.stubGlobal('AudioContext', Context)
  vi.stubGlobal('GainNode', Node)
  vi.stubGlobal('OscillatorNode', Node)
  return heard
}
