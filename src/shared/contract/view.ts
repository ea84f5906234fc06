/** The window: zoom and panes. */
import { DeskPanes, View, ZoomStep } from '../model/settings/view.ts'
import { call, event, Nothing } from './entry.ts'

export const view = {
  snapshot: call(Nothing, View),
  savePanes: call(DeskPanes, View),
  zoom: call({ to: ZoomStep }, View),
  changed: event(View),
} as const
