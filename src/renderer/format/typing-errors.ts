/** Matches words despite one wrong, missing, additional or swapped letter. */

/** Shorter words would match too many others. */
const minLength = 4

/**
 * True if the typed word is the beginning of the other one, except for one letter; one of three letters only if the
 * other one has four: `dak` is dark.
 */
export function beginsAlmost(typed: string, word: string): boolean {
  if (typed[0] !== word[0]) return false
  if (typed.length < minLength) return typed.length === minLength - 1 && isMissingOne(typed, word)
  const at = [...typed].findIndex((letter, place) => letter !== word[place])
  if (at === -1) return true
  const [typedRest, rest] = [typed.slice(at), word.slice(at)]
  const isSwapped = typedRest[0] === rest[1] && typedRest[1] === rest[0]
  // A short word with another letter is mostly another word: “logs” is not “legs”.
  return (
    (typed.length > minLength && rest.slice(1).startsWith(typedRest.slice(1))) ||
    (typed.length > minLength && rest.startsWith(typedRest.slice(1))) ||
    rest.slice(1).startsWith(typedRest) ||
    (isSwapped && rest.slice(2).startsWith(typedRest.slice(2)))
  )
}

const isMissingOne = (typed: string, word: string): boolean =>
  word.length === typed.length + 1 &&
  [...word].some((_, at) => word.slice(0, at) + word.slice(at + 1) === typed)
