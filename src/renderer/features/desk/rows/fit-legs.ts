/** Fits the legs of a parlay in the two lines beside a row, each with its player or team and its market. */
import {
  abbreviateTeam,
  joinShortLegs,
  tightenStat,
  toNamedLegs,
  toShortLegs,
  withoutStat,
  type ShortLeg,
} from '../../../../shared/model/game/leg-short.ts'
import type { LegView } from '../../../../shared/model/parlay/parlay.ts'

type Leg = Pick<LegView, 'name' | 'market'> & Partial<Pick<LegView, 'game'>>

export interface FittedLegs {
  readonly first: string
  /** The legs that are not in `first`; empty without any. */
  readonly second: string
  /** Number of legs in neither line. */
  readonly hidden: number
  /** Place in `Rooms.second` of the room that `second` was fitted to. */
  readonly start: number
}

/** Widths in CSS pixels, in the font of the first line. */
export interface Rooms {
  readonly first: number
  /** Room in the second line after each form of its start, the longest form first: the time gives way to legs. */
  readonly second: readonly [number, ...number[]]
  /** True when the first line says something without a leg. */
  readonly isNamed: boolean
}

/** One way to shorten legs, and the form of the second line's start. */
interface Step {
  readonly start: number
  /** True for teams' abbreviations, in both lines or in none. */
  readonly isAbbreviated: boolean
  /** True for the stats' shortest words. */
  readonly isTight: boolean
  /** Minimum letters of a cut name, its ellipsis included. */
  readonly minLetters: number
}

type TextWidth = (text: string) => number

/** Minimum letters of names that are not cut. */
const wholeNames = Infinity
/** As above, of names that are cut before a leg is left out. */
const [someLetters, fewLetters] = [6, 4]
/** Initial with its ellipsis, for the first leg of a row in a very narrow pane. */
const minLettersOfInitial = 2

/**
 * The longest words that fit. What gives way, in this order: players' first names, AM or PM, the stats' usual words,
 * teams' names, the time, letters of names. Then the last legs are counted: no leg is without its name or its market.
 */
export function fitLegs(legs: readonly Leg[], rooms: Rooms, textWidth: TextWidth): FittedLegs {
  const named = joinShortLegs(toNamedLegs(legs))
  if (textWidth(named) <= rooms.first) return { first: named, second: '', hidden: 0, start: 0 }
  const steps = listSteps(rooms.second.length)
  for (let shown = countFitting(legs, rooms, textWidth); shown > 0; shown--)
    for (const step of steps) {
      const fitted = fitStep(legs, { ...step, shown }, rooms, textWidth)
      if (fitted !== undefined) return fitted
    }
  const first = cutFirst(toShortLegs(legs.slice(0, 1)))
  return { first, second: '', hidden: Math.max(0, legs.length - 1), start: 0 }
}

/** From what loses least to what loses most. */
function listSteps(starts: number): Step[] {
  const last = starts - 1
  const timed = starts === 1 ? [0] : Array.from({ length: last }, (_, start) => start)
  const whole = { isAbbreviated: false, isTight: false, minLetters: wholeNames }
  const tight = { ...whole, isAbbreviated: true, isTight: true }
  const timedSteps = [whole, { ...whole, isTight: true }, { ...whole, isAbbreviated: true }, tight]
  return [
    ...timedSteps.flatMap(step => timed.map(start => ({ ...step, start }))),
    { ...tight, start: last },
    { ...tight, start: timed.length - 1, minLetters: someLetters },
    { ...tight, start: last, minLetters: someLetters },
    { ...tight, start: last, minLetters: fewLetters },
  ]
}

/** Upper bound of the legs that fit in both lines. */
function countFitting(legs: readonly Leg[], rooms: Rooms, textWidth: TextWidth): number {
  const step: Step = {
    start: rooms.second.length - 1,
    isAbbreviated: true,
    isTight: true,
    minLetters: fewLetters,
  }
  const fill = (from: number, room: number): number => {
    let end = from
    while (end < legs.length && fitLine(legs.slice(from, end + 1), step, room, textWidth) !== undefined) end++
    return end
  }
  return fill(fill(0, rooms.first), Math.max(...rooms.second))
}

/** The first `shown` legs, as many of them in the first line as fit; undefined if both lines have no room for them. */
function fitStep(
  legs: readonly Leg[],
  { shown, ...step }: Step & { readonly shown: number },
  rooms: Rooms,
  textWidth: TextWidth,
): FittedLegs | undefined {
  const hidden = legs.length - shown
  const countWidth = hidden === 0 ? 0 : textWidth(` +${hidden}`)
  const whole = fitLine(legs.slice(0, shown), step, rooms.first - countWidth, textWidth)
  if (whole !== undefined) return { first: whole, second: '', hidden, start: 0 }
  const secondRoom = (rooms.second[step.start] ?? 0) - countWidth
  for (let count = shown - 1; count >= (rooms.isNamed ? 0 : 1); count--) {
    const first = fitLine(legs.slice(0, count), step, rooms.first, textWidth)
    const second = fitLine(legs.slice(count, shown), step, secondRoom, textWidth)
    if (first !== undefined && second !== undefined) return { first, second, hidden, start: step.start }
  }
  return undefined
}

/** The legs in one text, the longest name cut first if needed; undefined when they still do not fit. */
function fitLine(
  legs: readonly Leg[],
  { isAbbreviated, isTight, minLetters }: Step,
  room: number,
  textWidth: TextWidth,
): string | undefined {
  const named = toShortLegs(legs).map(leg => (isAbbreviated ? abbreviateTeam(leg) : leg))
  let fitted = isTight ? named.map(tightenStat) : named
  for (;;) {
    const text = joinShortLegs(fitted)
    if (textWidth(text) <= room) return text
    const longest = fitted.toSorted((a, b) => b.who.length - a.who.length)[0]
    if (longest === undefined || longest.who.length <= minLetters) return undefined
    fitted = fitted.map(leg => (leg === longest ? { ...leg, who: cutName(leg.who) } : leg))
  }
}

/** A leg in too little room for its stat and its name. */
const cutFirst = (legs: readonly ShortLeg[]): string =>
  joinShortLegs(
    legs.map(abbreviateTeam).map(leg => ({ ...withoutStat(leg), who: cutTo(leg.who, minLettersOfInitial) })),
  )

const cutTo = (name: string, letters: number): string =>
  name.length <= letters ? name : `${name.slice(0, letters - 1)}…`

const cutName = (name: string): string => `${name.replace(/.?…?$/u, '').trimEnd()}…`
