/** Matches words despite one wrong, missing, additional or swapped letter. */

/** Shorter words would match too many others. */
const minLength = 4

/** True if the typed word is the beginning of the other one, except for one letter. */
export function beginsAlmost(typed: string, word: string): boolean {
  if (typed.length < minLength || typed[0] !== word[0]) return false
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
