/**
 * Finds the opposite side of a bet: the selection of the same game and market that wins exactly when it loses. Only
 * half-point lines, Yes/No, and a winner without a draw have one. A bet that can be refunded has none.
 */
import type { Leg } from '../../../shared/model/parlay/parlay.ts'
import { splitOddsId } from '../../../shared/model/game/selection.ts'
import { none } from '../columns/columns.ts'
import { noTeamNames, parseTeamNames, type TeamNames } from '../facts/game-facts.ts'
import { findTeamSide, parseTeam } from '../facts/line-facts.ts'
import type { Store } from '../store/store.ts'
import { toLeg } from './legs.ts'
import { findOffered, parseNamedLine } from './neighbors.ts'

/**
 * Reason why a bet has no opposite side. `gone`: it is no longer offered. `refunded`: its market can be refunded.
 * `whole-line`: it can push. `three-way`: its market has a draw. `one-sided`: nothing like it has two sides. `missing`:
 * it has two sides, and the board lacks the other.
 */
export type OppositeObstacle = 'gone' | 'refunded' | 'whole-line' | 'three-way' | 'one-sided' | 'missing'

export type Opposite =
  /** Both sides with the offers that the board has now. */
  { readonly kind: 'found'; readonly own: Leg; readonly opposite: Leg } | { readonly kind: OppositeObstacle }

/** Returns the opposite of each key's selection, or the reason why it has none. */
export function findOpposites(store: Store, keys: readonly string[]): Opposite[] {
  return keys.map(key => findOpposite(store, key))
}

const refundable =
  /\b(?:draw no bet|dnb|no action|must (?:play|start)|listed pitchers?|(?:void|refund)(?:ed|s)?)\b/i

/** True for a market or bet that ends without a result when something does not happen. */
export const canBeRefunded = (text: string): boolean => refundable.test(text)

const draw = /^(?:the )?(?:draw|tie)$/i

function findOpposite(store: Store, key: string): Opposite {
  const row = store.find(key)
  const parts = splitOddsId(`book#${key}`)
  if (row < 0 || parts === undefined) return { kind: 'gone' }
  const other = findOtherSide(store, row, findOffered(store, parts.event, parts.market))
  if (typeof other === 'string') return { kind: other }
  return { kind: 'found', own: toLeg(store, row), opposite: toLeg(store, other) }
}

/** Returns the row of a selection's other side, or the reason why it has none. `ofMarket`: all rows of its market. */
export function findOtherSide(
  store: Store,
  row: number,
  ofMarket: readonly number[],
): number | OppositeObstacle {
  const { market, name } = store.keyPartsOf(row)
  if (canBeRefunded(market) || canBeRefunded(name)) return 'refunded'
  const others = ofMarket
    .filter(other => other !== row)
    .map(other => ({ row: other, name: store.keyPartsOf(other).name }))
  const teams = findTeams(store, row)
  const named = findOtherName(name, teams)
  if (typeof named === 'string') return others.find(other => other.name === named)?.row ?? 'missing'
  if (named !== undefined) return findOtherTeam(others, { ...named, teams })
  return isWhole(name) ? 'whole-line' : 'one-sided'
}

interface TeamBet {
  /** 0 away, 1 home. */
  readonly side: number
  /** Null for a winner. */
  readonly line: number | null
}

/** The exact name of the other side, or the team that it must not be on; undefined for a bet without another side. */
function findOtherName(name: string, teams: TeamNames): string | TeamBet | undefined {
  const parsed = parseNamedLine(name)
  if (parsed !== undefined && !isHalf(parsed.line)) return undefined
  const swapped = swapSide(name)
  if (swapped !== undefined) return swapped
  const side = findTeamSide(parseTeam(name), teams)
  const hasSign = parsed !== undefined && /[+−-]/.test(name.charAt(parsed.before.length))
  if (side < 0 || (parsed !== undefined && !hasSign)) return undefined
  return { side, line: parsed?.line ?? null }
}

const isHalf = (line: number): boolean => Math.abs(line % 1) === 0.5

function isWhole(name: string): boolean {
  const parsed = parseNamedLine(name)
  const hasSide = /\b(?:over|under)\b/i.test(name) || /[+−-]\d/.test(name)
  return parsed !== undefined && hasSide && !/\d\+/.test(name) && !isHalf(parsed.line)
}

const overUnder = /\b(over|under)(?= [+-]?\d)/gi
const yesNo = /(?:^|\s)(yes|no)$/i
const otherWord: Readonly<Record<string, string>> = { over: 'under', under: 'over', yes: 'no', no: 'yes' }

/** `Ada North Over 27.5` to `Ada North Under 27.5`, in the same case; undefined without one such word. */
function swapSide(name: string): string | undefined {
  const sides = [...name.matchAll(overUnder)]
  const [word, at] =
    sides.length === 1 && sides[0] !== undefined
      ? [sides[0][1] ?? '', sides[0].index]
      : [yesNo.exec(name)?.[1] ?? '', name.length - (yesNo.exec(name)?.[1]?.length ?? 0)]
  const other = otherWord[word.toLowerCase()]
  return other && name.slice(0, at) + likeCase(other, word) + name.slice(at + word.length)
}

function likeCase(word: string, like: string): string {
  if (like === like.toUpperCase()) return word.toUpperCase()
  return like.charAt(0) === like.charAt(0).toUpperCase() ? word.charAt(0).toUpperCase() + word.slice(1) : word
}

/** The other team's bet at the opposite line; of a winner, only in a market of the two teams alone. */
function findOtherTeam(
  others: readonly { readonly row: number; readonly name: string }[],
  { side, line, teams }: TeamBet & { readonly teams: TeamNames },
): number | OppositeObstacle {
  if (line === null && others.some(({ name }) => draw.test(name))) return 'three-way'
  const fitting = others.filter(({ name }) => {
    const isOther = findTeamSide(parseTeam(name), teams) === 1 - side
    return isOther && (line === null ? parseNamedLine(name) === undefined : hasLine(name, -line))
  })
  const [found] = fitting
  if (found === undefined) return 'missing'
  const isPair = fitting.length === 1 && (line !== null || others.length === 1)
  return isPair ? found.row : 'one-sided'
}

const hasLine = (name: string, line: number): boolean => parseNamedLine(name)?.line === line

function findTeams(store: Store, row: number): TeamNames {
  const facts = store.games.get(store.selections.event[row] ?? none)
  return facts === undefined ? noTeamNames : parseTeamNames(facts)
}
