/**
 * Commands as they are now: who runs each, why it cannot run, and its keys as the user set them. A part of the screen
 * handles its commands for as long as it lives; keys, buttons, menus and the palette only name them.
 */
import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowReactive, shallowRef } from 'vue'
import type { KeyBindings } from '../../shared/model/settings/key-bindings.ts'
import {
  type CommandGroup,
  type CommandId,
  commandIds,
  commandTable,
  type Scope,
  scopeOf,
} from './command-table.ts'

export interface CommandHandler {
  readonly run: (press?: KeyboardEvent) => unknown
  /** Reason why it cannot run now. */
  readonly blocked?: () => string | undefined
  /** In place of the table's, as “Undo remove parlay”. */
  readonly title?: () => string
}
export type CommandHandlers = Readonly<Partial<Record<CommandId, CommandHandler>>>

/** A command that the table cannot name: there is one for each parlay, price format and the like. */
export interface ListedCommand {
  readonly title: string
  readonly note?: string | undefined
  readonly keys?: string | undefined
  readonly words?: string | undefined
  readonly blocked?: string | undefined
  readonly run: () => unknown
}

interface CommandList {
  readonly group: CommandGroup
  /** Description of the thing that the group's commands act on. */
  readonly about?: () => string
  /** Read only when the palette opens. */
  readonly commands?: () => readonly ListedCommand[]
}

export const useCommandStore = defineStore('commands', () => {
  /** The newest last: it runs the command. */
  const handlers = shallowReactive(new Map<CommandId, readonly CommandHandler[]>())
  const lists = new Set<CommandList>()
  const bindings = shallowRef<KeyBindings>({})
  /** Reason why the last command did not run; undefined if it did. */
  const refusal = shallowRef<{ readonly reason: string }>()

  const keysOf = (id: CommandId): readonly string[] => bindings.value[id] ?? commandTable[id].keys ?? []

  /** By scope, then by chord. */
  const byChord = computed(() => {
    const found = new Map<Scope, Map<string, CommandId>>()
    for (const id of commandIds) {
      const scope = scopeOf(id)
      const chords = found.get(scope) ?? new Map<string, CommandId>()
      found.set(scope, chords)
      for (const chord of keysOf(id)) if (!chords.has(chord)) chords.set(chord, id)
    }
    return found
  })

  /** The command of a chord in this scope, if anything on screen runs it. */
  function findByChord(scope: Scope, chord: string): CommandId | undefined {
    const id = byChord.value.get(scope)?.get(chord)
    return id !== undefined && find(id) !== undefined ? id : undefined
  }

  function handle(given: CommandHandlers): () => void {
    const added = commandIds.flatMap(id => (given[id] ? [[id, given[id]] as const] : []))
    for (const [id, handler] of added) handlers.set(id, [...(handlers.get(id) ?? []), handler])
    return () => {
      for (const [id, handler] of added)
        handlers.set(id, handlers.get(id)?.filter(other => other !== handler) ?? [])
    }
  }

  function addList(list: CommandList): () => void {
    lists.add(list)
    return () => lists.delete(list)
  }

  const find = (id: CommandId): CommandHandler | undefined => handlers.get(id)?.at(-1)
  const titleOf = (id: CommandId): string => find(id)?.title?.() ?? commandTable[id].title
  const blockedBy = (id: CommandId): string | undefined => find(id)?.blocked?.()

  function run(id: CommandId, press?: KeyboardEvent): unknown {
    const blocked = blockedBy(id)
    refusal.value = blocked === undefined ? undefined : { reason: blocked }
    return blocked === undefined ? find(id)?.run(press) : undefined
  }

  /** The commands of a group that something on screen runs, those of the table first. */
  function listGroup(group: CommandGroup): readonly ListedCommand[] {
    const named = commandIds
      .filter(id => commandTable[id].group === group && !commandTable[id].isMove && find(id) !== undefined)
      .map(id => ({
        title: titleOf(id),
        keys: keysOf(id)[0],
        words: commandTable[id].words,
        blocked: blockedBy(id),
        run: () => run(id),
      }))
    return [...named, ...listsOf(group).flatMap(({ commands }) => commands?.() ?? [])]
  }

  const listsOf = (group: CommandGroup) => [...lists].filter(list => list.group === group)
  const aboutGroup = (group: CommandGroup): string =>
    listsOf(group)
      .flatMap(({ about }) => about?.() ?? [])
      .join(' · ')

  /** The user's keys, as saved. */
  function setBindings(saved: KeyBindings): void {
    bindings.value = saved
  }

  return {
    bindings,
    refusal,
    setBindings,
    keysOf,
    titleOf,
    blockedBy,
    findByChord,
    run,
    handle,
    addList,
    listGroup,
    aboutGroup,
  }
})

/** Runs these commands for the life of the component. */
export function useCommands(handlers: CommandHandlers): void {
  onScopeDispose(useCommandStore().handle(handlers))
}

/** Adds to a group of the palette for the life of the component. */
export function useCommandList(list: CommandList): void {
  onScopeDispose(useCommandStore().addList(list))
}
