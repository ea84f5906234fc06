/** Search among commands by the words typed. */
import type { ListedCommand } from '../../commands/command-store.ts'
import type { CommandGroup } from '../../commands/command-spec.ts'
import { toNamingWords, toWords } from '../../format/search-text.ts'
import { beginsAlmost } from '../../format/typing-errors.ts'
import type { ViewName } from '../../navigation-store.ts'

export interface PaletteCommand extends ListedCommand {
  /** Original group of a recent command. */
  readonly origin?: PaletteGroup
}

/** A group of commands as the palette reads it when it opens. */
export interface PaletteGroup {
  readonly name: CommandGroup
  /** Description of the thing that its commands act on. */
  readonly about: string
  /** Shown before a command of the group runs. */
  readonly view: ViewName | undefined
  readonly commands: readonly PaletteCommand[]
}

/** A command found, with its place. */
export interface FoundCommand extends PaletteCommand {
  readonly group: PaletteGroup
  /** From 0. */
  readonly index: number
  /** Its place among all commands of the group, found or not: it stays while the user types. */
  readonly place: number
}

export interface FoundGroup extends PaletteGroup {
  readonly commands: readonly FoundCommand[]
  /** Matches in the group, listed or not. */
  readonly total: number
}

type UnnumberedGroup = Omit<FoundGroup, 'commands'> & {
  readonly commands: readonly Omit<FoundCommand, 'group' | 'index'>[]
}

/** Maximum commands listed per group; typing finds the others. */
const maxPerGroup = 40

/**
 * Finds commands whose title words begin with the typed words, in any order. If no title matches, group, note and
 * search words count too; then titles with a typing error, and finally all of it with one. Blocked commands are listed,
 * with their reason, only when something is typed.
 */
export function findCommands(groups: readonly PaletteGroup[], query: string): FoundGroup[] {
  const typed = toNamingWords(query)
  if (typed.length === 0) return listMatches(groups, ({ blocked }) => blocked === undefined)
  const split = splitterFor(groups)
  const byTitle = (isMatch: WordMatch) =>
    listMatches(groups, ({ title }) => matches(typed, split(title), isMatch))
  const byAll = (isMatch: WordMatch) =>
    listMatches(groups, ({ title, note = '', words = '' }, { name }) =>
      matches(typed, split(`${name} ${title} ${note} ${words}`), isMatch),
    )
  for (const isMatch of [begins, beginsOrAlmost])
    for (const find of [byTitle, byAll]) {
      const found = find(isMatch)
      if (found.length > 0) return found
    }
  return []
}

const wordsOfGroups = new WeakMap<readonly PaletteGroup[], Map<string, readonly string[]>>()

/** Splits each text of these commands once: at every letter that would take as long as all else of the search. */
function splitterFor(groups: readonly PaletteGroup[]): (text: string) => readonly string[] {
  const known = wordsOfGroups.get(groups) ?? new Map<string, readonly string[]>()
  wordsOfGroups.set(groups, known)
  return text => {
    const words = known.get(text) ?? toWords(text)
    known.set(text, words)
    return words
  }
}

/**
 * Adds the groups that the main process found below matching commands. Beside a command, a leg that matches only by a
 * typing error says nothing, and is left out.
 */
export function addFound(
  commands: readonly FoundGroup[],
  found: readonly PaletteGroup[],
  query: string,
): FoundGroup[] {
  const typed = toWords(query)
  const isMeant = ({ title, note = '', words = '' }: ListedCommand) =>
    matches(typed, toWords(`${title} ${note} ${words}`), begins)
  const kept = found.map(group =>
    commands.length > 0 && group.name === 'Legs found'
      ? { ...group, commands: group.commands.filter(isMeant) }
      : group,
  )
  const added = kept.map(group => ({ ...group, commands: placed(group), total: group.commands.length }))
  return numberCommands([...commands, ...added.filter(({ total }) => total > 0)])
}

/** True when each word typed begins a word of the text. */
export const isNamed = (query: string, text: string): boolean =>
  matches(toNamingWords(query), toWords(text), begins)

type WordMatch = (typed: string, word: string) => boolean
const begins: WordMatch = (typed, word) => word.startsWith(typed)
const beginsOrAlmost: WordMatch = (typed, word) => begins(typed, word) || beginsAlmost(typed, word)

function listMatches(
  groups: readonly PaletteGroup[],
  isMatch: (command: ListedCommand, group: PaletteGroup) => boolean,
): FoundGroup[] {
  const found = groups
    .map(group => ({ group, commands: placed(group).filter(command => isMatch(command, group)) }))
    .filter(({ commands }) => commands.length > 0)
  return numberCommands(
    found.map(({ group, commands }) => ({
      ...group,
      commands: commands.slice(0, maxPerGroup),
      total: commands.length,
    })),
  )
}

const placed = ({ commands }: PaletteGroup) => commands.map((command, place) => ({ ...command, place }))

/** Numbers the commands of all groups together. */
function numberCommands(groups: readonly UnnumberedGroup[]): FoundGroup[] {
  let index = 0
  return groups.map(group => ({
    ...group,
    commands: group.commands.map(command => ({ ...command, group, index: index++ })),
  }))
}

/** True when each word typed matches one of the words. */
const matches = (typed: readonly string[], words: readonly string[], isMatch: WordMatch): boolean =>
  typed.every(part => words.some(word => isMatch(part, word)))
