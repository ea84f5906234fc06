/** The commands run last from the palette as its first group. */
import type { PaletteCommand, PaletteGroup } from './find-commands.ts'

const maxShown = 6

/** Stored name of a command. */
export const nameCommand = (group: PaletteGroup, { id, title }: PaletteCommand): string =>
  `${group.name}: ${id ?? title}`

/** Moves the commands run last that can run now into a first group: those about a live game first, then the newest. */
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
    .toSorted((a, b) => Number(b.command.isOnNow ?? false) - Number(a.command.isOnNow ?? false))
  if (recent.length === 0) return [...groups]
  const taken = new Set(recent.map(({ command }) => command))
  const others = groups.map(group => ({
    ...group,
    commands: group.commands.filter(command => !taken.has(command)),
  }))
  const commands = recent.map(({ command, group }) => ({
    ...command,
    note: command.note ?? group.name,
    origin: group,
  }))
  return [{ name: 'Recent', about: '', view: undefined, commands }, ...others]
}
