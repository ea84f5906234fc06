/** Fits the legs of a parlay in one line: whole legs, then the number of those that do not fit. */
import { joinShortLegs, toShortLegs, type ShortLeg } from '../../../../shared/model/game/leg-short.ts'
import type { LegView } from '../../../../shared/model/parlay/parlay.ts'

export interface FittedLegs {
  readonly text: string
  /** Number of legs that are not in `text`, and what they are about: their players or teams, or else their lines. */
  readonly hidden: number
  readonly others: string
}

/** `room` and widths in CSS pixels. A player's or team's name may be cut, a leg's line never is. */
export function fitLegs(
  legs: readonly Pick<LegView, 'name' | 'market'>[],
  room: number,
  textWidth: (text: string) => number,
): FittedLegs {
  const short = toShortLegs(legs)
  for (let count = short.length; count > 0; count--) {
    const hidden = short.length - count
    const free = room - (hidden === 0 ? 0 : textWidth(` +${hidden}`))
    const minLetters = count === 1 ? minLettersAlone : minLettersTogether
    const text = fitNames(short.slice(0, count), free, minLetters, textWidth)
    const others = [...new Set(short.slice(count).map(({ who, what }) => who || what))].join(', ')
    if (text !== undefined) return { text, hidden, others }
    // Still too long: CSS then cuts its end, which is the stat.
    if (count === 1) return { text: joinShortLegs(short.slice(0, 1).map(cutShort)), hidden, others }
  }
  return { text: '', hidden: 0, others: '' }
}

/** Minimum letters of a cut name, its ellipsis included. Rather than cut names further, a line shows fewer legs. */
const minLettersTogether = 6
/** As above, where only one leg is shown. */
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
