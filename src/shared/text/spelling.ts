/**
 * Words spelled almost like a typed one: with one letter wrong, missing, doubled or swapped with its neighbor, or with
 * several letters left out (`brndt`). Numbers are never similar: 21.5 and 22.5 are different bets.
 */

/** Shorter words are similar to too many others. */
const minLength = 3

/**
 * Words similar to a typed one, in their order, of the closest kind of likeness alone. `wordsFrom` lists the words that
 * begin with a letter.
 */
export function findSimilarWords(typed: string, wordsFrom: (letter: string) => Iterable<string>): string[] {
  if (typed.length < minLength || !/^\p{L}+$/u.test(typed)) return []
  const byKind: [string[], string[], string[]] = [[], [], []]
  // A typo in the first letter is rare but for two letters swapped.
  for (const letter of new Set(typed.slice(0, 2)))
    for (const word of wordsFrom(letter)) {
      const kind = compare(typed, word)
      if (kind !== undefined) byKind[kind].push(word)
    }
  return byKind.find(words => words.length > 0) ?? []
}

/**
 * Kind of likeness, closest first: one letter off; letters left out; one letter off its beginning. Undefined for none, and
 * for a longer form of the typed word, which an exact search finds.
 */
function compare(typed: string, word: string): 0 | 1 | 2 | undefined {
  if (word.startsWith(typed)) return undefined
  if (isOneEdit(typed, word)) return 0
  if (isAbridged(typed, word)) return 1
  const beginnings = [0, 1, -1].map(more => word.slice(0, typed.length + more))
  return typed.length > minLength && beginnings.some(each => isOneEdit(typed, each)) ? 2 : undefined
}

/** True when one letter added, removed, replaced or swapped with the next makes one word of the other. */
function isOneEdit(typed: string, word: string): boolean {
  const gap = word.length - typed.length
  if (gap < -1 || gap > 1) return false
  let from = 0
  while (from < typed.length && typed[from] === word[from]) from++
  const rest = (text: string, skip: number) => text.slice(from + skip)
  if (gap === 1) return rest(typed, 0) === rest(word, 1)
  if (gap === -1) return rest(typed, 1) === rest(word, 0)
  if (rest(typed, 1) === rest(word, 1)) return true
  const isSwapped = typed[from] === word[from + 1] && typed[from + 1] === word[from]
  return isSwapped && rest(typed, 2) === rest(word, 2)
}

/** True when the typed letters are those of the word with some left out: at least half of them, the first among them. */
function isAbridged(typed: string, word: string): boolean {
  if (typed[0] !== word[0] || typed.length * 2 < word.length) return false
  let at = 0
  for (const letter of word) if (letter === typed[at]) at++
  return at === typed.length
}
