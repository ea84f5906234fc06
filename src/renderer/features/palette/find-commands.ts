/** Search among commands by the words typed. */
import type { ListedCommand } from '../../commands/command-store.ts'
import type { CommandGroup } from '../../commands/command-table.ts'
import type { ViewName } from '../../navigation-store.ts'

/** A group of commands as the palette reads it when it opens. */
export interface PaletteGroup {
  readonly name: CommandGroup
  /** Description of the thing that its commands act on. */
  readonly about: string
  /** Shown before a command of the group runs. */
  readonly view: ViewName | undefined
  readonly commands: readonly ListedCommand[]
}

/** A command found, with its place. */
export interface FoundCommand extends ListedCommand {
  readonly group: PaletteGroup
  /** From 0. */
  readonly index: number
}

export interface FoundGroup {
  readonly name: string
  readonly about: string
  readonly commands: readonly FoundCommand[]
  /** Matches in the group, listed or not. */
  readonly total: number
}

/** Commands listed per group: there may be hundreds of parlays, and typing finds the others. */
const maxPerGroup = 40

/**
 * Commands with title words that begin with the words typed, in any order; if no title matches, group, note and search
 * words count too. Blocked commands are listed, with their reason, only when something is typed.
 */
export function findCommands(groups: readonly PaletteGroup[], query: string): FoundGroup[] {
  const typed = toWords(query)
  if (typed.length === 0) return listMatches(groups, ({ blocked }) => blocked === undefined)
  const byTitle = listMatches(groups, ({ title }) => matches(typed, title))
  if (byTitle.length > 0) return byTitle
  return listMatches(groups, ({ title, note = '', words = '' }, { name }) =>
    matches(typed, `${name} ${title} ${note} ${words}`),
  )
}

function listMatches(
  groups: readonly PaletteGroup[],
  isMatch: (command: ListedCommand, group: PaletteGroup) => boolean,
): FoundGroup[] {
  let index = 0
  return groups
    .map(group => ({ group, found: group.commands.filter(command => isMatch(command, group)) }))
    .filter(({ found }) => found.length > 0)
    .map(({ group, found }) => ({
      name: group.name,
      about: group.about,
      commands: found.slice(0, maxPerGroup).map(command => ({ ...command, group, index: index++ })),
      total: found.length,
    }))
}

/** True when each word typed is the beginning of a word of the text. */
function matches(typed: readonly string[], text: string): boolean {
  const words = toWords(text)
  return typed.every(part => words.some(word => word.startsWith(part)))
}

/** Words of letters and digits, without case and accents. */
const toWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
