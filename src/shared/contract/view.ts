/** Zoom, panes and the ledger's columns; and the clipboard. */
import { z } from 'zod'
import { DeskPanes, LedgerLayout, TourState, View, ZoomStep } from '../model/settings/view.ts'
import { call, callOfWindow, event, Nothing } from './entry.ts'

const maxImageBytes = 8 * 1024 * 1024
const pngStart = [0x89, 0x50, 0x4e, 0x47]
const isPng = (bytes: Uint8Array): boolean =>
  bytes.byteLength <= maxImageBytes && pngStart.every((byte, at) => bytes[at] === byte)

export const view = {
  snapshot: call(Nothing, View),
  savePanes: call(DeskPanes, View),
  saveLedger: call(LedgerLayout, View),
  zoom: call({ to: ZoomStep }, View),
  saveTour: call({ tour: TourState }, View),
  /** Puts a text on the clipboard, which the page itself may not do. */
  copyText: call({ text: z.string().min(1).max(5_000_000) }, z.null()),
  /** Puts a table on the clipboard, as text and as HTML. It comes in parts, in order; the first row has the columns' names. */
  copyTable: callOfWindow(
    {
      rows: z.array(z.array(z.string().max(2_000)).max(1_000)).max(1_000),
      isFirst: z.boolean(),
      isLast: z.boolean(),
    },
    z.null(),
  ),
  /** Puts a picture (PNG) on the clipboard. */
  copyImage: call({ png: z.instanceof(Uint8Array).refine(isPng) }, z.null()),
  changed: event(View),
} as const
