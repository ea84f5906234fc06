/** Names of service profiles: in one line, without hidden characters, and of a length that the settings file takes. */
import type { Profile } from '../../shared/model/settings/profile.ts'
import { cleanText } from '../../shared/clean-text.ts'

export const demoName = 'Demo'
const unnamed = 'Unnamed'
const maxLength = 60

/** Returns the name as stored, cut at the limit; empty when none of it is visible. */
export function cleanName(name: string): string {
  return cleanText(cleanText(name).slice(0, maxLength))
}

/**
 * Returns the profiles with clean, unique names: of equal names the first that was clean already keeps its own, others
 * get a number.
 */
export function cleanNames(profiles: readonly Profile[]): Profile[] {
  const clean = profiles.filter(({ name }) => name === cleanName(name))
  const owners = new Map(clean.toReversed().map(profile => [profile.name, profile]))
  const taken = new Set([demoName, ...owners.keys()])
  return profiles.map(profile => {
    if (owners.get(profile.name) === profile) return profile
    const name = findFree(cleanName(profile.name) || unnamed, taken)
    taken.add(name)
    return { ...profile, name }
  })
}

function findFree(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : ` (${number})`
    const free = cleanText(name.slice(0, maxLength - ending.length)) + ending
    if (!taken.has(free)) return free
  }
}
