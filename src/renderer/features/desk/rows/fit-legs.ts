/** Fits the legs of a parlay in the two lines beside a row: whole legs in the first, the others in the second. */
import {
  joinShortLegs,
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

/** A player's or team's name may be cut, a leg's line never is. */
export function fitLegs(
  legs: readonly Pick<LegView, 'name' | 'market'>[],
  rooms: Rooms,
  textWidth: (text: string) => number,
): FittedLegs {
  const short = toShortLegs(legs)
  for (let count = short.length; count > 0; count--) {
    const hidden = short.length - count
    const free = rooms.first - (hidden === 0 ? 0 : textWidth(` +${hidden}`))
    const minLetters = count === 1 ? minLettersAlone : minLettersTogether
    const text = fitNames(short.slice(0, count), free, minLetters, textWidth)
    if (text === undefined && count > 1) continue
    return {
      // Still too long: CSS then cuts its end, which is the stat.
      text: text ?? joinShortLegs(short.slice(0, 1).map(cutShort)),
      hidden,
      others: hidden === 0 ? '' : fitOthers(toShortLegs(legs.slice(count)), rooms.second, textWidth),
    }
  }
  return { text: '', hidden: 0, others: '' }
}

/** Gives up letters of names first, then the stats, then the names, and only then counts the last legs. */
function fitOthers(legs: readonly ShortLeg[], room: number, textWidth: (text: string) => number): string {
  const bare = legs.map(withoutStat)
  const fitted =
    fitNames(legs, room, minLettersTogether, textWidth) ??
    fitNames(legs, room, minLettersAlone, textWidth) ??
    fitNames(bare, room, minLettersAlone, textWidth)
  if (fitted !== undefined) return fitted
  // A leg without a line, such as a moneyline, says nothing without its team.
  const lines = bare.map(leg => (/\d/.test(leg.what) ? leg.what : joinShortLegs([cutShort(leg)])))
  for (let count = lines.length; count > 1; count--) {
    const text = joinCounted(lines, count)
    if (textWidth(text) <= room) return text
  }
  return joinCounted(lines, 1)
}

function joinCounted(lines: readonly string[], count: number): string {
  const rest = lines.length - count
  return lines.slice(0, count).join(' · ') + (rest === 0 ? '' : ` +${rest}`)
}

/** Minimum letters of a cut name, its ellipsis included. Rather than cut names further, a line shows fewer legs. */
const minLettersTogether = 6
/** As above, where only one leg is shown, or where a longer name would hide a line. */
const minLettersAlone = 4

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
