/**
 * Legs in the few words that fit beside a row of prices: `North O27.5 pts`. Derived from the service's names by their
 * usual form; a name of another form stays whole. Expanded rows always show legs in full.
 */
import type { LegView } from '../parlay/parlay.ts'
import type { GameInfo } from './selection.ts'

type NamedLeg = Pick<LegView, 'name' | 'market'> & { readonly game?: Pick<GameInfo, 'title' | 'short'> }

const overUnder = /^(?:(.+) )?(Over|Under) (\d+(?:\.\d+)?)$/
const ofPlayer = /\b(?:player|scorer|touchdown|pitcher)\b/i
/** Last name of a player, with the mark of a son. */
const surname = /\S+(?: (?:Jr|Sr|II|III|IV)\.?)?$/i
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

/** As box scores write them: shorter still, and less plain. */
const tightShorts: readonly (readonly [RegExp, string])[] = [
  [/\bpts\+reb\+ast\b/, 'PRA'],
  [/\bpts\+reb\b/, 'P+R'],
  [/\bpts\+ast\b/, 'P+A'],
  [/\breb\+ast\b/, 'R+A'],
  [/\bgoals\+ast\b/, 'G+A'],
  [/\bH\+R\+RBI\b/, 'HRR'],
  [/\b(pass|rush) yds\b/, '$1'],
  [/\breceptions\b/, 'recs'],
  [/\bcompletions\b/, 'cmp'],
  [/\battempts\b/, 'att'],
  [/\binterceptions(?: thrown)?\b/, 'INT'],
  [/\bfield goals made\b/, 'FG'],
  [/\bstrikeouts\b/, 'Ks'],
  [/\bstolen bases\b/, 'SB'],
  [/\bpitches thrown\b/, 'pitches'],
  [/\bthrees\b/, '3PM'],
  [/\bsteals\b/, 'stl'],
  [/\bblocks\b/, 'blk'],
  [/\bturnovers\b/, 'TO'],
  [/\b(?:point spread|run line|handicap)\b/, 'spread'],
  [/\bmatch result\b/, 'ML'],
  [/^(by .+) winning margin$/, '$1'],
]

/** A leg in few words: the player or team, which may be cut, and the line with its stat, which must not. */
export interface ShortLeg {
  /** Empty when the leg before is about the same player or team. */
  readonly who: string
  readonly what: string
  /** The team's abbreviation; undefined for a player, and for a team whose game has none. */
  readonly abbreviation?: string | undefined
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
  shown.map((short, index) => {
    const [before, leg] = [legs[index - 1], legs[index]]
    const isSame = before !== undefined && leg !== undefined && nameSubject(before) === nameSubject(leg)
    return isSame ? { who: '', what: short.what } : short
  })

export const joinShortLegs = (legs: readonly ShortLeg[]): string =>
  legs.map(({ who, what }) => `${who} ${what}`.trim()).join(' · ')

/** The same leg with its team's abbreviation in place of the name, if there is one. */
export const abbreviateTeam = (leg: ShortLeg): ShortLeg =>
  leg.abbreviation === undefined ? leg : { ...leg, who: leg.abbreviation }

/** The same leg with the shortest words for its stat. */
export const tightenStat = (leg: ShortLeg): ShortLeg => ({
  ...leg,
  what: tightShorts.reduce((text, [word, short]) => text.replace(word, short), leg.what),
})

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

function shortenLeg({ name, market, game }: NamedLeg): ShortLeg {
  const stat = shortenStat(market)
  const [, subject = '', side = '', line = ''] = overUnder.exec(name) ?? []
  if (line !== '') {
    const what = `${side.charAt(0)}${line} ${stat}`.trimEnd()
    return ofTeam.test(market)
      ? { who: subject, what, abbreviation: findAbbreviation(subject, game) }
      : { who: surname.exec(subject)?.[0] ?? '', what }
  }
  const [, team = '', signed = ''] = signedLine.exec(name) ?? []
  if (signed !== '') {
    const part = partOfGame.exec(stat)?.[0] ?? ''
    const what = `${part} ${signed.replace('-', '−')}`.trimStart()
    return { who: team, what, abbreviation: findAbbreviation(team, game) }
  }
  const who = splitTeams(game?.title ?? '').find(each => name.startsWith(`${each} `)) ?? name
  const what = `${name.slice(who.length)} ${stat}`.trim()
  return { who, what, abbreviation: findAbbreviation(who, game) }
}

/** The teams of `River Town at Harbor City`; one text when it names no two. */
export const splitTeams = (title: string): string[] => title.split(/ +(?:at|@|vs?\.?) +/i)

const capitals = /^[\p{Lu}\d]{2,5}$/u

/** Only what is written as an abbreviation: the short form of a game may have a word of each name instead. */
function findAbbreviation(team: string, game: NamedLeg['game']): string | undefined {
  if (game === undefined) return undefined
  const short = splitTeams(game.short)[splitTeams(game.title).indexOf(team)]
  return short !== undefined && capitals.test(short) && short.length < team.length ? short : undefined
}

function shortenStat(market: string): string {
  const plain = market.replace(role, '').toLowerCase()
  return statShorts.reduce((text, [word, short]) => text.replace(word, short), plain)
}

interface TitledRow {
  readonly note: { readonly name: string }
  readonly legs: readonly NamedLeg[]
}

/** Title of a parlay: the user's name for it, else its short legs. */
export const rowTitle = ({ note, legs }: TitledRow): string => note.name || shortenLegs(legs)
