/** Keys of commands: the default ones, or those that the user set, which the main process stores. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { Outcome } from '../../shared/failure.ts'
import type { KeyBindings } from '../../shared/model/settings/key-bindings.ts'
import { bridge } from '../bridge.ts'
import { createMirror } from '../mirror.ts'
import { type CommandId, commandIds, commandTable, scopeOf } from './command-table.ts'
import { overlap, type Scope } from './scopes.ts'

export type KeyChanges = Readonly<Partial<Record<CommandId, readonly string[]>>>

export const useKeyStore = defineStore('keys', () => {
  const { value: saved, failure, start, adopt } = createMirror<KeyBindings>(() => bridge().keys)

  const changed = computed(() => new Map(saved.value?.map(({ command, chords }) => [command, chords])))
  const keysOf = (id: CommandId): readonly string[] => changed.value.get(id) ?? commandTable[id].keys ?? []
  const isChanged = (id: CommandId): boolean => changed.value.has(id)
  const areSomeChanged = computed(() => commandIds.some(isChanged))

  /** By scope, then by chord; keys set by the user take precedence. */
  const byChord = computed(() => {
    const found = new Map<Scope, Map<string, CommandId>>()
    for (const id of commandIds.toSorted((a, b) => Number(isChanged(b)) - Number(isChanged(a)))) {
      const chords = found.get(scopeOf(id)) ?? new Map<string, CommandId>()
      found.set(scopeOf(id), chords)
      for (const chord of keysOf(id)) if (!chords.has(chord)) chords.set(chord, id)
    }
    return found
  })
  const findCommand = (scope: Scope, chord: string): CommandId | undefined =>
    byChord.value.get(scope)?.get(chord)

  /** Other commands that this chord could mean in the command's scope. */
  const findConflicts = (id: CommandId, chord: string): readonly CommandId[] =>
    commandIds.filter(
      other => other !== id && overlap(scopeOf(id), scopeOf(other)) && keysOf(other).includes(chord),
    )

  /** Sets the keys of these commands; default keys are not stored. */
  async function change(changes: KeyChanges): Promise<Outcome<KeyBindings>> {
    const all = new Map([...changed.value, ...Object.entries(changes)])
    const keys = [...all]
      .filter(([command, chords]) => !isOwn(command, chords))
      .map(([command, chords]) => ({ command, chords: [...chords] }))
    return save(keys)
  }

  /** Sets the keys of these commands, and the default ones of all others. */
  const save = async (keys: KeyBindings) => adopt(await bridge().keys.save({ keys }))
  const listChanged = (): KeyBindings => saved.value ?? []

  const reset = (id: CommandId) => change({ [id]: commandTable[id].keys ?? [] })
  const resetAll = () => save([])

  return {
    failure,
    start,
    keysOf,
    isChanged,
    areSomeChanged,
    findCommand,
    findConflicts,
    change,
    save,
    listChanged,
    reset,
    resetAll,
  }
})

function isOwn(id: string, keys: readonly string[]): boolean {
  const own = commandIds.find(each => each === id)
  return own !== undefined && (commandTable[own].keys ?? []).join(' ') === keys.join(' ')
}
