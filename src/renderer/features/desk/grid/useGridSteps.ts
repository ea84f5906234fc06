/** The keys that move the selection; with Shift they select the rows passed. */
import { useCommands } from '../../../commands/command-store.ts'
import type { Step } from '../context/useSelection.ts'

export function useGridSteps(move: (step: Step, isExtending: boolean) => void): void {
  const steps = (step: Step) => ({
    run: (press?: KeyboardEvent) => move(step, press?.shiftKey ?? false),
  })
  useCommands({
    'grid.up': steps('up'),
    'grid.down': steps('down'),
    'grid.left': steps('left'),
    'grid.right': steps('right'),
    'grid.row-start': steps('row-start'),
    'grid.row-end': steps('row-end'),
    'grid.page-up': steps('page-up'),
    'grid.page-down': steps('page-down'),
    'grid.top': steps('top'),
    'grid.bottom': steps('bottom'),
  })
}
