import type { DeskApi } from '../shared/contract.ts'

declare global {
  interface Window {
    /** Put here by the preload; read through bridge.ts only. */
    readonly desk: DeskApi
  }
}
