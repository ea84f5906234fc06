/** The scanner, which finds parlays that may be worth a bet, within the calls that the user set. */
import { z } from 'zod'
import { ScannerState, ScanSettings } from '../model/price/scan.ts'
import { call, event, Nothing, forScripts } from './entry.ts'

export const scanner = {
  snapshot: forScripts('read', call(Nothing, ScannerState)),
  /** Applies from the next run on. */
  setSettings: call(ScanSettings, z.null()),
  /** Begins a run; sends at most as many calls as set. A run under way ends. */
  start: call(Nothing, z.null()),
  /** Sends no further call. The proposals stay. */
  stop: call(Nothing, z.null()),
  changed: forScripts('watch', event(ScannerState)),
} as const
