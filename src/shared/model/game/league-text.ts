/** Names of leagues by the ids that odds services send. */
const names: Readonly<Record<string, string>> = {
  ncaaf: 'NCAA football',
  cfb: 'NCAA football',
  ncaab: 'NCAA basketball',
  ncaam: 'NCAA basketball',
  cbb: 'NCAA basketball',
  ncaaw: 'NCAA women’s basketball',
  epl: 'Premier League',
  premier_league: 'Premier League',
  laliga: 'La Liga',
  la_liga: 'La Liga',
  serie_a: 'Serie A',
  ligue_1: 'Ligue 1',
  ucl: 'Champions League',
  uel: 'Europa League',
  // The demo's own.
  ubl: 'Union Basketball',
  gfl: 'Grand Football',
  dbl: 'Diamond Baseball',
  csl: 'Coast Soccer',
}
/** Longer ids are words, not abbreviations: `nba`, but `bundesliga`. */
const maxAbbreviation = 4

/** `NBA` of `nba`, `Premier League` of `epl`; an unknown id, capitalized. */
export function leagueText(id: string): string {
  const key = id.toLowerCase().replaceAll(/[ -]/g, '_')
  const known = Object.hasOwn(names, key) ? names[key] : undefined
  if (known !== undefined) return known
  if (id !== id.toLowerCase()) return id
  if (id.length <= maxAbbreviation) return id.toUpperCase()
  return id.replaceAll('_', ' ').replaceAll(/(?<!\p{L})\p{L}/gu, letter => letter.toUpperCase())
}
