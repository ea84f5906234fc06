/** Things that a window can be asked to show: by itself, by another window, or by a notification that was answered. */
import { z } from 'zod'
import { BookId } from '../game/book.ts'
import { LedgerFilter } from '../ticket/ledger-filter.ts'
import { MainView } from './windows.ts'

export const LedgerAction = z.enum(['new-ticket', 'settle', 'filter', 'toggle-charts'])
export type LedgerAction = z.infer<typeof LedgerAction>

const target = <K extends string, T extends z.ZodRawShape>(show: K, shape: T) =>
  z.strictObject({ show: z.literal(show), ...shape })

export const Target = z.discriminatedUnion('show', [
  target('view', { view: MainView }),
  /** The search of legs. */
  target('legs', {}),
  /** A cell of the grid; null for whichever book is selected. */
  target('price', { parlayId: z.number().int().positive(), bookId: BookId.nullable() }),
  /** `id`: one of the settings that the page lists; `bookId`: a line of its table. */
  target('setting', { id: z.string().max(60), bookId: BookId.optional() }),
  target('tickets', { filter: LedgerFilter }),
  target('ledger', { action: LedgerAction }),
])
export type Target = Readonly<z.infer<typeof Target>>
