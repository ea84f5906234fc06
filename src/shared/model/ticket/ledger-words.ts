/** The words a ticket is found by: lower case, without accents, two letters or more. Numbers are in too many names to help. */
const accents = /\p{M}/gu
const word = /[\p{L}][\p{L}\p{N}]+/gu
const inEveryName = new Set(['over', 'under', 'at', 'the'])

export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(accents, '').toLowerCase()
  return (plain.match(word) ?? []).filter(found => !inEveryName.has(found))
}

/** What of a text no ticket can be found by. */
export function unsearchable(text: string): string[] {
  return text.split(/\s+/u).filter(part => part !== '' && wordsOf(part).length === 0)
}
