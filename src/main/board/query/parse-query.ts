/** Parses a typed query into words, each with its meanings in the trade. */
import { splitWords } from '../facts/search-terms.ts'
import { maxQueryWords, type QueryWord, type WordIndex } from '../store/search-index.ts'
import { decimalComma } from '../../../shared/model/game/leg-text.ts'
import { findSimilarWords } from '../../../shared/text/spelling.ts'
import { findBegunPhrases, findPhrases, isMarketTerm, isTradeTerm, wordTerms } from './trade-terms.ts'

export interface Query {
  readonly words: readonly QueryWord[]
  /** Words on either side of an "at" or "@": the away team, then the home team. */
  readonly pairing: readonly [away: string, home: string] | undefined
  /** Only games on now are meant. */
  readonly isLive: boolean
}

/** A letter before a line is a side: as a beginning, the `u` of `u225.5` would also find all of Union Station. */
const sides: Readonly<Record<string, string>> = { o: 'over', u: 'under' }
const isLine = (word = '') => /^\d*\.?\d+$/.test(word)
/** `o21.5` and `under7`: a side written without a space before its line. */
const sideAndLine = /^(o|ov|over|u|un|under)(\d*\.?\d+)$/
/** `20+`: at least 20, which most books write as over 19.5. */
const atLeast = /(?<![\w.])(\d+)\+(?!\w)/g
/** `p+r+a`, `h+r+rbi`. */
const joinedStats = /\b(?:[pra](?:\+[pra])+|h\+r\+rbi)\b/g

export function parseQuery(text: string, index: WordIndex): Query {
  const plain = normalize(text)
  const minimums = new Set(Array.from(plain.matchAll(atLeast), ([, number = '']) => number))
  const all = splitWords(plain)
  const isLive = all.includes('live') && isUnknown('live', index)
  const typed = all
    .filter(word => !isLive || word !== 'live')
    .flatMap(word => splitSide(word, index))
    .flatMap(word => (index.has(word) ? word : (parts[word] ?? word)))
    .map((word, at, words) => (isLine(words[at + 1]) ? (sides[word] ?? word) : word))
    .slice(0, maxQueryWords)
  const at = typed.indexOf('at')
  const [away, home] = at < 0 ? [] : [typed[at - 1], typed[at + 1]]
  const pairing = away === undefined || home === undefined ? undefined : ([away, home] as const)
  const isOffered = (word: string) => findPhrases(word).some(phrase => phrase.every(each => index.has(each)))
  return {
    words: typed.map(word => ({
      typed: word,
      phrases: [...findPhrases(word), ...(minimums.has(word) ? [['over', `${Number(word) - 1}.5`]] : [])],
      guesses: findBegunPhrases(word),
      isMinimum: minimums.has(word),
      isWhole: isMarketTerm(word) && isOffered(word) && pairing?.includes(word) !== true,
    })),
    pairing,
    isLive,
  }
}

/** Scorers of a goal in a feed that writes them as over 0.5 goals. */
const parts: Readonly<Record<string, readonly string[]>> = { goalscorer: ['goals', 'scorer'] }

/** True when no text has a word that begins with this one, such as a team's name. */
const isUnknown = (word: string, index: WordIndex): boolean => index.wordsFrom(word).next().done === true

/** The query with its short forms of markets as beginnings of names, too; undefined when it has none. */
export const allowBeginnings = (query: Query): Query | undefined =>
  query.words.some(({ isWhole }) => isWhole)
    ? { ...query, words: query.words.map(word => ({ ...word, isWhole: false })) }
    : undefined

/** The first of a kind; whole words come before beginnings of longer ones. */
const maxSimilar = 4

/**
 * Returns the query with similar words in place of those that no text has; undefined when there is nothing to replace.
 * For queries that find few or no selections.
 */
export function respell(query: Query, index: WordIndex): { query: Query; spellings: string[] } | undefined {
  const spellings: string[] = []
  const words = query.words.map(word => {
    if (index.has(word.typed) || isTradeTerm(word.typed)) return word
    const similar = findSimilarWords(word.typed, letter => wordsFrom(letter, index)).slice(0, maxSimilar)
    spellings.push(...similar)
    const meant = similar.flatMap(each => [[each], ...findPhrases(each)])
    return { ...word, guesses: [...word.guesses, ...meant] }
  })
  return spellings.length === 0 ? undefined : { query: { ...query, words }, spellings }
}

/** Words of the index, then those of the trade. */
function* wordsFrom(letter: string, index: WordIndex): Generator<string> {
  yield* index.wordsFrom(letter)
  yield* wordTerms.filter(term => term.startsWith(letter) && !index.has(term))
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[−–]/g, '-')
    .replaceAll('½', '.5')
    .replaceAll('@', ' at ')
    .replaceAll(decimalComma, '.')
    .replaceAll(/\bmoney line\b/g, 'moneyline')
    .replaceAll(/\batd\b/g, 'anytime td')
    .replaceAll(/\bkeeper\b/g, 'goalie')
    .replaceAll(/\b(?:first|1st) (?:td|touchdown)s?\b/g, 'ftd')
    .replaceAll(joinedStats, stats => (stats.startsWith('h') ? 'hrr' : stats.replaceAll('+', '')))
}

/** A word that some text contains, such as `U21`, is not a side. */
function splitSide(word: string, index: WordIndex): string[] {
  const [, side, line] = sideAndLine.exec(word) ?? []
  if (side === undefined || line === undefined || index.has(word)) return [word]
  return [side.slice(0, 1), line.startsWith('.') ? `0${line}` : line]
}
