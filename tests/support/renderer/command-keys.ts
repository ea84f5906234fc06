/** Listens to the keys of all commands, as the window's frame does, for a component that is mounted alone. */
import { mount } from '@vue/test-utils'
import type { Pinia } from 'pinia'
import { useCommandKeys } from '../../../src/renderer/commands/useCommandKeys.ts'
import { type ViewName, useNavigationStore } from '../../../src/renderer/navigation-store.ts'

export function listenToKeys(pinia: Pinia, view: ViewName, setup: () => void = () => undefined): void {
  useNavigationStore(pinia).goTo(view)
  const frame = {
    setup() {
      useCommandKeys()
      setup()
    },
    render: () => null,
  }
  mount(frame, { global: { plugins: [pinia] } })
}
