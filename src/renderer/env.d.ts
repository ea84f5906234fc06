import type { ExposedDesk } from './bridge.ts'

declare global {
  interface Window {
    /** Put here by the preload; read through bridge.ts only. */
    readonly desk: ExposedDesk
  }
}
