/**
 * The legs of a ticket as the user corrects them. What was not typed anew stays as it was recorded, to the letter: ids,
 * short names and texts of another version, which no form shows.
 */
import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '../../../shared/failure.ts'
import type { CorrectedLeg } from '../../../shared/model/ticket/ticket-draft.ts'
import type { TicketLeg } from '../../../shared/model/ticket/ticket.ts'
import { areInOrder } from '../state/leg-corrections.ts'
import { keptLeg } from './kept-terms.ts'
import type { LegNow } from '../log/record.ts'
import { readLeg } from './parse-draft.ts'

/** Throws Refusal. */
export function readCorrectedLegs(drafts: readonly CorrectedLeg[], before: readonly TicketLeg[]): LegNow[] {
  const now = drafts.map(draft => {
    const leg = draft.from === null ? undefined : before[draft.from]
    return { from: draft.from, leg: leg === undefined ? keptLeg(readLeg(draft)) : corrected(leg, draft) }
  })
  if (areInOrder(before, now)) return now
  throw invalid('These are not the legs of this ticket.')
}

const invalid = (sentence: string) => new Refusal({ kind: 'invalid', field: 'legs', sentence })

/** By the token of another bet it would be settled as that bet. */
const tokenWanted = ({ name }: TicketLeg) =>
  `“${name}” has the odds id of another selection now. Enter the grade token of that one too, or let the old one go.`

const isOtherSelection = ({ selectionKey: was }: TicketLeg, { selectionKey: is }: TicketLeg) =>
  was !== null && is !== null && was !== is

function corrected(was: TicketLeg, draft: CorrectedLeg): TicketLeg {
  const isSameId = isSame(was.oddsId, draft.oddsId)
  const isSamePrice = was.price?.format === draft.price?.format && isSame(textOf(was), textOf(draft))
  const read = readLeg({
    ...draft,
    oddsId: isSameId ? null : draft.oddsId,
    price: isSamePrice ? null : draft.price,
  })
  const now = {
    ...(isSameId ? idsOf(was, read) : read),
    grade: kept(was.grade, read.grade ?? (draft.keepsGrade ? was.grade : null)),
    name: kept(was.name, read.name),
    market: kept(was.market, read.market),
    price: isSamePrice ? was.price : read.price,
  }
  const { title, short, league } = was.game
  const leg = {
    ...now,
    game: {
      id: now.game.id,
      title: kept(title, read.game.title),
      short: isSame(title, read.game.title) ? short : read.game.short,
      league: kept(league, read.game.league),
      startAt: draft.startAt,
    },
  }
  const keepsToken = (leg.grade ?? '') !== '' && !draft.grade
  if (keepsToken && isOtherSelection(was, leg)) throw invalid(tokenWanted(leg))
  return isDeepStrictEqual(leg, was) ? was : keptLeg(leg)
}

/** Which selection and game it is: the odds id says so, and without one the words do. */
function idsOf(was: TicketLeg, { name, market, game }: TicketLeg) {
  const isById = was.oddsId !== null
  const isSameGame = isById || isSame(was.game.title, game.title)
  const isSameSelection = isSameGame && (isById || (isSame(was.name, name) && isSame(was.market, market)))
  return {
    oddsId: was.oddsId,
    selectionKey: isSameSelection ? was.selectionKey : null,
    game: { id: isSameGame ? was.game.id : '' },
  }
}

/** What is typed has no spaces around it, and an empty text is none. */
const isSame = (was: string | null, now: string | null) => (was ?? '').trim() === (now ?? '')
const textOf = ({ price }: Pick<TicketLeg, 'price'>) => price?.text ?? null
const kept = <T extends string | null>(was: T, now: T): T => (isSame(was, now) ? was : now)
