/**
 * Parses settlement answers (docs/service-interface.md, 2.4 and 4.3). Only `result` is required; any other field that
 * is missing or of another type is left out.
 */
import { z } from 'zod'
import type { CallFailure } from '../../shared/failure.ts'
import { parseLegResult, type Grading } from '../../shared/model/ticket/settlement.ts'
import { ServiceError } from './failures.ts'
import { plainText } from './redact.ts'
import { toFailure, readJson } from './wire.ts'

/** One item of an answer; `token` is null when it is missing, and empty for a value that is not an item. */
export interface GradedItem {
  readonly token: string | null
  readonly grading: Grading
}

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)
const Text = optional(z.string())
const Score = optional(z.union([z.number(), z.string().trim().min(1).pipe(z.coerce.number())]))
const TeamWire = optional(z.looseObject({ id: Text, name: Text, abbreviation: Text, score: Score }))
const ItemWire = z.looseObject({
  grade: Text,
  result: Text,
  market: Text,
  name: Text,
  game: optional(
    z.looseObject({
      id: Text,
      teams: optional(z.looseObject({ away: TeamWire, home: TeamWire })),
      status: Text,
      live: optional(z.boolean()),
    }),
  ),
  players: optional(z.array(optional(z.looseObject({ name: Text, position: Text, score: Score })))),
})
type ItemWire = z.output<typeof ItemWire>
const noItem: ItemWire = ItemWire.parse({ grade: '' })
const WordsWire = z.looseObject({ message: Text, error: Text })

const maxPlayers = 50

/**
 * Returns the items of an answer: those of its list `odds`, or the answer itself when it is one item. Throws
 * ServiceError for any other answer, and for one that reports an error.
 */
export function readGradings(body: Buffer, status: number, key: string): GradedItem[] {
  const answer = readJson(body, status, key)
  const words = readWords(answer)
  const items = readItems(answer)
  const failure = toFailure(status, words, key)
  const isEmpty = items === undefined || items.length === 0
  if (failure !== undefined && isEmpty) throw new ServiceError(failure)
  if (items === undefined || (isEmpty && (status >= 400 || words !== '')))
    throw new ServiceError({
      kind: 'unreadable',
      status,
      detail: plainText(words, key) || 'it isn’t a list of results',
    })
  return items.map(item => toGradedItem(item, key))
}

/** The failure of an answer without bets, if smaller batches would not change it. */
export function findRefusal(body: Buffer, status: number, key: string): CallFailure | undefined {
  try {
    return toFailure(status, readWords(readJson(body, status, key)), key)
  } catch (error) {
    const failure = error instanceof ServiceError ? error.failure : undefined
    return failure?.kind === 'unreadable' ? undefined : failure
  }
}

function readWords(answer: unknown): string {
  const words = WordsWire.safeParse(answer)
  return words.success ? (words.data.message ?? words.data.error ?? '') : ''
}

function readItems(answer: unknown): ItemWire[] | undefined {
  const list = z.looseObject({ odds: z.array(z.unknown()) }).safeParse(answer)
  if (list.success)
    return list.data.odds.map(item => {
      const read = ItemWire.safeParse(item)
      return read.success ? read.data : noItem
    })
  const single = ItemWire.safeParse(answer)
  return single.success && (single.data.result != null || single.data.grade != null)
    ? [single.data]
    : undefined
}

function toGradedItem({ grade, result, market, name, game, players }: ItemWire, key: string): GradedItem {
  const text = (value: string | null | undefined) => plainText(value ?? '', key) || null
  const team = (side: z.output<typeof TeamWire>) =>
    side == null
      ? null
      : {
          id: text(side.id) ?? '',
          name: text(side.name) ?? '',
          abbreviation: text(side.abbreviation) ?? '',
          score: side.score ?? null,
        }
  const gameId = text(game?.id)
  const word = plainText(result ?? '', key, 200)
  return {
    token: grade ?? null,
    grading: {
      result: parseLegResult(word),
      word,
      market: text(market),
      name: text(name),
      game: gameId === null ? null : { id: gameId, ...parseGameId(gameId) },
      away: team(game?.teams?.away),
      home: team(game?.teams?.home),
      status: text(game?.status),
      isLive: game?.live ?? null,
      players: (players ?? [])
        .flatMap(player => (player?.name == null ? [] : [player]))
        .slice(0, maxPlayers)
        .map(player => ({
          name: text(player.name) ?? '',
          position: text(player.position),
          score: player.score ?? null,
        })),
    },
  }
}

/** League and day of `<league>:<away>:<home>:<date>`; null for an id of another form. */
function parseGameId(id: string): { league: string | null; day: string | null } {
  const [, league = null, day = null] = /^([^:]+):[^:]+:[^:]+:(\d{4}-\d{2}-\d{2})$/.exec(id) ?? []
  return { league, day }
}

/**
 * Returns a grade token without percent-encoding, the form in which tokens are compared. Feeds and answers contain both
 * forms of the same bet's token; a query encodes it exactly once. A token that only looks encoded (`%zz`) stays
 * unchanged.
 */
export function plainToken(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
