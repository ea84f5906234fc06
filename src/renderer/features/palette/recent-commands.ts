/** The commands run last from the palette as its first group. */
import type { PaletteCommand, PaletteGroup } from './find-commands.ts'

const maxShown = 6

/** Stored name of a command. */
export const nameCommand = (group: PaletteGroup, { id, title }: PaletteCommand): string =>
  `${group.name}: ${id ?? title}`

/** Places of commands about games; all others are between. */
const timingRanks = { now: 0, over: 2 } as const
const rankOf = ({ timing }: PaletteCommand): number => (timing === undefined ? 1 : timingRanks[timing])

/**
 * Moves the commands run last that can run now into a first group: those about a live game first, those about ended
 * games last, else the newest first. Other commands about live games are the second group.
 */
export function putRecentFirst(groups: readonly PaletteGroup[], names: readonly string[]): PaletteGroup[] {
  const places = new Map(names.map((name, place) => [name, place]))
  const recent = groups
    .flatMap(group =>
      group.commands.map(command => ({
        command,
        group,
        place: command.blocked === undefined ? places.get(nameCommand(group, command)) : undefined,
      })),
    )
    .flatMap(({ place, ...found }) => (place === undefined ? [] : { ...found, place }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, maxShown)
    .toSorted((a, b) => rankOf(a.command) - rankOf(b.command))
  const live = groups
    .flatMap(group => group.commands.map(command => ({ command, group })))
    .filter(({ command }) => command.timing === 'now' && recent.every(found => found.command !== command))
    .slice(0, maxShown)
  const taken = new Set([...recent, ...live].map(({ command }) => command))
  const others = groups.map(group => ({
    ...group,
    commands: group.commands.filter(command => !taken.has(command)),
  }))
  return [...toGroup('Recent', recent), ...toGroup('Live now', live), ...others]
}

/** A group of commands taken from their own groups; none without a command. */
function toGroup(
  name: PaletteGroup['name'],
  taken: readonly { readonly command: PaletteCommand; readonly group: PaletteGroup }[],
): PaletteGroup[] {
  const commands = taken.map(({ command, group }) => ({
    ...command,
    note: command.note ?? group.name,
    origin: group,
  }))
  return commands.length === 0 ? [] : [{ name, about: '', view: undefined, commands }]
}
