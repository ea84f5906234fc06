/** Markets as the screens write them beside a player's name. */
const shortStats: readonly (readonly [name: string, short: string])[] = [
  ['Points', 'Pts'],
  ['Rebounds', 'Reb'],
  ['Assists', 'Ast'],
  ['Steals', 'Stl'],
  ['Blocks', 'Blk'],
  ['Passing', 'Pass'],
  ['Rushing', 'Rush'],
  ['Receiving', 'Rec'],
  ['Yards', 'Yds'],
]

/** `Points` for `Player Points`, because the player's name is beside it. Sums are short: `Pts + Reb + Ast`. */
export function marketText(market: string): string {
  const plain = market.replace(/^(?:Player|Pitcher|Goalkeeper) /, '')
  if (!plain.includes(' + ')) return plain
  return shortStats.reduce((text, [name, short]) => text.replace(name, short), plain)
}

/** `River Town −12.5`: the name of a leg, with a minus instead of a hyphen before its line. */
export const legText = (name: string): string => name.replaceAll(/(?<=^|[\s(])-(?=\.?\d)/g, '−')
