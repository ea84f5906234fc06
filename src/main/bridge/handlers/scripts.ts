import { randomUUID } from 'node:crypto'
import type { Handlers } from '../../../shared/contract.ts'
import { Refusal, invalidInput, toScriptSentence } from '../../../shared/failure.ts'
import { noNote } from '../../../shared/model/parlay/parlay.ts'
import type { TicketDraft } from '../../../shared/model/ticket/ticket-draft.ts'
import type { Board } from '../../board/board.ts'
import type { Sources } from '../../board/sources/sources.ts'
import type { Desk } from '../../desk/desk.ts'
import type { ScriptPrices } from '../../desk/script-prices.ts'
import { parseTypedPrice } from '../../../shared/model/price/quote.ts'
import { recordTicket, type LedgerHandlerDeps } from './ledger.ts'

export interface ScriptsHandlerDeps extends Pick<LedgerHandlerDeps, 'ledger' | 'books' | 'origin'> {
  readonly board: Pick<Board, 'findNamedLegs'>
  readonly sources: Pick<Sources, 'addPart' | 'list' | 'remove'>
  readonly desk: Pick<Desk, 'add' | 'annotate'>
  readonly scriptPrices: ScriptPrices
  /** Currency of the settings. */
  readonly currency: () => string
}

type NewParlay = Parameters<Handlers['scripts']['addParlays']>[0]['parlays'][number]
type ParlayResult = Awaited<ReturnType<Handlers['scripts']['addParlays']>>['results'][number]

/** Calls made for scripts. */
export function createScriptsHandlers(deps: ScriptsHandlerDeps): Handlers['scripts'] {
  return {
    addOdds: request => addOdds(deps, request),
    async addParlays({ parlays }) {
      const results: ParlayResult[] = []
      // One after the other, so that equal legs among them are one row.
      for (const parlay of parlays) results.push(await addParlay(deps, parlay))
      return { results }
    },
    price: async (request, script) => ({
      answers: await deps.scriptPrices.price(script?.id ?? null, request),
    }),
    async record(draft, script) {
      const isOtherBook = !deps.books().some(({ id }) => id === draft.bookId)
      return { ...(await recordTicket(deps, toDraft(draft, deps), script?.name)), isOtherBook }
    },
  }
}

/** Earlier odds of the same name are removed once the new ones are loaded. */
async function addOdds(
  { sources }: ScriptsHandlerDeps,
  { name, text, upload, isLast }: Parameters<Handlers['scripts']['addOdds']>[0],
) {
  const source = `Script: ${name}`
  const earlier = sources.list()
  const bytes = Buffer.from(text)
  const part = { upload: upload ?? randomUUID(), name: source, bytes, isLast: isLast ?? upload === undefined }
  const report = await sources.addPart(part)
  // The report has the name as it is kept, which is cleaned.
  const replaced = earlier.filter(({ name: other, kind }) => other === report?.source && kind.kind === 'file')
  for (const { id } of replaced) await sources.remove(id)
  return report
}

async function addParlay(deps: ScriptsHandlerDeps, parlay: NewParlay): Promise<ParlayResult> {
  try {
    const price = parlay.fairPrice && parseTypedPrice(parlay.fairPrice)
    const selections = await findSelections(deps, parlay.legs)
    const { name = noNote.name, tags = noNote.tags, note = noNote.note } = parlay.note ?? noNote
    const { parlayId, wasThere } = await deps.desk.add(selections, { name, tags, note }, false)
    if (price !== undefined) deps.desk.annotate([parlayId], { fairPrice: price })
    return { kind: 'added', parlayId, wasThere }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'failed', sentence: toScriptSentence(error.failure) }
  }
}

/** Throws Refusal unless the text names each leg clearly. */
async function findSelections({ board }: ScriptsHandlerDeps, legs: NewParlay['legs']): Promise<string[]> {
  if ('selections' in legs) return legs.selections
  const { parts, games } = await board.findNamedLegs({ text: legs.text, gameId: null, slipGameId: null })
  if (games.length > 0)
    throw invalidInput('legs', `“${legs.text}” fits ${games.length} games. Name the game too.`)
  const missing = parts.find(({ leg }) => leg === null)
  if (missing !== undefined) {
    const why = missing.problem ?? `“${missing.text}” fits ${missing.choices.length} legs. Be more exact.`
    throw invalidInput('legs', why)
  }
  return parts.flatMap(({ leg }) => leg?.key ?? [])
}

/** Fills in what a script left out. */
function toDraft(
  draft: Parameters<Handlers['scripts']['record']>[0],
  { currency }: Pick<ScriptsHandlerDeps, 'currency'>,
): TicketDraft {
  return {
    ...draft,
    uid: draft.uid ?? randomUUID(),
    bookName: draft.bookName ?? null,
    placedAt: draft.placedAt ?? Date.now(),
    currency: draft.currency ?? currency(),
    kind: draft.kind ?? 'normal',
    isLive: draft.isLive ?? false,
    tags: draft.tags ?? [],
    note: draft.note ?? '',
  }
}
