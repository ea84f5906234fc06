import type { ExposedDesk } from './bridge.ts'

declare global {
  interface Window {
    /** Set by the preload; only bridge.ts reads it. */
    readonly desk: ExposedDesk
  }
}
