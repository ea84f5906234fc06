/** Windows beside the main one, and the selection that they share. */
import { z } from 'zod'
import { CellAddress } from '../model/price/cell.ts'
import { MainView, OpenWindows, SecondWindow } from '../model/settings/windows.ts'
import { call, callOfWindow, event, Nothing } from './entry.ts'

export const windows = {
  snapshot: call(Nothing, OpenWindows),
  /** Opens a window where it was last, or brings it forward. */
  open: call({ window: SecondWindow }, OpenWindows),
  /** Brings the main window forward, with this view. */
  showMain: call({ view: MainView }, z.null()),
  /** Selects a cell in all other windows that show it. */
  select: callOfWindow(CellAddress, z.null()),
  changed: event(OpenWindows),
  /** To the main window: show this view. */
  viewRequested: event({ view: MainView }),
  /** The user selected this cell in another window. */
  selected: event(CellAddress),
} as const
