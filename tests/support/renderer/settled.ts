import { flushPromises } from '@vue/test-utils'
import { vi } from 'vitest'

/** Waits for what is under way, parts of the screen that are loaded when they are wanted included. */
export async function settled(): Promise<void> {
  await flushPromises()
  await vi.dynamicImportSettled()
  await flushPromises()
}
