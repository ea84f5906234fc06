/**
 * Abbreviations that bettors type, as US sportsbooks' bet slips, box scores and betting forums write them (trade usage as
 * of 2026; there is no single standard). Each means one or more phrases; a phrase is found in a text that has all of its
 * words, in any order. `docs/glossary.md` names the commonest.
 */
const phrases: Readonly<Record<string, string>> = {
  // Sides and lines. An anytime scorer is written as over 0.5 by many books.
  o: 'over',
  u: 'under',
  over: 'o',
  under: 'u',
  anytime: 'over 0.5',
  scorer: 'over 0.5',
  ml: 'moneyline|money line|match result',
  moneyline: 'ml|money line|match result',
  spread: 'handicap|run line|puck line',
  hcp: 'handicap|spread',
  ats: 'spread|handicap|run line|puck line',
  rl: 'run line',
  pl: 'puck line',
  ah: 'asian handicap|handicap',
  tt: 'team total',
  alt: 'alternate|alternative',
  vs: 'at|v',
  v: 'at|vs',
  at: 'vs|v',
  // Parts of a game.
  '1h': '1st half|first half|first 5 innings|1st 5 innings',
  '2h': '2nd half|second half',
  h1: '1st half|first half',
  h2: '2nd half|second half',
  '1q': '1st quarter|first quarter',
  '2q': '2nd quarter|second quarter',
  '3q': '3rd quarter|third quarter',
  '4q': '4th quarter|fourth quarter',
  q1: '1st quarter|first quarter',
  q2: '2nd quarter|second quarter',
  q3: '3rd quarter|third quarter',
  q4: '4th quarter|fourth quarter',
  '1p': '1st period|first period',
  '2p': '2nd period|second period',
  '3p': '3rd period|third period',
  f5: 'first 5 innings|1st 5 innings|first five innings',
  ht: 'half time|halftime|1st half|first half',
  ot: 'overtime',
  qtr: 'quarter',
  first: '1st',
  second: '2nd',
  third: '3rd',
  fourth: '4th',
  '1st': 'first',
  '2nd': 'second',
  '3rd': 'third',
  '4th': 'fourth',
  // Basketball.
  pt: 'points',
  pts: 'points',
  reb: 'rebounds',
  rebs: 'rebounds',
  rbs: 'rebounds',
  ast: 'assists',
  asts: 'assists',
  stl: 'steals',
  stls: 'steals',
  blk: 'blocks',
  blks: 'blocks',
  to: 'turnovers',
  tos: 'turnovers',
  tov: 'turnovers',
  '3pt': 'threes|3 pointers|three pointers',
  '3pm': 'threes|3 pointers|three pointers',
  '3s': 'threes|3 pointers|three pointers',
  pra: 'points rebounds assists',
  pr: 'points rebounds',
  pa: 'points assists',
  ra: 'rebounds assists',
  stocks: 'steals blocks',
  dd: 'double',
  // Football.
  td: 'touchdown|touchdowns|triple double',
  tds: 'touchdowns|touchdown',
  touchdown: 'touchdowns|td',
  touchdowns: 'touchdown|tds',
  ftd: 'first touchdown|1st touchdown|first td|1st td',
  yd: 'yards',
  yds: 'yards',
  pass: 'passing',
  rush: 'rushing',
  rec: 'receiving|receptions',
  recs: 'receptions',
  comp: 'completions',
  comps: 'completions',
  cmp: 'completions',
  att: 'attempts',
  atts: 'attempts',
  int: 'interceptions|interception',
  ints: 'interceptions',
  fg: 'field goals|field goal',
  fgs: 'field goals',
  // Baseball.
  hr: 'home runs|home run',
  hrs: 'home runs',
  tb: 'total bases',
  tbs: 'total bases',
  rbi: 'rbis|runs batted in',
  rbis: 'rbi|runs batted in',
  hrr: 'hits runs rbis|hits runs rbi',
  k: 'strikeouts',
  ks: 'strikeouts',
  so: 'strikeouts',
  sb: 'stolen bases|steals blocks',
  bb: 'walks',
  er: 'earned runs',
  rs: 'runs',
  // Hockey and soccer.
  sog: 'shots on goal',
  sot: 'shots on target',
  sv: 'saves',
  goalie: 'goalkeeper|goaltender|keeper|saves',
  ags: 'anytime goalscorer|anytime goal',
  btts: 'both teams to score',
  dnb: 'draw no bet',
  dc: 'double chance',
}

const terms = new Map(
  Object.entries(phrases).map(([term, text]) => [term, text.split('|').map(phrase => phrase.split(' '))]),
)
/** Shorter beginnings would match unrelated words. */
const minBeginning = 2
/** Longer terms are whole English words, which match as typed. */
const maxAbbreviation = 4

/** Sides and separators, which name no market, and a letter that many names begin with. */
const notMarkets = new Set('o u over under v vs at alt k'.split(' '))

/** True for the short form of a market or of a part of a game, as one whole word: `ml`, `sog`, `1h`. */
export const isMarketTerm = (word: string): boolean =>
  terms.has(word) && word.length <= maxAbbreviation && !notMarkets.has(word)

export const isTradeTerm = (word: string): boolean => terms.has(word)

/** The terms that are whole English words, which can be misspelled: `anytime`. */
export const wordTerms: readonly string[] = [...terms.keys()].filter(term => term.length > maxAbbreviation)

/** Phrases that a typed word means. */
export const findPhrases = (word: string): readonly (readonly string[])[] => terms.get(word) ?? []

/** Phrases of the abbreviations that a word may be the beginning of, so that `pt` finds what `pts` will find. */
export function findBegunPhrases(beginning: string): readonly (readonly string[])[] {
  if (beginning.length < minBeginning) return []
  return [...terms].flatMap(([term, found]) =>
    term.length <= maxAbbreviation && term !== beginning && term.startsWith(beginning) ? found : [],
  )
}

const statistics = new Set(
  'points rebounds assists steals blocks turnovers threes passing rushing receiving yards hits runs rbis'.split(
    ' ',
  ),
)

/** True for a player's statistic and its short forms: `reb`, `pass yds`. */
export const isStatistic = (word: string): boolean =>
  statistics.has(word) ||
  (terms.get(word)?.some(phrase => phrase.every(each => statistics.has(each))) ?? false)
