/** Describes a parlay of the desk: its title, its accessible text, and warnings about its legs. */
import { nameGames, rowTitle, shortenGames, shortenLegs } from '../../../../shared/model/game/leg-short.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { DeskLeg } from '../../../../shared/model/parlay/parlay.ts'
import type { FilterPart } from '../../../../shared/model/ticket/ledger-filter.ts'
import { toGameKey } from '../../../../shared/model/ticket/ticket.ts'
import type { QuoteOutcome } from '../../../../shared/model/price/quote.ts'
import type { Cell } from '../../../../shared/model/price/cell.ts'
import { pluralize } from '../../../format/number-text.ts'
import { timeAndDay } from '../../../format/time-text.ts'
import { groupName } from '../../../window-name.ts'
import { phaseNames, type GamePhase } from './game-phase.ts'
import type { RowHead } from './useRowHead.ts'

/** The second line beside a row: `RVT at HBR · Live · 3 legs`. */
export const rowNote = (row: Pick<Row, 'legs'>, phase: GamePhase = 'upcoming'): string =>
  [shortenGames(row.legs), phaseNames[phase], pluralize(row.legs.length, 'leg')]
    .filter(part => part !== '')
    .join(' · ')

/** Accessible text of a row: its name, legs, games, tags and warnings. */
export function rowSpoken(row: RowHead, phase: GamePhase = 'upcoming'): string {
  const { name, tags } = row.note
  const group = row.group === null ? '' : groupName(row.group)
  const parts = [
    name,
    shortenLegs(row.legs),
    rowNote(row, phase),
    ...tags,
    group,
    summarizeDoubts(row.legs, phase),
  ]
  return parts.filter(part => part !== '').join(', ')
}

/** The game and all legs in full, one a line, for a row that has no room for them, and what the sign ⚠ there means. */
export function listLegs({ legs }: Pick<Row, 'legs'>, phase: GamePhase): string {
  const lines = legs.flatMap(leg => {
    const doubts = isUnlistedBy(phase, leg) ? leg.flags : describeDoubts(leg)
    return [`${leg.name} ${leg.market}`, ...doubts.map(doubt => `⚠ ${doubt}`)]
  })
  return [nameGames(legs), ...lines].join('\n')
}

/** True where the phase says by itself that a leg is no longer offered. */
const isUnlistedBy = (phase: GamePhase, { isGameListed }: DeskLeg): boolean =>
  phase === 'final' || (phase === 'unlisted' && !isGameListed)

/**
 * Start of the next of a parlay’s games, `6:07 PM`, with the day unless it is today; then its shorter forms, for a line
 * that also has legs: without AM or PM, and left out.
 */
export function startForms(row: Pick<Row, 'legs'>, now: number): readonly [string, ...string[]] {
  const start = startText(row, now)
  return start === '' ? [''] : [start, start.replace(/\s*[AP]\.?M\.?$/i, ''), '']
}

function startText({ legs }: Pick<Row, 'legs'>, now: number): string {
  const starts = legs.flatMap(({ game: { startAt } }) => (startAt !== null && startAt > now ? [startAt] : []))
  return starts.length === 0 ? '' : timeAndDay(Math.min(...starts), now)
}

/** Warnings about a leg, by the present board, a sentence each: a wrong match costs money. */
export function describeDoubts({ isOffered, isGameOver, flags }: DeskLeg): readonly string[] {
  return [...(isOffered || isGameOver ? [] : ['No longer offered.']), ...flags]
}

/**
 * The warnings about all legs in one line; empty without any. After its games, no parlay is offered, and "No odds now"
 * says so of a game that left the board.
 */
export function summarizeDoubts(legs: readonly DeskLeg[], phase: GamePhase): string {
  const gone = legs.filter(leg => !leg.isOffered && !isUnlistedBy(phase, leg)).length
  const flagged = legs.filter(leg => leg.flags.length > 0).length
  return [
    ...(gone > 0 ? [`${pluralize(gone, 'leg')} no longer offered`] : []),
    ...(flagged > 0 ? [`${pluralize(flagged, 'leg')} may be matched wrong`] : []),
  ].join(', ')
}

/** Maximum length of the name of a filter. */
const maxLabel = 1_000

/** Filter of the ledger: the tickets with the legs of a parlay. */
export const toTicketsPart = (row: Row): FilterPart => ({
  kind: 'parlay',
  label: rowTitle(row).slice(0, maxLabel),
  legs: row.legs.map(({ name, market, game }) => ({ gameKey: toGameKey(game), market, name })),
})

export type RowObstacle = 'Can’t combine' | 'No price' | 'No response' | 'Not offered'

/** Reason why no shown book prices a row; empty when one does or was not asked yet. */
export function obstacleText(row: Row, shown: ReadonlySet<string>): RowObstacle | '' {
  const kinds = new Set(row.cells.filter(({ bookId }) => shown.has(bookId)).map(obstacleOf))
  if (kinds.size === 0 || kinds.has(undefined)) return ''
  if (kinds.has('cannot-combine')) return 'Can’t combine'
  if (kinds.has('no-price') || kinds.has('message')) return 'No price'
  return kinds.has('failed') ? 'No response' : 'Not offered'
}

const noBookTexts: Readonly<Record<RowObstacle, string>> = {
  'Can’t combine': 'No book takes these legs together',
  'No price': 'No book is pricing these legs right now',
  'No response': 'No book responded. Press R to retry',
  'Not offered': 'No book offers all the legs',
}

/** The reason why a row has no price to open, without a period. */
export function explainNoBook(row: Row): string {
  const obstacle = obstacleText(row, new Set(row.cells.map(({ bookId }) => bookId)))
  return obstacle === '' ? 'No book has priced this parlay yet' : noBookTexts[obstacle]
}

function obstacleOf({ missingLegs, quote }: Cell): 'no-token' | QuoteOutcome['kind'] | undefined {
  if (missingLegs > 0) return 'no-token'
  const kind = quote?.outcome.kind
  return kind === 'priced' ? undefined : kind
}
