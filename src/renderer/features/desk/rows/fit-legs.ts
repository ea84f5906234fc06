/** Fits the legs of a parlay in the two lines beside a row: whole legs in the first, the others in the second. */
import {
  joinShortLegs,
  toNamedLegs,
  toShortLegs,
  withoutStat,
  type ShortLeg,
} from '../../../../shared/model/game/leg-short.ts'
import type { LegView } from '../../../../shared/model/parlay/parlay.ts'

export interface FittedLegs {
  readonly text: string
  /** Number of legs that are not in `text`. */
  readonly hidden: number
  /** The legs that are not in `text`, for the second line; empty without any. */
  readonly others: string
}

/** Widths in CSS pixels, in the font of the first line. */
interface Rooms {
  readonly first: number
  readonly second: number
}

/**
 * A player's or team's name may be cut, a leg's line never is. Where legs of the second line would look alike, the
 * names in the first are cut further, so that it takes more of the legs.
 */
export function fitLegs(
  legs: readonly Pick<LegView, 'name' | 'market'>[],
  rooms: Rooms,
  textWidth: (text: string) => number,
): FittedLegs {
  const named = joinShortLegs(toNamedLegs(legs))
  if (textWidth(named) <= rooms.first) return { text: named, hidden: 0, others: '' }
  const short = toShortLegs(legs)
  const fit = (count: number, minLetters: number): Fitted | undefined => {
    const hidden = short.length - count
    const free = rooms.first - (hidden === 0 ? 0 : textWidth(` +${hidden}`))
    const text = fitNames(short.slice(0, count), free, minLetters, textWidth)
    if (text === undefined && count > 1) return undefined
    const others = hidden === 0 ? nothing : fitOthers(toShortLegs(legs.slice(count)), rooms.second, textWidth)
    // Still too long: CSS then cuts its end, which is the stat.
    return { text: text ?? joinShortLegs(short.slice(0, 1).map(cutShort)), hidden, ...others }
  }
  const counts = short.map((_, place) => short.length - place)
  const usual = firstOf(counts, count => fit(count, count === 1 ? minLettersAlone : minLettersTogether))
  if (usual === undefined) return { text: '', hidden: 0, others: '' }
  const fuller =
    usual.lost === 0
      ? undefined
      : firstOf(counts.slice(0, usual.hidden), count => fit(count, minLettersAlone))
  const { text, hidden, others } = fuller !== undefined && fuller.lost < usual.lost ? fuller : usual
  return { text, hidden, others }
}

interface Others {
  readonly others: string
  /** Loss in steps: 0 while each leg has its stat and enough of its name. */
  readonly lost: number
}
type Fitted = FittedLegs & Others
const nothing: Others = { others: '', lost: 0 }

function firstOf<T, U>(items: readonly T[], find: (item: T) => U | undefined): U | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** Gives up letters of names first, then the stats, then all but initials, and only then names, and counts the last legs. */
function fitOthers(legs: readonly ShortLeg[], room: number, textWidth: (text: string) => number): Others {
  const bare = legs.map(withoutStat)
  const steps = [
    { legs, minLetters: minLettersTogether, lost: 0 },
    { legs, minLetters: minLettersAlone, lost: 0 },
    { legs: bare, minLetters: minLettersAlone, lost: 1 },
    { legs: bare, minLetters: minLettersOfInitial, lost: 2 },
  ]
  const fitted = firstOf(steps, ({ legs: each, minLetters, lost }) => {
    const others = fitNames(each, room, minLetters, textWidth)
    return others === undefined ? undefined : { others, lost }
  })
  if (fitted !== undefined) return fitted
  // A leg without a line, such as a moneyline, says nothing without its team.
  const lines = bare.map(leg => (/\d/.test(leg.what) ? leg.what : joinShortLegs([cutShort(leg)])))
  for (let count = lines.length; count > 1; count--) {
    const others = joinCounted(lines, count)
    if (textWidth(others) <= room) return { others, lost: 3 }
  }
  return { others: joinCounted(lines, 1), lost: 4 }
}

function joinCounted(lines: readonly string[], count: number): string {
  const rest = lines.length - count
  return lines.slice(0, count).join(' · ') + (rest === 0 ? '' : ` +${rest}`)
}

/** Minimum letters of a cut name, its ellipsis included. Rather than cut names further, a line shows fewer legs. */
const minLettersTogether = 6
/** As above, where only one leg is shown, or where a longer name would hide a line. */
const minLettersAlone = 4
/** Initial with its ellipsis: two players with the same line still differ by it. */
const minLettersOfInitial = 2

/** The legs in one text, the longest name cut first if needed; undefined when they still do not fit. */
function fitNames(
  legs: readonly ShortLeg[],
  room: number,
  minLetters: number,
  textWidth: (text: string) => number,
): string | undefined {
  let fitted = legs
  for (;;) {
    const text = joinShortLegs(fitted)
    if (textWidth(text) <= room) return text
    const longest = fitted.toSorted((a, b) => b.who.length - a.who.length)[0]
    if (longest === undefined || longest.who.length <= minLetters) return undefined
    fitted = fitted.map(leg => (leg === longest ? { ...leg, who: cutName(leg.who) } : leg))
  }
}

const cutShort = (leg: ShortLeg): ShortLeg =>
  leg.who.length <= minLettersAlone ? leg : { ...leg, who: `${leg.who.slice(0, minLettersAlone - 1)}…` }

const cutName = (name: string): string => `${name.replace(/.?…?$/u, '').trimEnd()}…`
