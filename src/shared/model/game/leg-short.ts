/**
 * Legs in the few words that fit beside a row of prices: `North O27.5 pts`. Made from the service's own names by
 * their usual shape; a name of another shape is kept whole, and opened rows always show legs in full.
 */
import type { LegView } from '../parlay/parlay.ts'

type NamedLeg = Pick<LegView, 'name' | 'market'>

const overUnder = /^(?:(.+) )?(Over|Under) (\d+(?:\.\d+)?)$/
const ofPlayer = /\b(?:player|scorer|touchdown|pitcher)\b/i
const signedLine = /[+\u2212-]\d+(?:\.\d+)?$/
const role = /^(?:Player|Pitcher|Goalkeeper|Total) /
const statShorts: readonly (readonly [RegExp, string])[] = [
  [/\bmoneyline\b/, 'ML'],
  [/\bpoints\b/, 'pts'],
  [/\brebounds\b/, 'reb'],
  [/\bassists\b/, 'ast'],
  [/\bthrees made\b/, 'threes'],
  [/\bhome runs\b/, 'HR'],
  [/\btotal bases\b/, 'TB'],
  [/\btouchdowns?\b/, 'TD'],
  [/\bpassing\b/, 'pass'],
  [/\brushing\b/, 'rush'],
  [/\breceiving\b/, 'rec'],
  [/\byards\b/, 'yds'],
  [/ \+ /g, '+'],
]

/** All legs of a parlay; who a leg is about is said once where two in a row are about the same. */
export function shortenLegs(legs: readonly NamedLeg[]): string {
  const short = legs.map(shortenLeg)
  return short
    .map(({ who, what }, index) => (who === '' || who === short[index - 1]?.who ? what : `${who} ${what}`))
    .join(' · ')
}

/** The games of a parlay, each once: `RVT at HBR`. */
export function shortenGames(legs: readonly { readonly game: { readonly short: string } }[]): string {
  return [...new Set(legs.map(leg => leg.game.short))].join(' + ')
}

/** The player or side a line is about, `Ada North` of `Ada North Over 27.5`; empty where the name does not say. */
export function findSubject({ name, market }: NamedLeg): string {
  const line = overUnder.exec(name)
  if (line !== null) return line[1] ?? ''
  return ofPlayer.test(market) ? name : ''
}

function shortenLeg(leg: NamedLeg): { who: string; what: string } {
  const [, who = '', side = '', line = ''] = overUnder.exec(leg.name) ?? []
  if (line !== '')
    return { who: who.split(' ').at(-1) ?? '', what: `${side.charAt(0)}${line} ${shortenStat(leg.market)}` }
  if (signedLine.test(leg.name)) return { who: '', what: leg.name.replace(/-(?=[\d.]+$)/, '−') }
  return { who: '', what: `${leg.name} ${shortenStat(leg.market)}` }
}

function shortenStat(market: string): string {
  const plain = market.replace(role, '').toLowerCase()
  return statShorts.reduce((text, [word, short]) => text.replace(word, short), plain)
}
