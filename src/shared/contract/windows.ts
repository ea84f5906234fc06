/** Second windows, and the selection that all windows share. */
import { z } from 'zod'
import { CellAddress } from '../model/price/cell.ts'
import { MainTarget } from '../model/settings/main-target.ts'
import { OpenWindows, SecondWindow } from '../model/settings/windows.ts'
import { call, callOfWindow, event, Nothing } from './entry.ts'

export const windows = {
  snapshot: call(Nothing, OpenWindows),
  /** Opens a window where it was last, or brings it forward. */
  open: call({ window: SecondWindow }, OpenWindows),
  /** Brings the main window forward, where it shows this; in place of what it has not shown yet. */
  showMain: call(MainTarget, z.null()),
  /** Hands the main window what it is to show, once; null if there is nothing, and for every other window. */
  takeTarget: callOfWindow(Nothing, MainTarget.nullable()),
  /** Selects a cell in all other windows that show it. */
  select: callOfWindow(CellAddress, z.null()),
  changed: event(OpenWindows),
  /** To the main window: a target waits to be taken. A page that is still being loaded asks for it afterwards. */
  targetSet: event(Nothing),
  /** The user selected this cell in another window. */
  selected: event(CellAddress),
} as const
