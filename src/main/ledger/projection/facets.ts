/** Facets: properties that tickets are filtered by, and summed under. */
import { z } from 'zod'
import { shortenGames, shortenLegs } from '../../../shared/model/game/leg-short.ts'
import { toSearchWords, type Figure } from '../../../shared/model/ticket/ledger-filter.ts'
import { toClvStep } from '../../../shared/model/ticket/ledger-report.ts'
import { ownStakeMinor } from '../../../shared/model/ticket/payout.ts'
import { reviewTasks, ticketResultNames } from '../../../shared/model/ticket/result-names.ts'
import type { TicketKind } from '../../../shared/model/ticket/ticket.ts'
import type { Database } from '../../storage/database.ts'
import { toClosingValue, type ClosingValue } from '../state/closing-value.ts'
import type { TicketOutcome } from '../state/ticket-outcome.ts'
import type { TicketState } from '../state/ticket-state.ts'

/**
 * `all` is every ticket; sums are kept for the first five kinds. `figure`: a number of the reports that counts the
 * ticket.
 */
export type FacetKind =
  'all' | 'book' | 'league' | 'market' | 'tag' | 'result' | 'figure' | 'clv-step' | 'word'

export interface Facet {
  readonly kind: FacetKind
  readonly value: string
  readonly label: string
}

/** Maximum words of a ticket in the index, more than any real bet has. */
const maxWords = 400
const facet = (kind: FacetKind, value: string, label = value): Facet => ({ kind, value, label })
const each = (kind: FacetKind, values: readonly string[]): Facet[] =>
  [...new Set(values)].filter(value => value !== '').map(value => facet(kind, value))

/** A voided ticket has none. */
export function toFacets(state: TicketState, outcome: TicketOutcome): { sums: Facet[]; lists: Facet[] } {
  if (state.isVoided) return { sums: [], lists: [] }
  const { book, tags, legs } = state.facts
  const leagues = legs.map(({ game }) => game.league)
  const markets = legs.map(({ market }) => market)
  const sums = [
    facet('all', ''),
    facet('book', book.id, book.name),
    ...each('league', leagues),
    ...each('market', markets),
    ...each('tag', tags),
  ]
  const outcomes = [facet('result', outcome.result), ...toFigures(state, outcome)]
  return { sums, lists: [...sums, ...outcomes, ...each('word', wordsIn(state, outcome))] }
}

/** Numbers of the reports that count a ticket with this outcome. */
function toFigures(state: TicketState, outcome: TicketOutcome): Facet[] {
  const isOwn = ownStakeMinor(state.facts) > 0
  const { payout, isProvisionallyLost } = outcome
  if (payout === null) return [...figure('open-stake', isOwn), ...figure('open-payout', !isProvisionallyLost)]
  const value = toClosingValue(state, outcome)
  const step = value?.isInPool === true ? [facet('clv-step', String(toClvStep(value.clvPpm)))] : []
  return [...figure('settled'), ...figure('staked', isOwn), ...figure(closingFigure(value)), ...step]
}

const figure = (value: Figure, isPart = true): Facet[] => (isPart ? [facet('figure', value)] : [])

function closingFigure(value: ClosingValue | null): Figure {
  if (value === null) return 'no-close'
  return value.isInPool ? 'clv' : 'clv-kept-out'
}

/** Search words of promotions, by the names that books give them. */
const kindWords: Readonly<Record<TicketKind, string>> = {
  normal: '',
  bonus: 'bonus free bet promo',
  boosted: 'boosted promo',
}

function wordsIn({ facts }: TicketState, outcome: TicketOutcome): string[] {
  const { book, kind, tags, note, legs } = facts
  const ofLegs = legs.flatMap(leg => [leg.game.title, leg.market, leg.game.league])
  const names = legs.map(({ name }) => name)
  const shown = [describeOutcome(outcome), facts.isLive ? 'live' : '', shortenLegs(legs), shortenGames(legs)]
  const words = toSearchWords(
    [book.name, kindWords[kind], ...shown, ...tags, ...names, note, ...ofLegs].join('\n'),
  )
  return [...new Set(words)].slice(0, maxWords)
}

const describeOutcome = ({ result, review, isProvisionallyLost }: TicketOutcome): string =>
  [
    ticketResultNames[result],
    isProvisionallyLost ? 'losing' : '',
    review === null ? '' : reviewTasks[review],
  ].join(' ')

const IdRow = z.object({ id: z.number() }).optional()

/** The ids of facets. Each facet is written once; its id is cached at first use. */
export class FacetIds {
  readonly #find: ReturnType<Database['prepare']>
  readonly #add: ReturnType<Database['prepare']>
  readonly #known = new Map<string, number>()

  constructor(database: Database) {
    this.#find = database.prepare('SELECT id FROM facets WHERE is_demo = ? AND kind = ? AND value = ?')
    this.#add = database.prepare(
      'INSERT INTO facets (is_demo, kind, value, label) VALUES (?, ?, ?, ?) RETURNING id',
    )
  }

  /** Undefined when no ticket ever had the facet. */
  find(isDemo: boolean, { kind, value }: Pick<Facet, 'kind' | 'value'>): number | undefined {
    const name = toName(isDemo, kind, value)
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const id = IdRow.parse(this.#find.get(Number(isDemo), kind, value))?.id
    if (id !== undefined) this.#known.set(name, id)
    return id
  }

  /** Only inside a transaction. */
  getOrAdd(isDemo: boolean, facet: Facet): number {
    const found = this.find(isDemo, facet)
    if (found !== undefined) return found
    const id = IdRow.parse(this.#add.get(Number(isDemo), facet.kind, facet.value, facet.label))?.id ?? 0
    this.#known.set(toName(isDemo, facet.kind, facet.value), id)
    return id
  }

  /** After a transaction was rolled back. */
  clear(): void {
    this.#known.clear()
  }
}

const toName = (isDemo: boolean, kind: string, value: string) => `${Number(isDemo)}${kind}\n${value}`
