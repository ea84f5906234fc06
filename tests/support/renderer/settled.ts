import { flushPromises } from '@vue/test-utils'
import { vi } from 'vitest'

/** Waits for pending work, including lazily loaded components. */
export async function settled(): Promise<void> {
  await flushPromises()
  await vi.dynamicImportSettled()
  await flushPromises()
}
