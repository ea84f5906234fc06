/** The scanner. */
import type { Handlers } from '../../../shared/contract.ts'
import type { Scanner } from '../../desk/scanner/scanner.ts'

export interface ScannerHandlerDeps {
  readonly scanner: Pick<Scanner, 'state' | 'setSettings' | 'start' | 'stop'>
  readonly log: (error: unknown) => unknown
}

export function createScannerHandlers({ scanner, log }: ScannerHandlerDeps): Handlers['scanner'] {
  return {
    snapshot: () => scanner.state(),
    setSettings: settings => scanner.setSettings(settings),
    start() {
      // The run goes on after the answer.
      scanner.start().catch(log)
      return null
    },
    stop: () => scanner.stop(),
  }
}
