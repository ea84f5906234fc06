/** Second windows, and the selection that all windows share. */
import { z } from 'zod'
import { CellAddress } from '../model/price/cell.ts'
import { Target } from '../model/settings/target.ts'
import { OpenWindows, SecondWindow } from '../model/settings/windows.ts'
import { call, callOfWindow, event, Nothing } from './entry.ts'

export const windows = {
  snapshot: call(Nothing, OpenWindows),
  /** Opens a window where it was last, or brings it forward. */
  open: call({ window: SecondWindow }, OpenWindows),
  /** Brings the main window forward and sets its target, which replaces one that it has not shown yet. */
  showMain: call(Target, z.null()),
  /** Returns and clears the main window's target; null when there is none, and for every other window. */
  takeTarget: callOfWindow(Nothing, Target.nullable()),
  /** The page has painted its first screen with the state it read: the main window's starts what can wait. */
  painted: callOfWindow(Nothing, z.null()),
  /** Selects a cell in all other windows that show it. */
  select: callOfWindow(CellAddress, z.null()),
  changed: event(OpenWindows),
  /** Sent to the main window when it has a target; a page that is still loading takes it afterwards. */
  targetSet: event(Nothing),
  /** The user selected this cell in another window. */
  selected: event(CellAddress),
} as const
