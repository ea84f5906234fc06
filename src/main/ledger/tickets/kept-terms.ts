/** A ticket as it may be recorded: what comes back from a file is held to the same form, so nothing else may go in. */
import type { z } from 'zod'
import { Refusal } from '../../../shared/failure.ts'
import { TicketFacts, TicketLeg, TicketTerms } from '../../../shared/model/ticket/ticket.ts'

/** Throws Refusal. */
export const keptTerms = (terms: TicketTerms): TicketTerms => checked(TicketTerms, plainTerms(terms))

/** Throws Refusal. */
export function keptFacts(facts: TicketFacts): TicketFacts {
  return checked(TicketFacts, { ...plainTerms(facts), legs: facts.legs.map(plainLeg) })
}

/** A leg that a correction brings, or changes. Throws Refusal. */
export const keptLeg = (leg: TicketLeg): TicketLeg => checked(TicketLeg, plainLeg(leg), 'legs')

function checked<T extends z.ZodType>(schema: T, value: z.output<T>, field?: string): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'not understood' }
  const sentence = `The ${path.map(part => (typeof part === 'number' ? part + 1 : String(part))).join(' ')} cannot be kept: ${message}.`
  throw new Refusal({ kind: 'invalid', field: field ?? String(path[0] ?? 'ticket'), sentence })
}

function plainTerms<T extends TicketTerms>(terms: T): T {
  const { book, tags, note } = terms
  const named = { id: book.id, name: plain(book.name) }
  return { ...terms, book: named, tags: tags.map(plain), note: plain(note) }
}

/** Tokens and ids are the service's, and stay as they are. */
function plainLeg(leg: TicketLeg): TicketLeg {
  const { title, short, league } = leg.game
  const game = { ...leg.game, title: plain(title), short: plain(short), league: plain(league) }
  return { ...leg, name: plain(leg.name), market: plain(leg.market), game }
}

/** Without characters that no text file holds. */
function plain(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}/gu, found => ('\t\r\n'.includes(found) ? found : ''))
}
