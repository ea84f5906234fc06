/**
 * Parses typed drafts of tickets to exact values that may be recorded. An invalid value throws Refusal with a sentence
 * for its field.
 */
import type { z } from 'zod'
import { Refusal } from '../../../shared/failure.ts'
import { parseMoney } from '../../../shared/model/ticket/money.ts'
import { winMinor } from '../../../shared/model/ticket/payout.ts'
import type { Decision } from '../../../shared/model/ticket/ticket-detail.ts'
import { cleanLines } from '../../../shared/clean-text.ts'
import { splitOddsId } from '../../../shared/model/game/selection.ts'
import type { DecisionDraft, TicketDraft, TypedLegDraft } from '../../../shared/model/ticket/ticket-draft.ts'
import { parseTakenPrice, TicketFacts, TicketLeg, TicketTerms } from '../../../shared/model/ticket/ticket.ts'

type TermsDraft = Omit<TicketDraft, 'uid' | 'legs'>

/** `bookName` returns the name of a known book; any other book gets the typed name. Throws Refusal. */
export function parseTerms(draft: TermsDraft, bookName: (bookId: string) => string | undefined): TicketTerms {
  const { bookId, placedAt, stake, currency, price, kind, isLive, tags, note, accountId, promotionId } = draft
  const taken = parseTakenPrice(price)
  if (!taken.ok) throw invalid('price', taken.sentence)
  const stakeMinor = parseAmount('stake', stake, currency)
  if (stakeMinor === 0) throw invalid('stake', 'Stake must be above 0.')
  const terms = { stakeMinor, price: taken.price, kind }
  if (!Number.isFinite(winMinor(terms))) throw invalid('stake', 'Amount too large.')
  return {
    ...terms,
    book: { id: bookId, name: bookName(bookId) ?? draft.bookName ?? bookId },
    placedAt,
    day: toLocalDay(placedAt),
    currency,
    isLive,
    tags: [...new Set(tags)],
    note,
    ...(accountId !== undefined && { accountId }),
    ...(promotionId !== undefined && { promotionId }),
  }
}

/**
 * Parses a typed leg. With an odds id it is the same selection as on the board; with a grade token the service can
 * settle it. Throws Refusal.
 */
export function parseLeg(draft: TypedLegDraft): TicketLeg {
  const { name, market, game, league, startAt, grade, price } = draft
  const oddsId = draft.oddsId || null
  const parts = oddsId === null ? undefined : splitOddsId(oddsId)
  if (oddsId !== null && parts === undefined)
    throw invalid('legs', `The odds ID of “${name}” needs four parts: book#event#market#selection.`)
  const read = price && parseTakenPrice(price)
  if (read?.ok === false) throw invalid('legs', `Single odds of “${name}”: ${read.sentence}`)
  return {
    selectionKey: parts?.key ?? null,
    oddsId,
    grade: grade || null,
    name,
    market,
    game: { id: parts?.event ?? '', title: game, short: game.slice(0, 80), league, startAt },
    price,
  }
}

/** Throws Refusal. */
export function parseDecision(draft: DecisionDraft, currency: string): Decision {
  if (!('payout' in draft)) return draft
  return { kind: draft.kind, payoutMinor: parseAmount('payout', draft.payout, currency) }
}

function parseAmount(field: string, text: string, currency: string): number {
  const parsed = parseMoney(text, currency)
  if (!parsed.ok) throw invalid(field, parsed.sentence)
  return parsed.minor
}

const invalid = (field: string, sentence: string) => new Refusal({ kind: 'invalid', field, sentence })

/** The calendar day in the user's time zone. */
export function toLocalDay(at: number): string {
  const date = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Checks terms before they are recorded, by the schema that also checks imported files. Throws Refusal. */
export const validateTerms = (terms: TicketTerms): TicketTerms => validate(TicketTerms, toPlainTerms(terms))

/** Throws Refusal. */
export function validateFacts(facts: TicketFacts): TicketFacts {
  return validate(TicketFacts, { ...toPlainTerms(facts), legs: facts.legs.map(toPlainLeg) })
}

/** A leg added or changed by a correction. Throws Refusal. */
export const validateLeg = (leg: TicketLeg): TicketLeg => validate(TicketLeg, toPlainLeg(leg), 'legs')

function validate<T extends z.ZodType>(schema: T, value: z.output<T>, field?: string): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'invalid' }
  const sentence = `The ${path.map(part => (typeof part === 'number' ? part + 1 : String(part))).join(' ')} can’t be saved: ${message}.`
  throw new Refusal({ kind: 'invalid', field: field ?? String(path[0] ?? 'ticket'), sentence })
}

function toPlainTerms<T extends TicketTerms>(terms: T): T {
  const { book, tags, note } = terms
  const named = { id: book.id, name: toPlainText(book.name) }
  return { ...terms, book: named, tags: tags.map(toPlainText), note: toPlainText(note) }
}

/** Cleans the texts of a leg. Tokens and ids stay unchanged. */
function toPlainLeg(leg: TicketLeg): TicketLeg {
  const { title, short, league } = leg.game
  const game = {
    ...leg.game,
    title: toPlainText(title),
    short: toPlainText(short),
    league: toPlainText(league),
  }
  return { ...leg, name: toPlainText(leg.name), market: toPlainText(leg.market), game }
}

/** Replaces lone surrogates and removes invisible characters, so that every file format can store the text. */
export const toPlainText = (text: string) => cleanLines(text.toWellFormed())
