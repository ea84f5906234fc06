/** Commands run last from the palette, the newest first; remembered as long as the window lives. */
import { recall, remember } from '../../session-memory.ts'
import type { PaletteGroup } from './find-commands.ts'

const memory = 'recent commands'
const maxRecent = 6

const toName = (group: string, title: string): string => `${group}: ${title}`

export function rememberCommand({ name }: PaletteGroup, title: string): void {
  const own = toName(name, title)
  const others = recall<readonly string[]>(memory, []).filter(other => other !== own)
  remember(memory, [own, ...others].slice(0, maxRecent))
}

/** The commands run last that can run now, each taken out of its group, as the first group. */
export function putRecentFirst(groups: readonly PaletteGroup[]): PaletteGroup[] {
  const names = recall<readonly string[]>(memory, [])
  const isRecent = (group: PaletteGroup, title: string) => names.includes(toName(group.name, title))
  const recent = groups
    .flatMap(group =>
      group.commands.map(command => ({ ...command, note: command.note ?? group.name, group })),
    )
    .filter(({ group, title, blocked }) => blocked === undefined && isRecent(group, title))
    .toSorted(
      (a, b) => names.indexOf(toName(a.group.name, a.title)) - names.indexOf(toName(b.group.name, b.title)),
    )
  if (recent.length === 0) return [...groups]
  const others = groups.map(group => ({
    ...group,
    commands: group.commands.filter(({ title, blocked }) => blocked !== undefined || !isRecent(group, title)),
  }))
  const commands = recent.map(({ group, ...command }) => ({ ...command, origin: group }))
  return [{ name: 'Recent', about: '', view: undefined, commands }, ...others]
}
