/** Which commands the words typed mean. */
import type { Command, CommandGroup } from './palette-store.ts'

/** A command in its place among those listed. */
export interface ListedCommand extends Command {
  readonly group: CommandGroup
  /** From 0. */
  readonly index: number
}

export interface ListedGroup {
  readonly name: string
  readonly about: string
  readonly commands: readonly ListedCommand[]
  /** How many of the group fit, listed or not. */
  readonly total: number
}

/** Of hundreds of parlays nobody reads more; letters find the others. */
const mostOfGroup = 40

/**
 * Those whose titles begin the words typed, in any order; where no title does, what else is said of a command counts.
 * What cannot be done now is told why when it is looked for, and left out while nothing is.
 */
export function findCommands(groups: readonly CommandGroup[], query: string): ListedGroup[] {
  const typed = wordsOf(query)
  if (typed.length === 0) return listed(groups, ({ blocked }) => blocked === undefined)
  const byTitle = listed(groups, ({ title }) => fits(typed, title))
  if (byTitle.length > 0) return byTitle
  return listed(groups, ({ title, note = '', words = '' }, { name }) =>
    fits(typed, `${name} ${title} ${note} ${words}`),
  )
}

function listed(
  groups: readonly CommandGroup[],
  isWanted: (command: Command, group: CommandGroup) => boolean,
): ListedGroup[] {
  let index = 0
  return groups
    .map(group => ({ group, found: group.commands.filter(command => isWanted(command, group)) }))
    .filter(({ found }) => found.length > 0)
    .map(({ group, found }) => ({
      name: group.name,
      about: group.about,
      commands: found.slice(0, mostOfGroup).map(command => ({ ...command, group, index: index++ })),
      total: found.length,
    }))
}

/** Whether each word typed begins one of the text. */
function fits(typed: readonly string[], text: string): boolean {
  const words = wordsOf(text)
  return typed.every(part => words.some(word => word.startsWith(part)))
}

/** Letters and digits only, without case and accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
