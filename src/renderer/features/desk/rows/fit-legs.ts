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
  /** The legs that are not in `text`, for the second line, the last of them as a number; empty without any. */
  readonly others: string
}

/** Widths in CSS pixels, in the font of the first line. */
interface Rooms {
  readonly first: number
  readonly second: number
}

/**
 * A player's or team's name may be cut, a leg's line never is: a leg without room for both is counted. Where the second
 * line would lose more, the names in the first are cut further, so that it takes more of the legs.
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
    return { text: text ?? fitFirst(short, free, textWidth), hidden, ...others }
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

/** Gives up letters of names first, then the stats, and only then counts the last legs. */
function fitOthers(legs: readonly ShortLeg[], room: number, textWidth: (text: string) => number): Others {
  const bare = withoutStats(legs)
  const steps = [
    { legs, minLetters: minLettersTogether, lost: 0 },
    { legs, minLetters: minLettersAlone, lost: 0 },
    { legs: bare, minLetters: minLettersAlone, lost: 1 },
  ]
  const whole = firstOf(steps, ({ legs: each, minLetters, lost }) => {
    const others = fitNames(each, room, minLetters, textWidth)
    return others === undefined ? undefined : { others, lost }
  })
  if (whole !== undefined) return whole
  const counts = legs.slice(1).map((_, place) => legs.length - 1 - place)
  const counted = firstOf(counts, count => {
    const rest = ` +${legs.length - count}`
    const fit = (each: readonly ShortLeg[]) =>
      fitNames(each.slice(0, count), room - textWidth(rest), minLettersAlone, textWidth)
    const text = fit(legs) ?? fit(bare)
    return text === undefined ? undefined : { others: text + rest, lost: 2 + legs.length - count }
  })
  return counted ?? { others: '', lost: 2 + legs.length }
}

/** A line of a player named once for several legs keeps its stat, without which it would say too little. */
const withoutStats = (legs: readonly ShortLeg[]): ShortLeg[] =>
  legs.map((leg, place) => (leg.who === '' || legs[place + 1]?.who === '' ? leg : withoutStat(leg)))

/** One leg alone in too little room for its stat or for enough of its name. */
function fitFirst(legs: readonly ShortLeg[], room: number, textWidth: (text: string) => number): string {
  const bare = withoutStats(legs.slice(0, 1))
  const [initial] = bare.map(leg => ({ ...leg, who: cutTo(leg.who, minLettersOfInitial) }))
  return fitNames(bare, room, minLettersAlone, textWidth) ?? (initial ? joinShortLegs([initial]) : '')
}

/** Minimum letters of a cut name, its ellipsis included. Rather than cut names further, a line shows fewer legs. */
const minLettersTogether = 6
/** As above, where only one leg is shown, or where a longer name would hide a line. */
const minLettersAlone = 4
/** Initial with its ellipsis, for the first leg of a row in a very narrow pane. */
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

const cutTo = (name: string, letters: number): string =>
  name.length <= letters ? name : `${name.slice(0, letters - 1)}…`

const cutName = (name: string): string => `${name.replace(/.?…?$/u, '').trimEnd()}…`
