/** The settings view: the search, and the change saved last, which can be undone for a moment. */
import { useTimeoutFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, inject, type InjectionKey, shallowReadonly, shallowRef } from 'vue'
import type { Outcome } from '../../../shared/failure.ts'
import { type Change, useUndoStore } from '../../commands/undo-store.ts'
import { useSettingsStore } from './settings-store.ts'
import { findOtherPlaces } from './other-places.ts'
import { findSettings, settingList, type SettingId, type SettingSection } from './setting-list.ts'

interface SavedChange {
  readonly section: SettingSection
  /** Undefined when it cannot be undone. */
  readonly change: Change | undefined
}

const savedForMs = 8_000

export const useSettingsViewStore = defineStore('settings view', () => {
  const query = shallowRef('')
  const found = computed(() => findSettings(query.value.trim(), useSettingsStore().books))
  const foundSections = computed(() => new Set([...found.value].map(id => settingList[id].section)))
  const otherPlaces = computed(() => findOtherPlaces(query.value))
  const isShown = (id: SettingId): boolean => found.value.has(id)

  const saved = shallowRef<SavedChange>()
  const { start: startForgetting } = useTimeoutFn(() => (saved.value = undefined), savedForMs, {
    immediate: false,
  })

  function showSaved(change: SavedChange): void {
    saved.value = change
    startForgetting()
  }

  /** No longer shows “Saved” in a section. */
  function hideSaved(section: SettingSection): void {
    if (saved.value?.section === section) saved.value = undefined
  }

  async function undo(): Promise<void> {
    const change = saved.value?.change
    saved.value = undefined
    if (change !== undefined) await useUndoStore().undo(change)
  }

  return {
    query,
    found,
    foundSections,
    otherPlaces,
    isShown,
    saved: shallowReadonly(saved),
    showSaved,
    hideSaved,
    undo,
  }
})

/** Section that a part of the settings is in. */
export const sectionKey: InjectionKey<SettingSection> = Symbol('settings section')

/** Saves a setting and shows “Saved” in its section. `undo` saves the value before. */
export function useSaving() {
  const view = useSettingsViewStore()
  const changes = useUndoStore()
  const section = inject(sectionKey, 'service')
  return async function saveShown<T>(
    save: () => Promise<Outcome<T>>,
    undo?: () => Promise<Outcome<unknown>>,
  ): Promise<Outcome<T>> {
    const outcome = await save()
    if (!outcome.ok) return outcome
    const change = undo && { label: 'change setting', undo, redo: save }
    if (change) changes.record(change)
    view.showSaved({ section, change })
    return outcome
  }
}
