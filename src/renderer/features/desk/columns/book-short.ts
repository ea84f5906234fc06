/** Shortens names of books for narrow columns: `Alpha` for Alpha Bet, unless another book has that name. */

/** Words that many books have in their names. */
const genericWord = /^(?:bets?|betting|sports?|sportsbook|book|casino|\d+)$/i
/** A longer name is cut after its first word. */
const maxShortLength = 9

/** The short name of each book, in the same order. Two books never get the same one: both keep their names. */
export function shortenBookNames(names: readonly string[]): string[] {
  const short = names.map(shortenName)
  return short.map((each, at) =>
    short.indexOf(each) === short.lastIndexOf(each) ? each : (names[at] ?? each),
  )
}

function shortenName(name: string): string {
  const words = name.trim().split(/\s+/)
  while (words.length > 1 && genericWord.test(words.at(-1) ?? '')) words.pop()
  const kept = words.join(' ')
  return kept.length <= maxShortLength ? kept : (words[0] ?? kept)
}
