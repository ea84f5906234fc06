/**
 * What can be done by name from anywhere in the window. Each part of the screen says its own commands, next to where
 * its acts are; the palette only lists them.
 */
import { defineStore } from 'pinia'
import { onScopeDispose } from 'vue'
import type { ViewName } from '../../navigation-store.ts'

export interface Command {
  readonly title: string
  /** Told beside the title: what it is about. */
  readonly note?: string | undefined
  /** The key that does the same. */
  readonly keys?: string | undefined
  /** More words that it is found by where no title fits. */
  readonly words?: string | undefined
  /** Why it cannot be done now. */
  readonly blocked?: string | undefined
  /** Called when the palette has closed and the view of its group is shown. */
  readonly run: () => unknown
}

/** In the order of the list; `view` is the one that has to be shown for what is done there. */
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
  /** What the group's commands would be done to, in words. */
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

  /** Takes commands into the list until the function it answers is called. */
  function offer(offered: CommandOffer): () => void {
    offers.add(offered)
    return () => offers.delete(offered)
  }

  /** All commands as of now; those of another view than the one shown come last. */
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

/** A part of the screen says what can be done there, for as long as it is there. Asked only when the palette opens. */
export function useCommands(offered: CommandOffer): void {
  onScopeDispose(usePaletteStore().offer(offered))
}

/** The key that opens the palette and closes it. */
export const paletteKey = 'Ctrl K'

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
