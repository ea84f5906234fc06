/**
 * Words that search compares: lower case, no accents, no apostrophes, numbers whole (`27.5`). A number keeps its sign,
 * so that `-3.5` finds only minus lines and `3.5` both.
 */

const word = /(?:(?<!\S)[+-](?=[.\d]))?(?:\d*\.\d+|[\p{L}\p{N}]+(?:\.\d+)?)/gu
/** Faster form for plain ASCII in lower case, which most texts are: a third of the time. */
const asciiWord = /(?:(?<!\S)[+-](?=[.\d]))?(?:\d*\.\d+|[a-z\d]+(?:\.\d+)?)/g
const plainAscii = /^[\x20-\x7e]*$/

/** Short forms that bettors type for a word. */
const shortForms: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    over: ['o'],
    under: ['u'],
    moneyline: ['ml'],
    points: ['pts'],
    rebounds: ['rebs', 'rbs'],
    assists: ['asts'],
    steals: ['stl'],
    blocks: ['blk'],
    turnovers: ['tov', 'tos'],
    threes: ['3pt', '3pm', '3s'],
    touchdown: ['td'],
    touchdowns: ['tds'],
    yards: ['yds'],
    passing: ['pass'],
    rushing: ['rush'],
    interceptions: ['ints'],
    completions: ['cmp'],
    strikeouts: ['ks', 'so'],
    runs: ['rs'],
    quarter: ['qtr'],
    anytime: ['atd'],
    spread: ['hcp', 'ats'],
    handicap: ['hcp'],
  }),
)

/** Short forms of several words. */
const shortPhrases: readonly (readonly [phrase: string, short: string])[] = [
  ['money line', 'ml'],
  ['home run', 'hr'],
  ['runs batted in', 'rbi'],
  ['shots on goal', 'sog'],
  ['shots on target', 'sot'],
  ['double double', 'dd'],
  ['points rebounds assists', 'pra'],
  ['both teams to score', 'btts'],
  ['1st half', '1h'],
  ['2nd half', '2h'],
  ['1st quarter', '1q'],
  ['2nd quarter', '2q'],
  ['3rd quarter', '3q'],
  ['4th quarter', '4q'],
]

/** Phrases by the word they begin with. */
const phrasesFrom = Map.groupBy(shortPhrases, ([phrase]) => phrase.slice(0, phrase.indexOf(' ')))

export function splitQuery(query: string): readonly string[] {
  if (plainAscii.test(query)) {
    const text = query.toLowerCase()
    return (hasJoint.test(text) ? text.replace(asciiJoint, '') : text).match(asciiWord) ?? []
  }
  const text = query.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return text.replace(/['’.](?=\p{L})/gu, '').match(word) ?? []
}

/** An apostrophe or point before a letter joins two parts of a word: `O'Neil`, `U.S.`. */
const hasJoint = /['.][a-z]/
const asciiJoint = /['.](?=[a-z])/g

/** Returns all words that find a text: its own, unsigned numbers, and short forms. */
export function toSearchTerms(text: string): Set<string> {
  const own = splitQuery(text)
  const words = new Set(own)
  for (const [place, each] of own.entries()) {
    if (each.startsWith('-') || each.startsWith('+')) words.add(each.slice(1))
    for (const short of shortForms.get(each) ?? []) words.add(short)
    const phrases = phrasesFrom.get(each)
    if (phrases !== undefined) addPhrases(words, phrases, own.slice(place).join(' '))
  }
  return words
}

function addPhrases(words: Set<string>, phrases: typeof shortPhrases, run: string): void {
  for (const [phrase, short] of phrases) if (run.startsWith(phrase)) words.add(short)
}
