/**
 * Parses the legs of a ticket that the user corrected. Fields that were not retyped stay exactly as recorded, including
 * those that no form shows: ids, short names and texts of other versions.
 */
import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '../../../shared/failure.ts'
import type { CorrectedLeg } from '../../../shared/model/ticket/ticket-draft.ts'
import type { TicketLeg } from '../../../shared/model/ticket/ticket.ts'
import type { LegRevision } from '../log/record.ts'
import { areInOrder } from '../state/leg-corrections.ts'
import { parseLeg, validateLeg } from './parse-draft.ts'

/** Throws Refusal. */
export function parseCorrectedLegs(
  drafts: readonly CorrectedLeg[],
  before: readonly TicketLeg[],
): LegRevision[] {
  const now = drafts.map(draft => {
    const leg = draft.from === null ? undefined : before[draft.from]
    return {
      from: draft.from,
      leg: leg === undefined ? validateLeg(parseLeg(draft)) : correctLeg(leg, draft),
    }
  })
  if (areInOrder(before, now)) return now
  throw invalid('These aren’t this ticket’s legs.')
}

const invalid = (sentence: string) => new Refusal({ kind: 'invalid', field: 'legs', sentence })

/** The token of another bet would settle the leg as that bet. */
const explainOldToken = ({ name }: TicketLeg) =>
  `“${name}” now has another bet’s odds ID. Enter its grade token too, or remove the old one.`

const isOtherSelection = ({ selectionKey: was }: TicketLeg, { selectionKey: is }: TicketLeg) =>
  was !== null && is !== null && was !== is

function correctLeg(was: TicketLeg, draft: CorrectedLeg): TicketLeg {
  const isSameId = isSame(was.oddsId, draft.oddsId)
  const isSamePrice = was.price?.format === draft.price?.format && isSame(priceText(was), priceText(draft))
  const read = parseLeg({
    ...draft,
    oddsId: isSameId ? null : draft.oddsId,
    price: isSamePrice ? null : draft.price,
  })
  const { selectionKey, oddsId, game } = isSameId ? toIds(was, read) : read
  const { title, short, league } = was.game
  const leg = {
    selectionKey,
    oddsId,
    grade: keepText(was.grade, read.grade ?? (draft.keepsGrade ? was.grade : null)),
    name: keepText(was.name, read.name),
    market: keepText(was.market, read.market),
    price: isSamePrice ? was.price : read.price,
    game: {
      id: game.id,
      title: keepText(title, read.game.title),
      short: isSame(title, read.game.title) ? short : read.game.short,
      league: keepText(league, read.game.league),
      startAt: draft.startAt,
    },
  }
  const keepsToken = (leg.grade ?? '') !== '' && !draft.grade
  if (keepsToken && isOtherSelection(was, leg)) throw invalid(explainOldToken(leg))
  return isDeepStrictEqual(leg, was) ? was : validateLeg(leg)
}

/** Selection and game come from the odds id; without one, from the texts. */
function toIds(was: TicketLeg, { name, market, game }: TicketLeg) {
  const isById = was.oddsId !== null
  const isSameGame = isById || isSame(was.game.title, game.title)
  const isSameSelection = isSameGame && (isById || (isSame(was.name, name) && isSame(was.market, market)))
  return {
    oddsId: was.oddsId,
    selectionKey: isSameSelection ? was.selectionKey : null,
    game: { id: isSameGame ? was.game.id : '' },
  }
}

/** Compares trimmed texts; empty and missing are the same. */
const isSame = (was: string | null, now: string | null) => (was ?? '').trim() === (now ?? '')
const priceText = ({ price }: Pick<TicketLeg, 'price'>) => price?.text ?? null
const keepText = <T extends string | null>(was: T, now: T): T => (isSame(was, now) ? was : now)
