/**
 * Commands that can be run by name from anywhere in the window. Each part of the screen offers its own, beside its
 * actions; the palette only lists them.
 */
import { defineStore } from 'pinia'
import { onScopeDispose } from 'vue'
import type { ViewName } from '../../navigation-store.ts'

export interface Command {
  readonly title: string
  /** Shown beside the title: the subject of the command. */
  readonly note?: string | undefined
  /** The key that does the same. */
  readonly keys?: string | undefined
  /** Search words for when no title matches. */
  readonly words?: string | undefined
  /** Reason why it cannot run now. */
  readonly blocked?: string | undefined
  /** Called after the palette has closed and the view of the group is shown. */
  readonly run: () => unknown
}

/** In the order of the list; `view` is shown before a command of the group runs. */
const groups = [
  { name: 'Views' },
  { name: 'Rows', view: 'desk' },
  { name: 'Cell', view: 'desk' },
  { name: 'Desk', view: 'desk' },
  { name: 'Legs', view: 'desk' },
  { name: 'Order of rows', view: 'desk' },
  { name: 'Ledger', view: 'ledger' },
  { name: 'Show prices as' },
  { name: 'Go to parlay', view: 'desk' },
] as const satisfies readonly { name: string; view?: ViewName }[]

interface CommandOffer {
  readonly group: (typeof groups)[number]['name']
  /** Description of the things that the group's commands act on. */
  readonly about?: () => string
  readonly commands: () => readonly Command[]
}

export interface CommandGroup {
  readonly name: string
  readonly about: string
  readonly view: ViewName | undefined
  readonly commands: readonly Command[]
}

export const usePaletteStore = defineStore('palette', () => {
  const offers = new Set<CommandOffer>()

  /** Adds commands to the list; returns the function that removes them. */
  function offer(offered: CommandOffer): () => void {
    offers.add(offered)
    return () => offers.delete(offered)
  }

  /** All commands now; those of views other than the one shown come last. */
  function list(shown: ViewName): CommandGroup[] {
    return groups
      .map(group => ({ view: undefined, ...group, ...offered(group.name) }))
      .filter(({ commands }) => commands.length > 0)
      .toSorted((a, b) => Number(isElsewhere(a, shown)) - Number(isElsewhere(b, shown)))
  }

  function offered(name: string): Pick<CommandGroup, 'about' | 'commands'> {
    const all = [...offers].filter(({ group }) => group === name)
    return {
      about: all.flatMap(({ about }) => about?.() ?? []).join(' · '),
      commands: all.flatMap(({ commands }) => commands()),
    }
  }

  return { offer, list }
})

const isElsewhere = ({ view }: Pick<CommandGroup, 'view'>, shown: ViewName): boolean =>
  view !== undefined && view !== shown

/** Offers commands for the life of the component. They are read only when the palette opens. */
export function useCommands(offer: CommandOffer): void {
  onScopeDispose(usePaletteStore().offer(offer))
}

/** Key that opens and closes the palette. */
export const paletteKey = 'Ctrl K'

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
