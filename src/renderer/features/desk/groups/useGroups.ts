/** Groups of parlays, each with a color and a window: adds and removes rows, and opens windows. */
import { useTimeoutFn } from '@vueuse/core'
import { effectScope, shallowReactive, watch } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { type LinkColor, linkColors } from '../../../../shared/model/settings/windows.ts'
import { bridge } from '../../../bridge.ts'
import { type CommandHandler, useCommandList, useCommands } from '../../../commands/command-store.ts'
import { useUndoStore } from '../../../commands/undo-store.ts'
import { pluralize } from '../../../format/number-text.ts'
import { getWindowGroup, groupName } from '../../../window-name.ts'
import { useWindowsStore } from '../../../windows-store.ts'
import { useDeskActions } from '../actions/useDeskActions.ts'
import { useNeeds } from '../actions/useNeeds.ts'
import { useNotice } from '../context/useNotice.ts'
import { useDeskStore } from '../desk-store.ts'

export function useGroups(): void {
  const desk = useDeskStore()
  const windows = useWindowsStore()
  const { targets } = useDeskActions()
  const { noRow } = useNeeds()
  const { change, groupsOf } = useGroupChanges()

  /** The group that all rows are in; undefined when they have none, or several. */
  function findGroup(parlayIds: readonly number[]): LinkColor | undefined {
    const [group, ...others] = groupsOf(parlayIds)
    return others.length === 0 ? (group ?? undefined) : undefined
  }
  const findFree = () => linkColors.find(color => !groupsOf(desk.all).has(color))

  const noTarget = () => (targets.value.length === 0 ? noRow() : undefined)
  const toggle = (color: LinkColor): CommandHandler => ({
    title: () => (findGroup(targets.value) === color ? `Leave group ${color}` : `Add to group ${color}`),
    run: () => change(targets.value, findGroup(targets.value) === color ? null : color),
    blocked: noTarget,
  })

  async function openTargets(): Promise<void> {
    const own = findGroup(targets.value)
    const color = own ?? findFree()
    if (color === undefined) return
    if (own === undefined && !(await change(targets.value, color))) return
    await windows.open(color)
  }
  function findObstacle(): string | undefined {
    if (getWindowGroup() !== undefined) return 'Shown in this window'
    if (findGroup(targets.value) === undefined && findFree() === undefined) return 'All groups are in use'
    return noTarget()
  }

  useCommands({
    'row.open-window': { run: openTargets, blocked: findObstacle },
    'group.blue': toggle('blue'),
    'group.green': toggle('green'),
    'group.orange': toggle('orange'),
    'group.purple': toggle('purple'),
  })
  listGroups(groupsOf)
}

type GroupsOf = (parlayIds: readonly number[]) => ReadonlySet<LinkColor | null>

/** Adds a command that opens the window of each group to the palette. */
function listGroups(groupsOf: GroupsOf): void {
  const desk = useDeskStore()
  const windows = useWindowsStore()
  useCommandList({
    group: 'Window',
    commands: () =>
      linkColors
        .filter(color => color !== getWindowGroup() && groupsOf(desk.all).has(color))
        .map(color => ({
          title: `Open group ${color} in a window`,
          words: 'screen monitor link color',
          run: () => windows.open(color),
        })),
  })
}

/** Maximum time until a changed row comes back from main; after it the row as it is counts. */
const maxReturnMs = 1_000

/**
 * Groups that the user chose and whose rows have not come back from main yet. A command pressed meanwhile must not
 * decide by the old group: it would open another group's window, or not leave the new group.
 */
function useChosenGroups() {
  const desk = useDeskStore()
  const chosen = shallowReactive(new Map<number, { readonly group: LinkColor | null }>())
  const groupOf = (row: Row): LinkColor | null => (chosen.get(row.id) ?? row).group

  /** Returns a function that forgets the choice, unless a newer one has replaced it. */
  function choose(parlayIds: readonly number[], group: LinkColor | null): () => void {
    const choice = { group }
    for (const id of parlayIds) chosen.set(id, choice)
    return () => {
      for (const id of parlayIds) if (chosen.get(id) === choice) chosen.delete(id)
    }
  }

  /** Ends with the view: a wait that goes on would read the desk of a view that is closed. */
  const waits = effectScope()
  /** Calls back once, when the rows have come back with their group, or after the maximum time. */
  function whenReturned(parlayIds: readonly number[], group: LinkColor | null, callBack: () => void): void {
    const hasReturned = () => desk.getRows(parlayIds).every(row => row.group === group)
    const wait = waits.run(effectScope)
    const end = () => {
      wait?.stop()
      callBack()
    }
    wait?.run(() => {
      useTimeoutFn(end, maxReturnMs)
      watch(hasReturned, isBack => isBack && end(), { immediate: true, flush: 'sync' })
    })
  }
  return { groupOf, choose, whenReturned }
}

/** Changes of groups, which can be undone. */
function useGroupChanges() {
  const desk = useDeskStore()
  const undo = useUndoStore()
  const { showText, showFailure } = useNotice()
  const { groupOf, choose, whenReturned } = useChosenGroups()
  const groupsOf: GroupsOf = parlayIds => new Set(desk.getRows(parlayIds).map(groupOf))

  async function set(parlayIds: readonly number[], group: LinkColor | null): Promise<boolean> {
    const forget = choose(parlayIds, group)
    const outcome = await bridge().desk.setGroup({ parlayIds: [...parlayIds], group })
    if (outcome.ok) whenReturned(parlayIds, group, forget)
    else {
      forget()
      showFailure(outcome.failure)
    }
    return outcome.ok
  }

  /** Returns false if one of them failed. */
  async function setBack(before: ReadonlyMap<LinkColor | null, readonly Row[]>): Promise<boolean> {
    const answers: boolean[] = []
    for (const [group, rows] of before) {
      const parlayIds = rows.map(({ id }) => id)
      answers.push(await set(parlayIds, group))
    }
    return !answers.includes(false)
  }

  async function change(parlayIds: readonly number[], group: LinkColor | null): Promise<boolean> {
    const before = Map.groupBy(desk.getRows(parlayIds), groupOf)
    if (!(await set(parlayIds, group))) return false
    undo.record({
      label: 'group',
      undo: () => setBack(before),
      redo: () => set(parlayIds, group),
    })
    const parlays = pluralize(parlayIds.length, 'parlay')
    showText(group === null ? `${parlays} left the group.` : `${groupName(group)}: ${parlays} added.`)
    return true
  }
  return { change, groupsOf }
}
