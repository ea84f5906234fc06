/** Commands of the scanner, available before its view is first shown. */
import { useCommands } from '../../commands/command-store.ts'
import { useScannerStore } from './scanner-store.ts'

export function useScannerCommands(): void {
  const scanner = useScannerStore()

  useCommands({
    'scanner.start': {
      run: () => scanner.start(),
      blocked: () => (scanner.isRunning ? 'A scan is under way' : undefined),
    },
    'scanner.stop': {
      run: () => scanner.stop(),
      blocked: () => (scanner.isRunning ? undefined : 'No scan is under way'),
    },
    'scanner.put-on-desk': {
      run: () => scanner.selected && scanner.putOnDesk(scanner.selected),
      blocked: () => (scanner.selected === undefined ? 'Nothing proposed yet' : undefined),
    },
  })
}
