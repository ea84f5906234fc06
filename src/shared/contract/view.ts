/** The window: zoom, panes, and the ledger's table. */
import { z } from 'zod'
import { DeskPanes, LedgerLayout, View, ZoomStep } from '../model/settings/view.ts'
import { call, event, Nothing } from './entry.ts'

export const view = {
  snapshot: call(Nothing, View),
  savePanes: call(DeskPanes, View),
  saveLedger: call(LedgerLayout, View),
  zoom: call({ to: ZoomStep }, View),
  /** Puts a text on the clipboard; the page itself has no right to. */
  copyText: call({ text: z.string().min(1).max(5_000_000) }, z.null()),
  changed: event(View),
} as const
