/**
 * Legs in the few words that fit beside a row of prices: `North O27.5 pts`. Made from the service's own names by their
 * usual shape; a name of another shape is kept whole, and the Cell pane always shows legs in full.
 */
import type { LegView } from '../../../shared/model/parlay.ts'

const overUnder = /^(?:(.+) )?(Over|Under) (\d+(?:\.\d+)?)$/
const signedLine = /[+\u2212-]\d+(?:\.\d+)?$/
const role = /^(?:Player|Pitcher|Goalkeeper|Total) /
const statWords: readonly (readonly [RegExp, string])[] = [
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
export function legsShort(legs: readonly LegView[]): string {
  const short = legs.map(shortened)
  return short
    .map(({ who, what }, index) => (who === '' || who === short[index - 1]?.who ? what : `${who} ${what}`))
    .join(' · ')
}

/** The games of a parlay, each once: `RVT at HBR`. */
export function gamesShort(legs: readonly LegView[]): string {
  return [...new Set(legs.map(leg => leg.game.short))].join(' + ')
}

function shortened(leg: LegView): { who: string; what: string } {
  const [, who = '', side = '', line = ''] = overUnder.exec(leg.name) ?? []
  if (line !== '')
    return { who: who.split(' ').at(-1) ?? '', what: `${side.charAt(0)}${line} ${statOf(leg.market)}` }
  if (signedLine.test(leg.name)) return { who: '', what: leg.name.replace(/-(?=[\d.]+$)/, '−') }
  return { who: '', what: `${leg.name} ${statOf(leg.market)}` }
}

function statOf(market: string): string {
  const plain = market.replace(role, '').toLowerCase()
  return statWords.reduce((text, [word, short]) => text.replace(word, short), plain)
}
