/** Calls made for scripts, where those of the window do not fit one. */
import { z } from 'zod'
import { cleanText } from '../clean-text.ts'
import { BookId } from '../model/game/book.ts'
import { LoadReport } from '../model/game/source.ts'
import { ParlayNote } from '../model/parlay/parlay.ts'
import { BookAnswer, NewPrice } from '../model/price/book-answer.ts'
import { TypedPrice } from '../model/price/quote.ts'
import { TicketDraft } from '../model/ticket/ticket-draft.ts'
import { TicketId } from '../model/ticket/ticket-line.ts'
import { call, callOfScript, event, forScripts, ParlayId, Selections } from './entry.ts'

const maxParlays = 100
const maxTextLength = 256 * 1024

const NewParlay = z.strictObject({
  legs: z.union([
    z.strictObject({ selections: Selections.min(1) }),
    /** Typed legs of one game, such as `flint o21.5 pts + ml`. */
    z.strictObject({ text: z.string().min(1).max(1_000) }),
  ]),
  note: ParlayNote.partial().optional(),
  fairPrice: TypedPrice.optional(),
})

/** A script types its own: characters that cannot be seen would make another book of the same look. */
const VisibleBookId = BookId.refine(
  id => cleanText(id) === id,
  'This ID has characters that can’t be seen. Use the ID of a book in Settings.',
)

export const scripts = {
  /**
   * Adds odds objects as a source, which replaces that of the same name. A text over the limit of one request comes in
   * parts with the same `upload`, of which the last has `isLast`; the answer is null for all others.
   */
  addOdds: forScripts(
    'desk',
    call(
      {
        name: z.string().trim().min(1).max(100),
        text: z.string().max(maxTextLength),
        upload: z.uuid().optional(),
        isLast: z.boolean().optional(),
      },
      LoadReport.nullable(),
    ),
  ),
  /** Adds parlays, or finds those with the same legs, and sets fair prices. Makes no call to the service. */
  addParlays: forScripts(
    'desk',
    call(
      { parlays: z.array(NewParlay).min(1).max(maxParlays) },
      {
        /** One for each parlay, in order. */
        results: z.array(
          z.discriminatedUnion('kind', [
            z.strictObject({ kind: z.literal('added'), parlayId: ParlayId, wasThere: z.boolean() }),
            z.strictObject({ kind: z.literal('failed'), sentence: z.string() }),
          ]),
        ),
      },
    ),
  ),
  /**
   * Prices a parlay at these books, or all that offer it, and answers when every book has. A price younger than
   * `maxAgeMs` is answered without a call. Spends at most the script's share of calls.
   */
  price: forScripts(
    'price',
    callOfScript(
      {
        parlayId: ParlayId,
        books: z.array(BookId).min(1).max(200).nullable(),
        maxAgeMs: z.number().int().min(0).max(86_400_000),
      },
      { answers: z.array(BookAnswer) },
    ),
  ),
  /**
   * Records a ticket, or returns the one with the same `uid`. What is left out is the usual; `placedAt` is now. A ticket
   * may be at a book that the profile doesn't have; `isOtherBook` says so, as it may be a misspelled one.
   */
  record: forScripts(
    'record',
    callOfScript(
      TicketDraft.partial({
        uid: true,
        bookName: true,
        placedAt: true,
        currency: true,
        kind: true,
        isLive: true,
        tags: true,
        note: true,
      }).extend({ bookId: VisibleBookId }),
      { ticketId: TicketId, wasThere: z.boolean(), isOtherBook: z.boolean() },
    ),
  ),
  /** Every answer of every book, in the order of their arrival. */
  priced: forScripts('watch', event({ prices: z.array(NewPrice) })),
} as const
