/**
 * Handlers of the commands on screen, and the reasons why some cannot run now. A component handles its commands while
 * it is mounted; keys, buttons, menus and the palette run them by id.
 */
import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive, shallowRef } from 'vue'
import type { Outcome } from '../../shared/failure.ts'
import type { CommandGroup } from './command-spec.ts'
import { type CommandId, commandIds, commandTable } from './command-table.ts'
import type { Scope } from './scopes.ts'
import { useKeyStore } from './key-store.ts'

export interface CommandHandler {
  readonly run: (press?: KeyboardEvent) => unknown
  /** Reason why it cannot run now. */
  readonly blocked?: () => string | undefined
  /** Replaces the table's title, as in “Undo remove parlay”; undefined leaves it. */
  readonly title?: () => string | undefined
}
export type CommandHandlers = Readonly<Partial<Record<CommandId, CommandHandler>>>

/** A command that is not in the table, such as one for each parlay or price format. */
export interface ListedCommand {
  /** Identifies it when its title is not unique, or changes. */
  readonly id?: string
  readonly title: string
  readonly note?: string | undefined
  readonly keys?: string | undefined
  readonly words?: string | undefined
  readonly blocked?: string | undefined
  /** Set for a command about games: those on now are listed first, ended ones last. */
  readonly timing?: 'now' | 'over' | undefined
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
  /** The newest handler, which runs the command, comes last. */
  const handlers = shallowReactive(new Map<CommandId, readonly CommandHandler[]>())
  const lists = new Set<CommandList>()
  /** Reason why the last command did not run; undefined if it did. */
  const refusal = shallowRef<{ readonly reason: string }>()

  /** Outcome of the last command that cannot show it elsewhere. */
  const report = shallowRef<Outcome<string>>()

  const keys = useKeyStore()

  /** The command of a chord in this scope, if anything on screen handles it. */
  function findByChord(scope: Scope, chord: string): CommandId | undefined {
    const id = keys.findCommand(scope, chord)
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
  const isHandled = (id: CommandId): boolean => find(id) !== undefined
  const titleOf = (id: CommandId): string => find(id)?.title?.() ?? commandTable[id].title
  const blockedBy = (id: CommandId): string | undefined => find(id)?.blocked?.()

  function run(id: CommandId, press?: KeyboardEvent): unknown {
    const blocked = blockedBy(id)
    refusal.value = blocked === undefined ? undefined : { reason: blocked }
    return blocked === undefined ? find(id)?.run(press) : undefined
  }

  /** The commands of a group that something on screen handles, those of the table first. */
  function listGroup(group: CommandGroup): readonly ListedCommand[] {
    const named = commandIds
      .filter(id => commandTable[id].group === group && !commandTable[id].isMove && find(id) !== undefined)
      .map(id => ({
        id,
        title: titleOf(id),
        keys: keys.keysOf(id)[0],
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

  return {
    refusal,
    report,
    keysOf: keys.keysOf,
    isHandled,
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
