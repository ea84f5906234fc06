/** Input that is not saved yet: the slip of each profile, and forms of new tickets. */
import { z } from 'zod'
import { GameInfo, SelectionLine } from './game/selection.ts'
import { maxLegs } from './parlay/parlay.ts'
import { PriceFormatName } from './price/quote.ts'
import { TicketKind } from './ticket/ticket.ts'

/** Typed text; what is saved later has closer limits. */
const Typed = z.string().max(20_000)

/** `line` and `game` are as they were when the leg was chosen. */
export const SlipDraft = z.strictObject({
  legs: z.array(z.strictObject({ line: SelectionLine, game: GameInfo })).max(maxLegs),
  note: z.strictObject({ name: Typed, tags: Typed, note: Typed }),
})
export type SlipDraft = Readonly<z.infer<typeof SlipDraft>>

export const emptySlip: SlipDraft = { legs: [], note: { name: '', tags: '', note: '' } }

const TypedLegForm = z.strictObject({
  name: Typed,
  market: Typed,
  game: Typed,
  league: Typed,
  starts: Typed,
  startAt: z.number().nullable(),
  price: Typed,
  format: PriceFormatName.nullable(),
  oddsId: Typed,
  grade: Typed,
  isGradable: z.boolean(),
  keepsGrade: z.boolean(),
  from: z.number().int().nullable(),
})

/** Fields that the user changed in the form of a new ticket; at least one. */
export const TicketForm = z
  .strictObject({
    book: Typed.exactOptional(),
    placed: Typed.exactOptional(),
    placedAt: z.number().exactOptional(),
    stake: Typed.exactOptional(),
    currency: Typed.exactOptional(),
    price: Typed.exactOptional(),
    format: PriceFormatName.exactOptional(),
    kind: TicketKind.exactOptional(),
    isLive: z.boolean().exactOptional(),
    tags: Typed.exactOptional(),
    note: Typed.exactOptional(),
    account: Typed.exactOptional(),
    promotion: Typed.exactOptional(),
    plainPrice: Typed.exactOptional(),
    plainFormat: PriceFormatName.exactOptional(),
    typed: z.array(TypedLegForm).max(maxLegs).exactOptional(),
    usesSlip: z.boolean().exactOptional(),
    uid: z.string().max(100).exactOptional(),
  })
  .refine(form => Object.keys(form).length > 0)
export type TicketForm = Readonly<z.infer<typeof TicketForm>>

/** Name that the window gives a form, such as the parlay and book of its price. */
export const TicketFormId = z.string().min(1).max(1_000)
