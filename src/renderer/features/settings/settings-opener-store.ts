/** Lets a part of another view lead to the settings, where what it needs is entered. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export const useSettingsOpenerStore = defineStore('settings-opener', () => {
  /** Counts how often it was asked for. */
  const asked = shallowRef(0)

  function open(): void {
    asked.value++
  }

  return { asked, open }
})
