/** The desk's rows for the renderer: the watched parlays, each with a cell for every book. */
import { z } from 'zod'
import { CallFailure } from '../../failure.ts'
import { Cell } from '../price/cell.ts'
import { BookFair } from '../price/fair.ts'
import { LinkColor } from '../settings/windows.ts'
import { Minor } from '../ticket/money.ts'
import { DeskLeg, ParlayNote } from './parlay.ts'
import { findPrice, QuotedPrice, type Quote } from '../price/quote.ts'

export const Row = z.strictObject({
  id: z.number().int(),
  addedAt: z.number(),
  legs: z.array(DeskLeg),
  note: ParlayNote,
  /** The user's own fair price; null until they type one. */
  fairPrice: QuotedPrice.nullable(),
  /** Last fair prices by books' partitions, at most one a book. */
  fairs: z.array(BookFair).readonly(),
  /** The group that the parlay is in, shown together in a window. */
  group: LinkColor.nullable(),
  /** The stake that the user typed, in minor units; null for the usual one. */
  stakeMinor: Minor.nullable(),
  /** Seconds until auto-refresh asks a book without a price again; longer while no book of the row has one. */
  noPriceSeconds: z.number(),
  cells: z.array(Cell),
})
export type Row = Readonly<z.infer<typeof Row>>

/** Changes of a row's cells since it was last sent (`row-patch.ts`). */
export const RowPatch = z.strictObject({
  id: z.number().int(),
  cells: z.array(Cell),
  /** Cells of which nothing else changed. */
  activities: z.array(Cell.pick({ bookId: true, activity: true })),
})
export type RowPatch = Readonly<z.infer<typeof RowPatch>>

/** Use of the odds service by the profile in use: calls of the last 60 s, calls in flight, calls waiting. */
export const Meter = z.strictObject({
  lastMinute: z.number().int(),
  inFlight: z.number().int(),
  waiting: z.number().int(),
  /** Present limit of calls in any 60 s. */
  limit: z.number().int(),
  /** Origin of the limit: what the desk starts from, what the service’s answers taught, the user’s own, or the team’s. */
  limitFrom: z.enum(['start', 'service', 'user', 'team']),
  /** Epoch ms at which the next call may be sent; null while one may be sent now. */
  nextAt: z.number().nullable(),
  /** Epoch ms until which no host may be called; null without such a pause. */
  pausedUntil: z.number().nullable(),
  /** Hosts that are paused, because of a 429 or repeated failures. */
  pausedHosts: z.array(
    z.strictObject({ host: z.string(), untilAt: z.number(), why: z.enum(['limited', 'failing']) }),
  ),
})
export type Meter = Readonly<z.infer<typeof Meter>>

const dayMs = 24 * 60 * 60_000

/** True for a pause requested by the service that the user may end, because its time may be wrong. */
export const isLongPause = ({ untilAt }: { readonly untilAt: number }, now: number): boolean =>
  untilAt - now > dayMs

export const quietMeter: Meter = {
  lastMinute: 0,
  inFlight: 0,
  waiting: 0,
  limit: 600,
  limitFrom: 'start',
  nextAt: null,
  pausedUntil: null,
  pausedHosts: [],
}

export const DeskSnapshot = z.strictObject({ seq: z.number().int(), rows: z.array(Row), meter: Meter })
export type DeskSnapshot = Readonly<z.infer<typeof DeskSnapshot>>

/** Complete rows that changed since the last event; `order` only when parlays were added or removed. */
export const DeskChange = DeskSnapshot.extend({ order: z.array(z.number().int()).nullable() })
export type DeskChange = Readonly<z.infer<typeof DeskChange>>

/** A change as a window is sent it: rows that it has are patched. */
export const DeskUpdate = DeskChange.extend({ rows: z.array(z.union([Row, RowPatch])) })
export type DeskUpdate = Readonly<z.infer<typeof DeskUpdate>>

const QuoteId = z.number().int()

/** Result of a recheck, compared with the price on screen. `quoteId`: the quote whose link opens the betslip. */
export const Recheck = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('same'), quoteId: QuoteId, now: QuotedPrice }),
  z.strictObject({
    kind: z.literal('better'),
    quoteId: QuoteId,
    before: QuotedPrice.nullable(),
    now: QuotedPrice,
  }),
  z.strictObject({ kind: z.literal('worse'), quoteId: QuoteId, before: QuotedPrice, now: QuotedPrice }),
  /** No price now; the cell shows the reason. The link of the price on screen, if any, can still be opened. */
  z.strictObject({
    kind: z.literal('gone'),
    quoteId: QuoteId.nullable(),
    before: QuotedPrice.nullable(),
    /** The reason why there is no quote of the book; null when its quote has no price. */
    failure: CallFailure.nullable(),
  }),
])
export type Recheck = Readonly<z.infer<typeof Recheck>>

/** Compares the quote on screen with the answer to a recheck; better or worse is by decimal odds. */
export function compareRecheck(seen: Quote | undefined, fresh: Quote): Recheck {
  const [before, now] = [findPrice(seen), findPrice(fresh)]
  const quoteId = fresh.id
  if (now === undefined) {
    const failure = fresh.outcome.kind === 'failed' ? fresh.outcome.failure : null
    return { kind: 'gone', quoteId: before && seen ? seen.id : null, before: before ?? null, failure }
  }
  if (before === undefined || now.decimal > before.decimal)
    return { kind: 'better', quoteId, before: before ?? null, now }
  if (now.decimal < before.decimal) return { kind: 'worse', quoteId, before, now }
  return { kind: 'same', quoteId, now }
}
