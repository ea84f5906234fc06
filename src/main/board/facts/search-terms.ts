/**
 * Words that search compares: lower case, no accents, no apostrophes, numbers whole (`27.5`). A number keeps its sign,
 * so that `-3.5` finds only minus lines and `3.5` both.
 */

const word = /(?:(?<!\S)[+-](?=[.\d]))?(?:\d*\.\d+|[\p{L}\p{N}]+(?:\.\d+)?)/gu
/** Three times as fast, for lower-case ASCII, which most texts are. */
const asciiWord = /(?:(?<!\S)[+-](?=[.\d]))?(?:\d*\.\d+|[a-z\d]+(?:\.\d+)?)/g
const plainAscii = /^[\x20-\x7e]*$/

export function splitWords(given: string): readonly string[] {
  if (plainAscii.test(given)) {
    const text = given.toLowerCase()
    return (hasJoint.test(text) ? text.replace(asciiJoint, '') : text).match(asciiWord) ?? []
  }
  const text = given.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return text.replace(/['’.](?=\p{L})/gu, '').match(word) ?? []
}

/** An apostrophe or point before a letter joins two parts of a word: `O'Neil`, `U.S.`. */
const hasJoint = /['.][a-z]/
const asciiJoint = /['.](?=[a-z])/g

/** Returns all words that find a text: its own, and unsigned numbers. */
export function toSearchTerms(text: string): Set<string> {
  const own = splitWords(text)
  const words = new Set(own)
  for (const each of own) if (each.startsWith('-') || each.startsWith('+')) words.add(each.slice(1))
  return words
}
