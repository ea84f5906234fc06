/** The desk's rows as they cross the bridge: the parlays watched, each with a cell for every book. */
import { z } from 'zod'
import { Cell } from './cell.ts'
import { DeskLeg, ParlayNote } from './parlay.ts'
import { QuotedPrice, type QuoteOutcome } from './quote.ts'

export const Row = z.strictObject({
  id: z.number().int(),
  addedAt: z.number(),
  legs: z.array(DeskLeg),
  note: ParlayNote,
  cells: z.array(Cell),
})
export type Row = Readonly<z.infer<typeof Row>>

/** Use of the odds service: calls sent in the last 60 s, answers awaited, cells in line. */
export const Meter = z.strictObject({
  lastMinute: z.number().int(),
  inFlight: z.number().int(),
  waiting: z.number().int(),
})
export type Meter = Readonly<z.infer<typeof Meter>>

export const DeskSnapshot = z.strictObject({ seq: z.number().int(), rows: z.array(Row), meter: Meter })
export type DeskSnapshot = Readonly<z.infer<typeof DeskSnapshot>>

/** Rows that changed since the event before, whole; `order` only when parlays came or went. */
export const DeskChange = z.strictObject({
  seq: z.number().int(),
  rows: z.array(Row),
  order: z.array(z.number().int()).nullable(),
  meter: Meter,
})
export type DeskChange = Readonly<z.infer<typeof DeskChange>>

/** What a recheck found, against the price that was on screen. */
export const Recheck = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('same'), now: QuotedPrice }),
  z.strictObject({ kind: z.literal('better'), before: QuotedPrice.nullable(), now: QuotedPrice }),
  z.strictObject({ kind: z.literal('worse'), before: QuotedPrice, now: QuotedPrice }),
  /** No price now; the cell says why. */
  z.strictObject({ kind: z.literal('gone'), before: QuotedPrice.nullable() }),
])
export type Recheck = Readonly<z.infer<typeof Recheck>>

const priceOf = (outcome: QuoteOutcome | undefined) =>
  outcome?.kind === 'priced' ? outcome.price : undefined

/** Compares a cell's answer before and after a recheck; better or worse is by decimal odds. */
export function compareRecheck(before: QuoteOutcome | undefined, after: QuoteOutcome | undefined): Recheck {
  const [old, now] = [priceOf(before), priceOf(after)]
  if (now === undefined) return { kind: 'gone', before: old ?? null }
  if (old === undefined || now.decimal > old.decimal) return { kind: 'better', before: old ?? null, now }
  return now.decimal < old.decimal ? { kind: 'worse', before: old, now } : { kind: 'same', now }
}
