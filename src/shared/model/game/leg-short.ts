/**
 * Legs in the few words that fit beside a row of prices: `North O27.5 pts`. Derived from the service's names by their
 * usual form; a name of another form stays whole. Expanded rows always show legs in full.
 */
import type { LegView } from '../parlay/parlay.ts'

type NamedLeg = Pick<LegView, 'name' | 'market'>

const overUnder = /^(?:(.+) )?(Over|Under) (\d+(?:\.\d+)?)$/
const ofPlayer = /\b(?:player|scorer|touchdown|pitcher)\b/i
const ofTeam = /\bteam\b/i
const signedLine = /^(?:(.+) )?([+\u2212-]\d+(?:\.\d+)?)$/
/** Part of a game, as `shortenStat` writes it. */
const partOfGame = /\b(?:1H|2H|F5)\b/
const role = /^(?:Player|Pitcher|Goalkeeper|Total) /
const statShorts: readonly (readonly [RegExp, string])[] = [
  [/\bmoneyline\b/, 'ML'],
  [/\bfirst half\b/, '1H'],
  [/\bsecond half\b/, '2H'],
  [/\bfirst (?:5|five) innings\b/, 'F5'],
  [/\bteam total(?: (?:points|runs|goals))?\b/, 'TT'],
  [/\btotal (?=points|runs|goals)/, ''],
  [/\bpoints\b/, 'pts'],
  [/\brebounds\b/, 'reb'],
  [/\bassists\b/, 'ast'],
  [/\bthrees made\b/, 'threes'],
  [/\bshots on target\b/, 'SOT'],
  [/\bhits \+ runs \+ rbis\b/, 'H+R+RBI'],
  [/\bhome runs\b/, 'HR'],
  [/\btotal bases\b/, 'TB'],
  [/\btouchdowns?\b/, 'TD'],
  [/\bpassing\b/, 'pass'],
  [/\brushing\b/, 'rush'],
  [/\breceiving\b/, 'rec'],
  [/\byards\b/, 'yds'],
  [/ \+ /g, '+'],
]

/** A leg in few words: the player or team, which may be cut, and the line with its stat, which must not. */
export interface ShortLeg {
  /** Empty when the leg before is about the same player or team. */
  readonly who: string
  readonly what: string
}

/** All legs of a parlay; the player or team a leg is about is said once where two in a row are about the same. */
export const toShortLegs = (legs: readonly NamedLeg[]): ShortLeg[] => sayOnce(legs, legs.map(shortenLeg))

/** The same with the players' whole names, for a line that has room for them: `Ada North O27.5 pts`. */
export const toNamedLegs = (legs: readonly NamedLeg[]): ShortLeg[] =>
  sayOnce(
    legs,
    legs.map(leg => ({ ...shortenLeg(leg), who: nameSubject(leg) })),
  )

const nameSubject = (leg: NamedLeg): string => findSubject(leg) || shortenLeg(leg).who

/** By whole names, because two players may have one surname. */
const sayOnce = (legs: readonly NamedLeg[], shown: readonly ShortLeg[]): ShortLeg[] =>
  shown.map(({ who, what }, index) => {
    const [before, leg] = [legs[index - 1], legs[index]]
    const isSame = before !== undefined && leg !== undefined && nameSubject(before) === nameSubject(leg)
    return { who: isSame ? '' : who, what }
  })

export const joinShortLegs = (legs: readonly ShortLeg[]): string =>
  legs.map(({ who, what }) => `${who} ${what}`.trim()).join(' · ')

/** The same leg with its line alone, `O27.5`; whole when it has none. */
export const withoutStat = ({ who, what }: ShortLeg): ShortLeg => ({
  who,
  what: /^[OU]\d/.test(what) ? what.replace(/ .*/, '') : what,
})

/** All legs of a parlay in one line. */
export const shortenLegs = (legs: readonly NamedLeg[]): string => joinShortLegs(toShortLegs(legs))

/** The games of a parlay, each once: `RVT at HBR`. */
export const shortenGames = (legs: readonly { readonly game: { readonly short: string } }[]): string =>
  joinGames(legs.map(({ game }) => game.short))

/** As above, in full: `River Town at Harbor City`. */
export const nameGames = (legs: readonly { readonly game: { readonly title: string } }[]): string =>
  joinGames(legs.map(({ game }) => game.title))

const joinGames = (names: readonly string[]): string => [...new Set(names)].join(' + ')

/** Player or side of a line: `Ada North` of `Ada North Over 27.5`; empty when the name has none. */
export function findSubject({ name, market }: NamedLeg): string {
  const line = overUnder.exec(name)
  if (line !== null) return line[1] ?? ''
  return ofPlayer.test(market) ? name : ''
}

function shortenLeg({ name, market }: NamedLeg): ShortLeg {
  const stat = shortenStat(market)
  const [, subject = '', side = '', line = ''] = overUnder.exec(name) ?? []
  if (line !== '') {
    const who = ofTeam.test(market) ? subject : (subject.split(' ').at(-1) ?? '')
    return { who, what: `${side.charAt(0)}${line} ${stat}`.trimEnd() }
  }
  const [, team = '', signed = ''] = signedLine.exec(name) ?? []
  if (signed === '') return { who: name, what: stat }
  const part = partOfGame.exec(stat)?.[0] ?? ''
  return { who: team, what: `${part} ${signed.replace('-', '−')}`.trimStart() }
}

function shortenStat(market: string): string {
  const plain = market.replace(role, '').toLowerCase()
  return statShorts.reduce((text, [word, short]) => text.replace(word, short), plain)
}
