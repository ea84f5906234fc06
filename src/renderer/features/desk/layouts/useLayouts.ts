/**
 * Layouts of the desk: saves the arrangement on screen under a name, and applies it again. In the main window only,
 * because group windows show only prices.
 */
import { shallowRef } from 'vue'
import {
  applyLayout,
  findLayout,
  listMissingBooks,
  maxFilterLength,
  withLayout,
  withoutLayout,
  type Arrangement,
  type SavedLayout,
  type SavedLayouts,
} from '../../../../shared/model/settings/saved-layout.ts'
import { bridge } from '../../../bridge.ts'
import { useCommandList, useCommands } from '../../../commands/command-store.ts'
import { type Change, useUndoStore } from '../../../commands/undo-store.ts'
import { useViewStore } from '../../../view-store.ts'
import { getWindowGroup } from '../../../window-name.ts'
import { useAccountStore } from '../../account/account-store.ts'
import { useSettingsStore } from '../../settings/settings-store.ts'
import { useGridLayoutStore } from '../columns/grid-layout-store.ts'
import { createDeskContext } from '../context/desk-context.ts'
import { useNotice } from '../context/useNotice.ts'
import { useRowOrder } from '../rows/useRowOrder.ts'
import { appliedText } from './layout-text.ts'
import { useLayoutsStore } from './layouts-store.ts'

export const [provideLayouts, useLayouts] = createDeskContext('layouts', () => {
  const store = useLayoutsStore()
  const { capture, apply } = useArrangement()
  /** The open dialog of layouts, by the part that gets the focus. */
  const dialog = shallowRef<'save' | 'list'>()
  const isAvailable = getWindowGroup() === undefined

  /** The layout that is on screen; of several equal ones the one applied or saved last. */
  function findInUse(): SavedLayout | undefined {
    const now = capture()
    const shown = store.layouts.filter(({ arrangement }) => isSame(applyLayout(arrangement, now), now))
    return shown.find(({ name }) => name === store.lastName) ?? shown[0]
  }

  function list() {
    const inUse = findInUse()
    return store.layouts.map(layout => ({
      name: layout.name,
      isInUse: layout === inUse,
      run: () => apply(layout),
    }))
  }

  if (isAvailable) {
    void store.start()
    useCommands({
      'layout.save': { run: () => (dialog.value = 'save') },
      'layout.list': { run: () => (dialog.value = 'list') },
    })
    useCommandList({
      group: 'Layouts',
      commands: () =>
        list().map(({ name, isInUse, run }) => ({
          id: name,
          title: `Layout: ${name}`,
          note: isInUse ? 'in use' : undefined,
          words: 'workspace apply',
          run,
        })),
    })
  }
  return { isAvailable, dialog, list, apply, ...useLayoutChanges(capture) }
})

/** The arrangement on screen, and the change to another one. */
function useArrangement() {
  const store = useLayoutsStore()
  const view = useViewStore()
  const grid = useGridLayoutStore()
  const settings = useSettingsStore()
  const account = useAccountStore()
  const changes = useUndoStore()
  const { filter } = useRowOrder()
  const { showText, showFailure } = useNotice()

  const capture = (): Arrangement => ({
    profileId: account.state?.activeId ?? '',
    panes: view.panes,
    ledger: view.ledger,
    grid: grid.layout,
    books: settings.books.map(({ id, name, isOn }) => ({ id, name, isOn })),
    filter: { tag: filter.value.tag, text: filter.value.text.slice(0, maxFilterLength) },
  })

  /** Returns false, with a notice, if it fails. */
  async function show(arrangement: Arrangement): Promise<boolean> {
    const outcome = await bridge().layouts.apply(arrangement)
    if (outcome.ok) changes.quietly(() => (filter.value = arrangement.filter))
    else showFailure(outcome.failure)
    return outcome.ok
  }

  async function apply({ name, arrangement }: SavedLayout): Promise<void> {
    const before = capture()
    const after = applyLayout(arrangement, before)
    const redo = async () => {
      if (!(await show(after))) return false
      store.lastName = name
      showText(appliedText(name, listMissingBooks(arrangement, before)))
      return true
    }
    await changes.perform({ label: `layout “${name}”`, undo: () => show(before), redo })
  }

  return { capture, apply }
}

/** Changes of the list of layouts. Each returns its change, which can be undone; undefined, with a notice, if it fails. */
function useLayoutChanges(capture: () => Arrangement) {
  const store = useLayoutsStore()
  const changes = useUndoStore()
  const { showFailure } = useNotice()

  type Edit = (layouts: SavedLayouts) => SavedLayouts
  type Edited = Promise<Change | undefined>
  async function edit(label: string, change: Edit, back: Edit): Edited {
    const run = async (to: Edit) => {
      const outcome = await store.save(to(store.layouts))
      if (!outcome.ok) showFailure(outcome.failure)
      return outcome.ok
    }
    if (!(await run(change))) return undefined
    const edited: Change = { label, undo: () => run(back), redo: () => run(change) }
    changes.record(edited)
    return edited
  }
  const put = (layout: SavedLayout) => (layouts: SavedLayouts) => withLayout(layouts, layout)
  const drop = (name: string) => (layouts: SavedLayouts) => withoutLayout(layouts, name)

  /** Replaces the layout of that name, if there is one. */
  async function saveAs(name: string): Edited {
    const before = findLayout(store.layouts, name)
    const layout = { name: before?.name ?? name.trim(), arrangement: capture() }
    const back = before === undefined ? drop(name) : put(before)
    const saved = await edit(`save layout “${layout.name}”`, put(layout), back)
    if (saved !== undefined) store.lastName = layout.name
    return saved
  }

  async function rename(layout: SavedLayout, name: string): Edited {
    const renamed = { ...layout, name: name.trim() }
    const swap = (from: SavedLayout, to: SavedLayout) => (layouts: SavedLayouts) =>
      withLayout(withoutLayout(layouts, from.name), to)
    const saved = await edit('rename layout', swap(layout, renamed), swap(renamed, layout))
    if (saved !== undefined && store.lastName === layout.name) store.lastName = renamed.name
    return saved
  }

  const remove = (layout: SavedLayout): Edited =>
    edit(`delete layout “${layout.name}”`, drop(layout.name), put(layout))

  return { saveAs, rename, remove }
}

/** Equal as JSON, whatever the order of fields. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every(key => isSame(one[key], other[key]))
}
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
